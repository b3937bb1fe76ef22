"""Load tiktoken's vocabularies, and make tiktoken's encodings.

tiktoken keeps no merges but *ranks*, each token's bytes with its id, and joins the two neighbours whose bytes together
have the lowest rank; a word that is a token by itself it looks up. If the ranks were trained, the two neighbours are
always those that training joined to learn the token. Tokens that were put among the ranks by hand may have no such two.
"""

import json
import os
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.decoders import ByteLevel as ByteLevelDecoder
from minitok.interop.expressions import shared
from minitok.interop.parts import TiktokenBPE
from minitok.interop.shapes import array, checked, inside, mapping
from minitok.interop.tokenizer_json import replace_file
from minitok.models import BPE
from minitok.models.bpe import merging
from minitok.models.model import tokens_by_id
from minitok.patterns import BYTE_TO_CHAR, CHAR_TO_BYTE, NAMES, Regex, compile_pattern
from minitok.pre_tokenizers import ByteLevel, PreTokenizer, Sequence, Split
from minitok.processors import PostProcessor
from minitok.tokenizer import Tokenizer
from minitok.validation import format_value, require_extra

if TYPE_CHECKING:
    import tiktoken

WHOLE_TEXT = r"[\s\S]+"
TEKKEN_CONTROLS = """
<unk> <s> </s> [INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_RESULTS] [/TOOL_RESULTS] [TOOL_CALLS] [IMG]
<pad> [IMG_BREAK] [IMG_END] [PREFIX] [MIDDLE] [SUFFIX] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CONTENT]
""".split()  # noqa: SIM905  (in files that name none)


def from_tiktoken(encoding: "tiktoken.Encoding") -> Tokenizer:
    """The tokenizer with the same ids, in some seconds: `from_tiktoken(tiktoken.get_encoding("cl100k_base"))`."""
    if not hasattr(encoding, "_mergeable_ranks"):
        raise TypeError(
            f"{format_value(encoding)} is not a tiktoken.Encoding: write tiktoken.get_encoding('cl100k_base')"
        )
    return from_ranks(
        encoding._mergeable_ranks,
        pattern=encoding._pat_str,
        special_tokens=encoding._special_tokens,
    )


def from_ranks(
    ranks: Mapping[bytes, int], *, pattern: str, special_tokens: Mapping[str, int]
) -> Tokenizer:
    """The tokenizer with these ranks as its ids: `from_ranks({b"a": 0, ..., b"ab": 256}, pattern=GPT4_PATTERN, ...)`.

    `pattern` must put every character into some word. Several special tokens may share an id, which decodes to the
    first of them. The model is a `TiktokenBPE` if training cannot have made some token. ValueError if a byte has no
    rank, or if `pattern` may mean something else to tiktoken.
    """
    pattern = shared(pattern, "tiktoken")
    first_names = {id: token for token, id in reversed([*special_tokens.items()])}
    aliases = {
        token: id for token, id in special_tokens.items() if first_names[id] != token
    }
    vocab = {
        "".join(map(BYTE_TO_CHAR.__getitem__, token)): rank
        for token, rank in ranks.items()
    }
    tokens = {rank: token for token, rank in vocab.items()}
    pairs, by_hand = merges_from_ranks(ranks)
    merges = [(tokens[left], tokens[right]) for left, right in pairs]
    kind = TiktokenBPE if by_hand else BPE
    tok = Tokenizer(
        kind(vocab, merges, ignore_merges=True)
    )  # by tiktoken's rule a word that is a token is that token
    tok.added_tokens = AddedTokens(
        {id: AddedToken(name, special=True) for id, name in first_names.items()},
        aliases,
    )
    tokens_by_id(vocab | {token: id for id, token in first_names.items()})
    tok.pre_tokenizer = ByteLevel(pattern)
    tok.decoder = ByteLevelDecoder()
    return tok


