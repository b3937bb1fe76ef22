"""Make the compact vocabularies of minitok_course/vocabularies from the published files.

python tools/compact_vocabularies.py    all of them, from the libraries' caches or the network
"""

import sys
from base64 import b64encode
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from minitok import Tokenizer  # noqa: E402
from minitok.added_tokens import AddedTokens  # noqa: E402
from minitok.interop import hub, tiktoken  # noqa: E402
from minitok_course import vocabularies  # noqa: E402
from minitok_course.vocabularies.compact import write_tokenizer  # noqa: E402

FOLDER = ROOT / "minitok_course" / "vocabularies"


def read_published(source: str) -> tuple[Tokenizer, str]:
    """The published tokenizer, and the SHA-256 of its file."""
    if "/" in source:
        file = Path(hub.tokenizer_file(source))
        tok = Tokenizer.from_pretrained(source)
        return tok, sha256(file.read_bytes()).hexdigest()
    encoding = hub.tiktoken_encoding(source)
    return tiktoken.from_tiktoken(encoding), hash_of_ranks(encoding._mergeable_ranks)


def options_of_encodings(file: str) -> dict[str, Any]:
    """What `tiktoken.Encoding` takes besides the ranks, for all that share a file."""
    options = {}
    for published in vocabularies.PUBLISHED.values():
        if published.file == file and published.encoding is not None:
            encoding = hub.tiktoken_encoding(published.encoding)
            options[published.encoding] = {
                "pat_str": encoding._pat_str,
                "special_tokens": encoding._special_tokens,
            }
    return options


def write(published: vocabularies.Published) -> tuple[bytes, str]:
    """The compact file, and the SHA-256 of the published one."""
    tok, digest = read_published(published.source)
    encodings = options_of_encodings(published.file)
    if "/" not in published.source:
        tok.added_tokens = AddedTokens()  # those of each encoding
    return write_tokenizer(tok, encodings), digest


def hash_of_ranks(ranks: dict[bytes, int]) -> str:
    """The SHA-256 of tiktoken's file of ranks, which has a line for each token."""
    file = sha256()
    for token, rank in sorted(ranks.items(), key=itemgetter(1)):
        file.update(b64encode(token) + f" {rank}\n".encode())
    return file.hexdigest()


def main() -> None:
    for name, published in vocabularies.PUBLISHED.items():
        data, digest = write(published)
        if digest != published.sha256:
            print(f"{name}: the published file has another SHA-256, {digest}")
        (FOLDER / published.file).write_bytes(data)
        print(f"{name}: {len(data) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
