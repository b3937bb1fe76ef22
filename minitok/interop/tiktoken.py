"""Load tiktoken's vocabularies, and make tiktoken's encodings.

Instead of merges, tiktoken has *ranks*: the bytes of each token, with its id. A word
that is a token stays whole. In others, it joins the two neighbours whose bytes together
have the lowest rank. If the ranks were trained, these are always the two that training
joined to learn the token. A token that was added to the ranks by hand may have no such
pair.
"""

import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from itertools import pairwise, zip_longest
from random import Random
from typing import TYPE_CHECKING

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.assembly import Parts
from minitok.decoders import ByteLevel as ByteLevelDecoder
from minitok.interop.components import TiktokenBPE
from minitok.interop.expressions import shared
from minitok.interop.files import replace_file
from minitok.interop.json_data import REMEDY, inside, load_json
from minitok.models import BPE, Model
from minitok.models.bpe import merge_by_queue
from minitok.models.model import tokens_by_id
from minitok.patterns import (
    BYTE_TO_CHAR,
    CHAR_TO_BYTE,
    NAMES,
    Pattern,
    Regex,
    compile_pattern,
)
from minitok.pre_tokenizers import ByteLevel, PreTokenizer, Sequence, Split
from minitok.processors import PostProcessor
from minitok.tokenizer import Tokenizer
from minitok.validation import check_type, format_value, require_extra

if TYPE_CHECKING:
    import tiktoken

Ranks = Mapping[bytes, int]
Merges = dict[tuple[int, int], int]  # the rank of a merge, and its token's id
Halves = dict[int, tuple[int, ...]]  # the two that a token was made of; () for a byte

WHOLE_TEXT = r"[\s\S]+"
ASCII = bytes(range(128)).decode()
MAX_SPECIAL = 100_000  # special tokens of a tekken.json
# In files that name none
TEKKEN_CONTROLS = """
<unk> <s> </s> [INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_RESULTS]
[/TOOL_RESULTS] [TOOL_CALLS] [IMG] <pad> [IMG_BREAK] [IMG_END] [PREFIX] [MIDDLE]
[SUFFIX] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CONTENT]
""".split()  # noqa: SIM905


def from_tiktoken(encoding: "tiktoken.Encoding") -> Tokenizer:
    """The tokenizer with the same ids: `from_tiktoken(tiktoken.get_encoding("gpt2"))`.

    It takes some seconds. Raises TypeError if that isn't an encoding, and ValueError as
    `from_ranks` does.
    """
    if not hasattr(encoding, "_mergeable_ranks"):
        raise TypeError(
            f"{format_value(encoding)} is not a tiktoken.Encoding: "
            "write tiktoken.get_encoding('cl100k_base')"
        )
    return from_ranks(
        encoding._mergeable_ranks,
        pattern=encoding._pat_str,
        special_tokens=encoding._special_tokens,
    )


def from_ranks(
    ranks: Ranks, *, pattern: str, special_tokens: Mapping[str, int]
) -> Tokenizer:
    """The tokenizer with these ranks as its ids: `{b"a": 0, ..., b"ab": 256}`.

    `pattern` must put every character into some word. Several special tokens may share
    an id, which decodes to the first of them. The model is a `TiktokenBPE` if there is
    a token that training can't have learned. Raises ValueError if a byte has no rank,
    if a special token's id is not a whole number from 0 up or belongs to another token,
    or if `pattern` may mean something else to tiktoken.
    """
    check_type(pattern, str, "pattern")
    check_type(special_tokens, Mapping, "special_tokens")
    merges, by_hand = _merges(ranks)
    vocab = dict(zip(map(_as_chars, ranks), ranks.values()))
    # By tiktoken's rule a word that is a token is that token.
    model = BPE(ignore_merges=True).with_merges(vocab, merges)
    if by_hand:
        model = TiktokenBPE(vocab, model.merges, ignore_merges=True)
    return from_bpe(model, pattern=pattern, special_tokens=special_tokens)


def from_bpe(
    model: BPE, *, pattern: str, special_tokens: Mapping[str, int]
) -> Tokenizer:
    """A tokenizer with the parts that tiktoken has around a byte-level model.

    Several special tokens may share an id, which decodes to the first of them. Raises
    ValueError as `from_ranks` does.
    """
    added: dict[int, AddedToken] = {}
    aliases = {}
    for name, id in special_tokens.items():
        tokens_by_id({name: id})  # refuses what is no id
        if id in added:
            aliases[name] = id
            continue
        known = model.id_to_token(id)
        if known not in (None, name):
            raise ValueError(
                f"{name!r} and {known!r} have the same id, {id}: give each its own"
            )
        added[id] = AddedToken(name, special=True)
    tok = Tokenizer(model)
    tok.added_tokens = AddedTokens(added, aliases)
    tok.pre_tokenizer = ByteLevel(shared(pattern))
    tok.decoder = ByteLevelDecoder()
    return tok


def _as_chars(token: bytes) -> str:
    return token.decode("latin-1").translate(BYTE_TO_CHAR)


