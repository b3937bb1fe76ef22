"""tiktoken's vocabularies here, and minitok's there.

tiktoken keeps no merges. It keeps *ranks*, each token's bytes with its id, and joins the two neighbours whose bytes
together have the lowest rank, whichever two they are. Where the ranks come from training there is only one such pair
for each token: the one that was joined when the token was learned, which `merges_from_ranks` finds again.
"""

import os
from collections.abc import Mapping
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, TypeGuard

from minitok.byte_alphabet import BYTE_TO_CHAR, CHAR_TO_BYTE
from minitok.decoders import ByteLevel as ByteLevelDecoder
from minitok.models import BPE
from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, NAMES
from minitok.pre_tokenizers import ByteLevel, PreTokenizer, Sequence, Split
from minitok.serialization import replace_file
from minitok.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tiktoken

THEIR_SPELLINGS = {
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": GPT2_PATTERN,
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s": GPT4_PATTERN,
}
"""Patterns that tiktoken writes in another way, to be faster, and that cut every text at the same places."""

WHOLE_TEXT = r"[\s\S]+"


def from_tiktoken(encoding: "tiktoken.Encoding") -> Tokenizer:
    """The tokenizer that gives the ids of a `tiktoken.Encoding`: `from_tiktoken(tiktoken.get_encoding("cl100k_base"))`.

    The byte tokens, the special tokens and the gaps between ids are as there. It takes some seconds.
    """
    ranks, special_tokens = encoding._mergeable_ranks, encoding._special_tokens
    return from_ranks(ranks, pattern=encoding._pat_str, special_tokens=special_tokens)


def from_ranks(ranks: Mapping[bytes, int], *, pattern: str, special_tokens: Mapping[str, int]) -> Tokenizer:
    """The tokenizer with these ranks as its ids: `from_ranks({b"a": 0, ..., b"ab": 256}, pattern=GPT4_PATTERN, ...)`.

    `pattern` has to put every character into some word. ValueError if the ranks lack a byte, or hold a token that no
    two tokens of lower rank make: such ranks do not come from byte-pair encoding.
    """
    vocab = {_spelled(token): rank for token, rank in ranks.items()}
    tokens = {rank: token for token, rank in vocab.items()}
    merges = [(tokens[left], tokens[right]) for left, right in merges_from_ranks(ranks)]
    added = [{"id": id, "content": token, "special": True} for token, id in special_tokens.items()]
    options = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    tok = Tokenizer.from_dict(
        {
            "model": {"type": "BPE", "vocab": vocab, "merges": merges},
            "added_tokens": [token | options for token in added],
        }
    )
    tok.pre_tokenizer = ByteLevel(THEIR_SPELLINGS.get(pattern, pattern))
    tok.decoder = ByteLevelDecoder()
    return tok


def merges_from_ranks(ranks: Mapping[bytes, int]) -> list[tuple[int, int]]:
    """The pair of ranks that was joined into each token: {a: 0, b: 1, c: 2, ..., bc: 256, abc: 257} → (1, 2), (0, 256).

    Training encoded its text with the merges learned so far, and joined two neighbours of what that gave. So each
    token in turn, by rank, is encoded with the merges found so far, and what that gives are the two.
    """
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise ValueError(f"the byte {bytes(missing[:1])!r} has no rank: without all 256 some texts have no tokens")
    bytes_alone = [ranks[bytes([byte])] for byte in range(256)]
    found: dict[tuple[int, int], int] = {}
    for token in sorted(ranks, key=ranks.__getitem__):
        if len(token) > 1:
            parts = _merged([bytes_alone[byte] for byte in token], found)
            if len(parts) != 2:
                raise ValueError(
                    f"no two tokens of lower rank make {token!r}, of rank {ranks[token]}: "
                    f"byte-pair encoding leaves {len(parts)} parts of it"
                )
            found[parts[0], parts[1]] = ranks[token]
    return list(found)


def _merged(parts: list[int], joined: Mapping[tuple[int, int], int]) -> list[int]:
    """What is left of the bytes of a token after all merges, each known by the rank of what it makes."""
    ranks = [joined.get(pair, inf) for pair in pairwise(parts)]
    while ranks and (rank := min(ranks)) < inf:
        i = ranks.index(rank)
        parts[i] = int(rank)
        del parts[i + 1], ranks[i]
        if i > 0:
            ranks[i - 1] = joined.get((parts[i - 1], parts[i]), inf)
        if i < len(ranks):
            ranks[i] = joined.get((parts[i], parts[i + 1]), inf)
    return parts