def from_tekken(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `tekken.json` of Mistral's, whose control tokens have the ids before all ranks.

    As in mistral_common, it has the size that the file names as its default, and an unnamed control token is
    `<SPECIAL_14>`. ValueError, naming the file, if something in it is missing or of another form.
    """
    with open(path, encoding="utf-8") as file, inside(os.fspath(path)):
        data = json.load(file)
        config = mapping(data["config"])
        count = checked(
            config["default_num_special_tokens"], int, "default_num_special_tokens"
        )
        size = checked(config["default_vocab_size"], int, "default_vocab_size") - count
        names = {id: f"<SPECIAL_{id}>" for id in range(count)}
        named = data.get("special_tokens")
        names |= (
            {one["rank"]: one["token_str"] for one in named}
            if named
            else enumerate(TEKKEN_CONTROLS)
        )
        ranks = {
            b64decode(one["token_bytes"]): count + one["rank"]
            for one in array(data["vocab"])[:size]
        }
        return from_ranks(
            ranks,
            pattern=config["pattern"],
            special_tokens={name: id for id, name in names.items()},
        )


def merges_from_ranks(
    ranks: Mapping[bytes, int],
) -> tuple[list[tuple[int, int]], list[bytes]]:
    """The pair of ranks that was joined into each token, and the tokens that were put there by hand.

    {a: 0, b: 1, c: 2, ..., bc: 256, abc: 257} → (1, 2), (0, 256). As in training, each token, in the order of the
    ranks, is encoded with the merges recovered so far, which gives its pair. If it gives more than two, the token was
    put there by hand, and its pairs are all two tokens that make it.
    """
    if missing := [byte for byte in range(256) if bytes([byte]) not in ranks]:
        raise ValueError(
            f"the byte {bytes(missing[:1])!r} has no rank: without all 256 some texts have no tokens"
        )
    bytes_alone = [ranks[bytes([byte])] for byte in range(256)]
    found: dict[tuple[int, int], int] = {}
    by_hand: list[bytes] = []
    joined = range(max(ranks.values()) + 1)
    for token in sorted(ranks, key=ranks.__getitem__):
        if len(token) > 1:
            parts = [bytes_alone[byte] for byte in token]
            deque(merging(parts, found, joined), maxlen=0)
            if len(parts) == 2:
                found[parts[0], parts[1]] = ranks[token]
                continue
            by_hand.append(token)
            halves = ((token[:place], token[place:]) for place in range(1, len(token)))
            known = [
                (ranks[left], ranks[right])
                for left, right in halves
                if left in ranks and right in ranks
            ]
            found |= dict.fromkeys(known, ranks[token])
    return [*found], by_hand


def to_tiktoken(tok: Tokenizer, name: str) -> "tiktoken.Encoding":
    """A `tiktoken.Encoding` with this name that gives the same ids. ValueError, naming it, on what tiktoken lacks."""
    with require_extra("course"):
        import tiktoken

    ranks, special_tokens, pattern = _described(tok)
    return tiktoken.Encoding(
        name, pat_str=pattern, mergeable_ranks=ranks, special_tokens=special_tokens
    )


def save_ranks(tok: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Write a `.tiktoken` file, `aGVsbG8= 300` for b"hello" of rank 300, which `tiktoken.load.load_tiktoken_bpe` reads.

    It does not hold the pattern or the special tokens. ValueError as in `to_tiktoken`.
    """
    ranks, *_ = _described(tok)
    lines = (
        b64encode(token) + b" %d\n" % ranks[token]
        for token in sorted(ranks, key=ranks.__getitem__)
    )
    replace_file(path, b"".join(lines))


def _described(tok: Tokenizer) -> tuple[dict[bytes, int], dict[str, int], str]:
    """The ranks, special tokens and pattern with which tiktoken gives the same ids; ValueError if there are none."""
    model, pattern = tok.model, _pattern(tok.pre_tokenizer)
    more = isinstance(model, BPE) and (
        model.dropout or model.continuing_subword_prefix or model.end_of_word_suffix
    )
    if not isinstance(model, BPE) or type(model) not in (BPE, TiktokenBPE) or more:
        raise ValueError(
            f"tiktoken has byte-pair encoding alone, without dropout, prefix or suffix, not {model!r}"
        )
    for part in ("normalizer", "post_processor", "truncation", "padding"):
        found = getattr(tok, part)
        if found is not None and not (
            isinstance(found, PostProcessor) and found.count_added() == 0
        ):
            raise ValueError(
                f"tiktoken has no {part.replace('_', '-')}: take out {found!r}"
            )
    if not isinstance(tok.decoder, ByteLevelDecoder):
        raise ValueError(
            f"tiktoken decodes bytes, and this decoder is {tok.decoder!r}: set decoders.ByteLevel()"
        )
    special_tokens = tok.added_tokens.ids
    for token in tok.added_tokens.tokens.values():
        if said := [
            name for name in ("single_word", "lstrip", "rstrip") if token.options[name]
        ]:
            raise ValueError(
                f"tiktoken has no {said[0]}, which the added token {token.content!r} asks for"
            )
    ranks = {
        _bytes(token): id
        for token, id in model.vocab.items()
        if special_tokens.get(token) != id
    }
    pairs, by_hand = merges_from_ranks(ranks)
    if by_hand and not (isinstance(model, TiktokenBPE) and model.ignore_merges):
        wrong = f"no two tokens of lower rank make {by_hand[0]!r}, but tiktoken would find it in a text"
        raise ValueError(
            f"{wrong}, as interop.parts.TiktokenBPE(vocab, merges, ignore_merges=True) does"
        )
    tokens = {id: token for token, id in model.vocab.items()}
    merges = [(tokens[left], tokens[right]) for left, right in pairs]
    for ours, theirs in zip_longest(model.merges, merges):
        if ours != theirs:
            wrong = f"tiktoken merges by id, and where a merge here is {ours} it would make {theirs}"
            raise ValueError(
                f"{wrong}: give each merge a token of its own, and the ids in the order of the merges"
            )
    return ranks, special_tokens, pattern


def _bytes(token: str) -> bytes:
    try:
        return bytes(map(CHAR_TO_BYTE.__getitem__, token))
    except KeyError as error:
        raise ValueError(
            f"tiktoken has only bytes, and in the token {token!r}, {error} stands for none"
        ) from None


def _pattern(pre_tokenizer: PreTokenizer | None) -> str:
    """The pattern of a `ByteLevel` or of a `Split` before it, extended to every character: tiktoken drops the rest."""
    match (
        pre_tokenizer.pre_tokenizers
        if isinstance(pre_tokenizer, Sequence)
        else (pre_tokenizer,)
    ):
        case (ByteLevel(add_prefix_space=False) as byte_level,):
            pattern = byte_level.pattern or WHOLE_TEXT
        case (Split() as split, ByteLevel(pattern=None, add_prefix_space=False)) if (
            split == Split(split.pattern)
        ):
            pattern = (
                split.pattern
                if isinstance(split.pattern, Regex)
                else compile_pattern(split.pattern).pattern
            )
        case _:
            wrong = f"tiktoken cuts words by one pattern and takes their bytes, not what {pre_tokenizer!r} does"
            raise ValueError(
                f"{wrong}: give the tokenizer a ByteLevel pre-tokenizer without a prefix space"
            )
    pattern = shared(pattern, "tiktoken")
    if not all(
        found[0]
        for found in compile_pattern(pattern).finditer(bytes(range(128)).decode())
    ):
        raise ValueError(
            f"tiktoken fails where a pattern matches nothing, as {pattern!r} may: match a character"
        )
    return (
        pattern
        if pattern in (*NAMES, WHOLE_TEXT)
        else rf"{pattern}|(?:(?!{pattern})[\s\S])+"
    )