def from_tekken(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in Mistral's `tekken.json`.

    Its control tokens have the ids before all ranks. As in mistral_common, it has the
    size that the file names as its default, and an unnamed control token is
    `<SPECIAL_14>`. Raises ValueError, naming the file, if something in it is missing or
    of another form.
    """
    with inside(os.fspath(path)):
        data = load_json(path)
        config = data["config"]
        count = config["default_num_special_tokens"]
        if count > MAX_SPECIAL:
            raise ValueError(f"{count:,} special tokens are too many: {REMEDY}")
        size = config["default_vocab_size"] - count
        names = {id: f"<SPECIAL_{id}>" for id in range(count)}
        if data.get("special_tokens"):
            ids = {}
            for entry in data["special_tokens"]:
                name = entry["token_str"]
                if name in ids:
                    raise ValueError(f"{name!r} has two ids: {REMEDY}")
                ids[name] = entry["rank"]
            names |= tokens_by_id(ids)
        else:
            names |= enumerate(TEKKEN_CONTROLS)
        ranks = {}
        for entry in data["vocab"][:size]:
            ranks[b64decode(entry["token_bytes"])] = count + entry["rank"]
        special_tokens = dict(zip(names.values(), names))
        return from_ranks(
            ranks, pattern=config["pattern"], special_tokens=special_tokens
        )


def _merges(ranks: Ranks) -> tuple[Merges, list[bytes]]:
    """The two tokens that were joined into each token, and the tokens added by hand.

    {a: 0, b: 1, c: 2, ..., bc: 256, abc: 257} → {(1, 2): 256, (0, 256): 257}. They are
    the two that the merges before the token make of its bytes. If these merges leave
    more than two, the token was added by hand, and its pairs are all two tokens that
    make it. Raises ValueError if a byte has no rank.
    """
    halves: Halves = {}
    for value in range(256):
        byte = bytes([value])
        if byte not in ranks:
            raise ValueError(
                f"the byte {byte!r} has no rank: "
                "give all 256 bytes one, or some texts have no tokens"
            )
        halves[ranks[byte]] = ()
    merges: Merges = {}
    by_hand: list[bytes] = []
    lengths = sorted(set(map(len, ranks)))  # few, even of tokens that are very long
    for token in sorted(ranks, key=ranks.__getitem__):
        if len(token) == 1:
            continue
        rank = ranks[token]
        for pair in _splits(token, ranks, lengths):
            if _stay_apart(pair, halves, merges):
                merges[pair] = rank
                halves[rank] = pair
                break
        else:  # by hand, or made of such tokens
            parts = [ranks[bytes([value])] for value in token]
            merge_by_queue(parts, merges, merges, 0, Random(0))
            if len(parts) == 2:
                merges[parts[0], parts[1]] = rank
            else:
                by_hand.append(token)
                merges |= dict.fromkeys(_splits(token, ranks, lengths), rank)
    return merges, by_hand


def _splits(
    token: bytes, ranks: Ranks, lengths: list[int]
) -> Iterator[tuple[int, int]]:
    """The ranks of all pairs of tokens that make a token."""
    for place in lengths:
        if place >= len(token):
            return
        right = ranks.get(token[place:])  # first, since fewer ends are tokens
        if right is not None:
            left = ranks.get(token[:place])
            if left is not None:
                yield left, right


def _stay_apart(
    pair: tuple[int, int], halves: Halves, merges: Mapping[tuple[int, int], int]
) -> bool:
    """Whether nothing is joined across the middle while the merges make both tokens.

    The merges of the two are undone at the middle, the last one first. What meets there
    must have no lower rank than the merge that was undone. Of equal ranks, the leftmost
    is joined first. False if a token was added by hand.
    """
    left, right = pair
    if left not in halves or right not in halves:
        return False
    while halves[left] or halves[right]:
        if halves[left] and (left > right or not halves[right]):
            limit = left
            left = halves[left][1]
        else:
            limit = right + 1
            right = halves[right][0]
        if merges.get((left, right), limit) < limit:
            return False
    return True


def to_tiktoken(tok: Tokenizer, name: str) -> "tiktoken.Encoding":
    """A `tiktoken.Encoding` with this name that gives the same ids.

    Raises ValueError, which names it, if tiktoken lacks some part.
    """
    with require_extra("course"):
        import tiktoken

    pattern = _pattern(tok.pre_tokenizer)
    return tiktoken.Encoding(
        name,
        pat_str=pattern,
        mergeable_ranks=_ranks(tok),
        special_tokens=tok.added_tokens.ids,
    )


def save_ranks(tok: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Write a `.tiktoken` file: `aGVsbG8= 300` is b"hello", which has the rank 300.

    `tiktoken.load.load_tiktoken_bpe` reads it, but only once: unless TIKTOKEN_CACHE_DIR
    is empty, it keeps what it read from a path. The file does not hold the pattern or
    the special tokens. Raises ValueError as `to_tiktoken` does.
    """
    _pattern(tok.pre_tokenizer)  # to refuse what `to_tiktoken` refuses
    ranks = _ranks(tok)
    lines = []
    for token in sorted(ranks, key=ranks.__getitem__):
        lines.append(b64encode(token) + b" %d\n" % ranks[token])
    replace_file(path, b"".join(lines))


def _ranks(tok: Parts) -> dict[bytes, int]:
    """The ranks with which tiktoken gives the same ids. ValueError if it cannot."""
    model = _check_model(tok.model)
    _check_other_parts(tok)
    special_tokens = tok.added_tokens.ids
    ranks = {}
    for token, id in model.vocab.items():
        if special_tokens.get(token) != id:
            ranks[_token_bytes(token)] = id
    ids, by_hand = _merges(ranks)
    looks_up = isinstance(model, TiktokenBPE) and model.ignore_merges
    if by_hand and not looks_up:
        raise ValueError(
            f"no two tokens of lower rank make {by_hand[0]!r}, but tiktoken would find "
            "it in a text, as interop.components.TiktokenBPE(vocab, merges, "
            "ignore_merges=True) does: use that as the model"
        )
    merges = map(tuple, map(model.tokens, ids))
    for ours, theirs in zip_longest(model.merges, merges):
        if ours != theirs:
            raise ValueError(
                f"tiktoken merges by id, and where a merge here is {ours} it would "
                f"make {theirs}: give each merge a token of its own, "
                "and the ids in the order of the merges"
            )
    return ranks


def _check_model(model: Model) -> BPE:
    """The model, which must be one that tiktoken has."""
    if isinstance(model, BPE) and type(model) in (BPE, TiktokenBPE):
        affixes = model.continuing_subword_prefix or model.end_of_word_suffix
        if not affixes and not model.dropout:
            return model
    raise ValueError(
        "tiktoken has byte-pair encoding alone, without dropout, prefix or suffix, "
        f"not {model!r}: train a BPE like that"
    )


def _check_other_parts(tok: Parts) -> None:
    for name in ("normalizer", "post_processor", "truncation", "padding"):
        part = getattr(tok, name)
        adds_nothing = isinstance(part, PostProcessor) and part.count_added() == 0
        if part is not None and not adds_nothing:
            raise ValueError(
                f"tiktoken has no {name.replace('_', '-')}: take out {part!r}"
            )
    names = sorted(tok.added_tokens.ids)
    for name, longer in pairwise(names):
        if longer.startswith(name):
            raise ValueError(
                f"tiktoken may find {name!r} where the text has {longer!r}, "
                "but minitok finds the longest: leave one of them out"
            )
    if not isinstance(tok.decoder, ByteLevelDecoder):
        raise ValueError(
            f"tiktoken decodes bytes, and this decoder is {tok.decoder!r}: "
            "set decoders.ByteLevel()"
        )
    for token in tok.added_tokens.tokens.values():
        for option in ("single_word", "lstrip", "rstrip"):
            if token.options[option]:
                raise ValueError(
                    f"tiktoken has no {option}, which the added token "
                    f"{token.content!r} asks for: add it without"
                )


def _token_bytes(token: str) -> bytes:
    try:
        return bytes(map(CHAR_TO_BYTE.__getitem__, token))
    except KeyError as error:
        raise ValueError(
            f"tiktoken has only bytes, and in the token {token!r}, "
            f"{error} stands for none: train with a ByteLevel pre-tokenizer"
        ) from None


def _pattern(pre_tokenizer: PreTokenizer | None) -> str:
    """The pattern that cuts as a pre-tokenizer does.

    It is extended to every character, since tiktoken drops those outside of matches.
    """
    pattern = _find_pattern(pre_tokenizer)
    if pattern is None:
        raise ValueError(
            "tiktoken cuts words by one pattern and takes their bytes, not what "
            f"{pre_tokenizer!r} does: give the tokenizer a ByteLevel pre-tokenizer "
            "without a prefix space"
        )
    if not isinstance(pattern, Regex):
        pattern = compile_pattern(pattern).pattern
    pattern = shared(pattern)
    matches = compile_pattern(pattern).finditer(ASCII)
    if not all(match[0] for match in matches):
        raise ValueError(
            f"tiktoken fails where a pattern matches nothing, as {pattern!r} may: "
            "match a character"
        )
    if pattern in (*NAMES, WHOLE_TEXT):
        return pattern
    return rf"{pattern}|(?:(?!{pattern})[\s\S])+"


def _find_pattern(pre_tokenizer: PreTokenizer | None) -> Pattern | None:
    """The pattern of a `ByteLevel`, or of a `Split` before it; None if it does more."""
    stages: list[PreTokenizer | None] = [pre_tokenizer]
    if isinstance(pre_tokenizer, Sequence):
        stages = list(pre_tokenizer.pre_tokenizers)
    match stages:
        case [ByteLevel(add_prefix_space=False) as byte_level]:
            return Regex(byte_level.pattern or WHOLE_TEXT)
        case [Split() as split, ByteLevel(pattern=None, add_prefix_space=False)]:
            if split == Split(split.pattern):
                return split.pattern
    return None