def to_tiktoken(tok: Tokenizer, name: str) -> "tiktoken.Encoding":
    """A `tiktoken.Encoding` with this name that gives the same ids. ValueError, naming it, on what tiktoken lacks."""
    import tiktoken

    ranks, special_tokens = _ranks_and_special_tokens(tok)
    pattern = _pattern(tok.pre_tokenizer)
    return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special_tokens)


def save_ranks(tok: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Write a `.tiktoken` file, `aGVsbG8= 300` for b"hello" of rank 300, which `tiktoken.load.load_tiktoken_bpe` reads.

    The pattern and the special tokens have no place in it. ValueError as in `to_tiktoken`.
    """
    from base64 import b64encode

    ranks, _ = _ranks_and_special_tokens(tok)
    lines = (b64encode(token) + b" %d\n" % ranks[token] for token in sorted(ranks, key=ranks.__getitem__))
    replace_file(path, b"".join(lines))


def _ranks_and_special_tokens(tok: Tokenizer) -> tuple[dict[bytes, int], dict[str, int]]:
    """What tiktoken needs of a tokenizer, once it is certain that it gives the same ids there."""
    model = tok.model
    _pattern(tok.pre_tokenizer)
    if not isinstance(model, BPE):
        raise ValueError(f"tiktoken has byte-pair encoding alone, not {model!r}")
    for part in ("normalizer", "post_processor", "truncation", "padding"):
        if (found := getattr(tok, part)) is not None:
            raise ValueError(f"tiktoken has no {part.replace('_', '-')}: take out {found!r}")
    if not isinstance(tok.decoder, ByteLevelDecoder):
        raise ValueError(f"tiktoken decodes bytes, and this decoder is {tok.decoder!r}: set decoders.ByteLevel()")
    special_tokens = tok.added_tokens.ids
    for token in tok.added_tokens.tokens.values():
        if said := [name for name in ("single_word", "lstrip", "rstrip") if token.options[name]]:
            raise ValueError(f"tiktoken has no {said[0]}, which the added token {token.content!r} asks for")
    ranks = {_bytes(token): id for token, id in model.vocab.items() if token not in special_tokens}
    _check_merges(model, ranks)
    return ranks, special_tokens


def _check_merges(model: BPE, ranks: Mapping[bytes, int]) -> None:
    """ValueError unless the merges that tiktoken makes of these ranks are those of the model, in the same order."""
    tokens = {rank: _spelled(token) for token, rank in ranks.items()}
    theirs = [(tokens[left], tokens[right]) for left, right in merges_from_ranks(ranks)]
    for place, (ours, others) in enumerate(zip([*model.merges, None], [*theirs, None])):
        if ours != others:
            raise ValueError(
                f"tiktoken merges by id, and where merge {place} here is {ours} it would make {others}: "
                "it has to make each token of more than one byte by one merge, and the ids have to be in their order"
            )


def _pattern(pre_tokenizer: PreTokenizer | None) -> str:
    """The pattern of a byte-level pre-tokenizer, whether it cuts by itself or has a `Split` ahead of it."""
    parts = pre_tokenizer.pre_tokenizers if isinstance(pre_tokenizer, Sequence) else (pre_tokenizer,)
    *ahead, last = parts or [None]
    if isinstance(last, ByteLevel) and not last.add_prefix_space:
        if not ahead:
            return _of_every_character(last.pattern or WHOLE_TEXT)
        if len(ahead) == 1 and last.pattern is None and _isolates(split := ahead[0]):
            return _of_every_character(split.pattern)
    raise ValueError(
        f"tiktoken cuts words by one pattern and takes their bytes; it cannot do what {pre_tokenizer!r} does: "
        "give the tokenizer a ByteLevel pre-tokenizer without a prefix space"
    )


def _isolates(part: PreTokenizer | None) -> TypeGuard[Split]:
    return type(part) is Split and part.behavior == "isolated" and not part.invert


def _of_every_character(pattern: str) -> str:
    """The pattern, made to match what lies between its matches too: tiktoken would leave that out."""
    return pattern if pattern in (*NAMES, WHOLE_TEXT) else rf"{pattern}|(?:(?!{pattern})[\s\S])+"


def _spelled(token: bytes) -> str:
    return "".join(map(BYTE_TO_CHAR.__getitem__, token))


def _bytes(token: str) -> bytes:
    try:
        return bytes(map(CHAR_TO_BYTE.__getitem__, token))
    except KeyError as error:
        raise ValueError(
            f"the token {token!r} spells no bytes, since {error} stands for none: tiktoken has only bytes"
        ) from None
