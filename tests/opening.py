"""Open a shipped folder with the libraries of its users, in an environment without minitok: `python opening.py FOLDER`.

`expected.json` in the folder says what they have to find there.
"""

import base64
import json
import sys
from pathlib import Path

import tokenizers
import transformers
from transformers import AutoTokenizer


def open_folder(folder: Path) -> str:
    """Compare ids, text, roles and chats with those expected, and name the libraries. AssertionError if any differ."""
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    theirs = AutoTokenizer.from_pretrained(folder)
    alone = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    assert theirs.model_max_length == expected["model_max_length"]
    assert theirs.special_tokens_map == expected["roles"]
    for text, ids, decoded in expected["texts"]:
        assert theirs(text)["input_ids"] == alone.encode(text).ids == ids, text
        for library in (theirs, alone):
            assert library.decode(ids, skip_special_tokens=True) == decoded, text
    for chat, written, ids in expected["chats"]:
        options = {"add_generation_prompt": True}
        text = theirs.apply_chat_template(chat, tokenize=False, **options)
        assert text == written
        batch = theirs.apply_chat_template(chat, return_dict=True, **options)
        assert batch["input_ids"] == ids
    names = [f"transformers {transformers.__version__}"]
    names.append(f"tokenizers {tokenizers.__version__}")
    return ", ".join(names + open_ranks(folder, expected))


def open_ranks(folder: Path, expected: dict) -> list[str]:
    """Open the file of ranks, if there is one, with tiktoken, and name it."""
    ranks = folder / "tokenizer.tiktoken"
    if not ranks.exists():
        return []
    import tiktoken

    lines = [line.split() for line in ranks.read_bytes().splitlines()]
    encoding = tiktoken.Encoding(
        "shipped",
        pat_str=expected["pattern"],
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens=expected["special_tokens"],
    )
    for text, ids, _ in expected["texts"]:
        assert encoding.encode(text, allowed_special="all") == ids, text
    return [f"tiktoken {tiktoken.__version__}"]


if __name__ == "__main__":
    print(open_folder(Path(sys.argv[1])))
