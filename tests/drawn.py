"""Tokenizers drawn by lot: what a tokenizer.json holds, texts for it, and where `tokenizers` gives something else."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import tokenizers as hf

from minitok import Tokenizer
from minitok.pre_tokenizers import GPT4_PATTERN

Data = dict[str, Any]

SPECIAL = ["<unk>", "<s>", "</s>", "[MASK]", "<pad>"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
LETTERS = list("abcdehinstz ABTÉé.,'-1234▁ĠÃ©ġ#_\u0301你猫\n")
PIECES = [
    "th",
    "the",
    "he",
    "in",
    "ing",
    "st",
    "ab",
    "abc",
    "▁t",
    "▁the",
    "Ġt",
    "Ġthe",
    "##e",
    "##he",
    "##a",
    "猫你",
    "n't",
    "12",
]
ADDED = [*SPECIAL[1:], "<a>", "<a>b", "ab", "the", "The", "é", "É", "▁▁", "##e", " x"]
ADDED += ["x ", "\n", "n't", "猫", "1", "~", "a b", "ß", "\x01", "\u00a0"]
WORDS = ["the", "The", "thing", " the", "in", "st", "a", "b", " ", "  ", "\n", "\t"]
WORDS += [".", ",", "'s", "n't", "1", "12", "1234", "é", "e\u0301", "É", "ß", "ﬁ", "½"]
WORDS += ["①", "猫", "你", "한", "▁", "Ġ", "x", "~", "<a", "[CLS]", "_", "¿", "😀", "İ"]
WORDS += ["ά", "\u3000", "क्षि", "שלום", "й", *ADDED]

SIGNS = [{"String": " "}, {"String": "."}, {"String": "▁"}, {"Regex": "[^a-z ]"}]
PATTERNS = [*SIGNS, {"String": "th"}, {"Regex": " {2,}"}, {"Regex": r"\w+|[^\w\s]+"}]
PATTERNS += [{"Regex": r"^\s|\d$"}, {"Regex": "(?i:the)|é"}, {"Regex": r"\b"}]
PATTERNS += [{"Regex": "x*"}, {"Regex": GPT4_PATTERN}, {"Regex": "(?<=[a-z])(?=[A-Z])"}]
YES_OR_NO = [True, False]
LEFT_OUT = object()  # an option that older files do not have
SCHEMES = ["always", "first", "never"]
BEHAVIORS = [
    "Isolated",
    "Removed",
    "MergedWithPrevious",
    "MergedWithNext",
    "Contiguous",
]
BYTE_LEVEL = {
    "type": ["ByteLevel"],
    "add_prefix_space": YES_OR_NO,
    "trim_offsets": YES_OR_NO,
    "use_regex": [True, False, LEFT_OUT],
}
METASPACES = [
    {"type": ["Metaspace"], "replacement": "▁", "add_prefix_space": [True, LEFT_OUT]},
    {"type": ["Metaspace"], "replacement": "▁_", "prepend_scheme": SCHEMES},
]
METASPACES[1]["split"] = [True, False, LEFT_OUT]
# The options of each part, and the values that each may have
NORMALIZERS = [
    {"type": ["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "ByteLevel"]},
    {"type": ["Strip"], "strip_left": YES_OR_NO, "strip_right": YES_OR_NO},
    {"type": ["Replace"], "pattern": SIGNS, "content": ["", " ", "▁", "xy"]},
    {"type": ["Prepend"], "prepend": ["▁", "ab", "é"]},
    {
        "type": ["BertNormalizer"],
        "clean_text": YES_OR_NO,
        "handle_chinese_chars": YES_OR_NO,
        "strip_accents": [True, False, None],
        "lowercase": YES_OR_NO,
    },
]
PRE_TOKENIZERS = [
    {"type": ["Whitespace", "WhitespaceSplit", "BertPreTokenizer"]},
    {"type": ["Punctuation"], "behavior": [*BEHAVIORS, LEFT_OUT]},
    {"type": ["Digits"], "individual_digits": YES_OR_NO},
    {"type": ["CharDelimiterSplit"], "delimiter": " e▁"},
    {
        "type": ["Split"],
        "pattern": PATTERNS,
        "behavior": BEHAVIORS,
        "invert": YES_OR_NO,
    },
    BYTE_LEVEL,
    *METASPACES,
]
DECODERS = [
    {"type": ["ByteFallback", "Fuse"]},
    {"type": ["BPEDecoder"], "suffix": ["</w>", "e"]},
    {"type": ["WordPiece"], "prefix": ["##", ""], "cleanup": YES_OR_NO},
    {"type": ["Replace"], "pattern": PATTERNS, "content": ["", " ", "xy"]},
    {"type": ["Strip"], "content": "é ", "start": [0, 1], "stop": [0]},
    BYTE_LEVEL,
    *METASPACES,
]
TRUNCATION = {
    "direction": ["Left", "Right"],
    "max_length": range(4, 12),
    "strategy": ["LongestFirst"],
    "stride": [0, 1],
}
PADDING = {
    "strategy": ["BatchLongest", {"Fixed": 9}],
    "direction": ["Left", "Right"],
    "pad_to_multiple_of": [None, 4],
    "pad_id": [4],
    "pad_type_id": [0, 1],
    "pad_token": ["<pad>"],
}
MODELS: list[Data] = [
    {
        "type": ["BPE"],
        "unk_token": ["<unk>", "<unk>", None],
        "continuing_subword_prefix": ["##", "", None, None],
        "end_of_word_suffix": ["</w>", "e", "", None],
        "fuse_unk": YES_OR_NO,
        "byte_fallback": YES_OR_NO,
        "ignore_merges": YES_OR_NO,
    },
    {
        "type": ["WordPiece"],
        "unk_token": ["<unk>"],
        "continuing_subword_prefix": ["##", ""],
        "max_input_chars_per_word": [4, 100],
    },
    {"type": ["WordLevel"], "unk_token": ["<unk>"]},
    {"type": ["Unigram"], "unk_id": [0], "byte_fallback": [True, False, LEFT_OUT]},
]


def part(options: Data, chance: random.Random) -> Data:
    """A part with one value of each option."""
    drawn = {name: chance.choice(values) for name, values in options.items()}
    return {name: value for name, value in drawn.items() if value is not LEFT_OUT}


def stage(kinds: list[Data], name: str, chance: random.Random) -> Data | None:
    """Nothing, a part, or several in a row."""
    parts = [part(chance.choice(kinds), chance) for _ in range(chance.randrange(4))]
    if len(parts) == 1:
        return parts[0]
    return {"type": "Sequence", name: parts} if chance.random() < 0.6 else None


def model(chance: random.Random) -> Data:
    drawn = part(chance.choice(MODELS), chance)
    letters = [letter for letter in LETTERS if chance.random() < 0.9]
    prefix = drawn.get("continuing_subword_prefix") or ""
    suffix = drawn.get("end_of_word_suffix") or ""
    tokens = SPECIAL + chance.choice([BYTES, []])
    for letter in letters:
        tokens += [letter, prefix + letter, letter + suffix, prefix + letter + suffix]
    if drawn["type"] == "BPE":
        drawn["merges"] = merges(tokens, prefix, suffix, chance)
    else:
        tokens += [piece for piece in PIECES if chance.random() < 0.8]
    drawn["vocab"] = {token: id for id, token in enumerate(dict.fromkeys(tokens))}
    if drawn["type"] == "Unigram":
        digits = chance.choice([0, 1, 5])
        scores = [-round(1 + 9 * chance.random(), digits) for _ in drawn["vocab"]]
        drawn["vocab"] = list(zip(drawn["vocab"], scores))
    return drawn


def merges(
    tokens: list[str], prefix: str, suffix: str, chance: random.Random
) -> list[tuple[str, str]]:
    """Merges, each of tokens that are there; what they make is added to the tokens."""
    pairs = []
    for piece in PIECES:
        place = chance.randrange(1, len(piece))
        for start in (piece[:place], prefix + piece[:place]):
            for end in (piece[place:], piece[place:] + suffix):
                if start in tokens and prefix + end in tokens:
                    pairs.append((start, prefix + end))
                    tokens.append(start + end)
    return list(dict.fromkeys(pairs))


def added_tokens(ids: dict[str, int], chance: random.Random) -> list[Data]:
    options = {
        name: [True, False, False] for name in ("single_word", "lstrip", "rstrip")
    }
    options |= {"normalized": YES_OR_NO, "special": YES_OR_NO}
    added = []
    next_id = len(ids)
    for content in chance.sample(ADDED, chance.choice([0, 1, 2, 3, 5])):
        id = ids.get(content, next_id)
        next_id += id == next_id
        added.append({"id": id, "content": content, **part(options, chance)})
    return sorted(added, key=lambda token: token["id"])


def post_processor(ids: dict[str, int], chance: random.Random) -> Data | None:
    start, end = ("<s>", ids["<s>"]), ("</s>", ids["</s>"])
    tok = hf.Tokenizer(hf.models.BPE())
    tok.post_processor = hf.processors.TemplateProcessing(
        single=chance.choice(["<s> $A </s>", "$A:1 </s>"]),
        pair=chance.choice(["<s> $A </s> $B:1 </s>:1", "$A </s>:2 $B"]),
        special_tokens=[start, end],
    )
    template = json.loads(tok.to_str())["post_processor"]
    bytes_ = part(BYTE_LEVEL | {"use_regex": YES_OR_NO}, chance)
    roberta = bytes_ | {"type": "RobertaProcessing", "sep": end, "cls": start}
    del roberta["use_regex"]
    bert = {"type": "BertProcessing", "sep": end, "cls": start}
    both = {"type": "Sequence", "processors": [bytes_, template]}
    return chance.choice([None, None, bytes_, bert, roberta, template, both])


def tokenizer(chance: random.Random) -> Data:
    """What a tokenizer.json holds."""
    drawn = model(chance)
    ids = drawn["vocab"]
    if drawn["type"] == "Unigram":
        ids = {piece: id for id, (piece, _) in enumerate(ids)}
    return {
        "version": "1.0",
        "truncation": part(TRUNCATION, chance) if chance.random() < 0.2 else None,
        "padding": part(PADDING, chance) if chance.random() < 0.2 else None,
        "added_tokens": added_tokens(ids, chance),
        "normalizer": stage(NORMALIZERS, "normalizers", chance),
        "pre_tokenizer": stage(PRE_TOKENIZERS, "pretokenizers", chance),
        "post_processor": post_processor(ids, chance),
        "decoder": stage(DECODERS, "decoders", chance),
        "model": drawn,
    }


def texts(chance: random.Random) -> list[str]:
    lengths = [0, 1, 2, 3, 5, 8, 13]
    return ["".join(chance.choices(WORDS, k=length)) for length in lengths]


# Where they give something else, as docs/exactness.md says


def is_comparable(tok: Tokenizer) -> bool:
    """Whether the ids are to be equal."""
    tokens = [token for token in tok.added_tokens.tokens.values() if token.normalized]
    if tok.normalizer is not None:
        names = [tok.normalizer.normalize_str(token.content) for token in tokens]
        if len({*names}) < len(names):
            return False
    starts = "scheme='first'" in repr(tok.pre_tokenizer)
    return not starts or (tok.normalizer is None and "ByteLevel" not in repr(tok))


def offsets_differ(tok: Tokenizer) -> bool:
    bpe = tok.model.options
    if bpe.get("merges") is not None and bpe["unk_token"] is None:
        return True
    marks = bpe.get("continuing_subword_prefix") or bpe.get("end_of_word_suffix")
    if bpe.get("byte_fallback") and marks:
        return True
    parts = repr([tok.normalizer, tok.pre_tokenizer])
    names = ("NFC", "NFKC", "Replace", "add_prefix_space=True")
    return any(name in parts for name in names)


def differences(data: Data, texts: list[str]) -> Iterator[str]:
    """What `tokenizers` makes of some texts in another way.

    What one of the two refuses is not compared.
    """
    content = json.dumps(data)
    ours = Tokenizer.from_dict(json.loads(content))
    theirs = answer(hf.Tokenizer.from_str, content)
    if theirs is None or not is_comparable(ours):
        return
    saved = ours.to_dict()
    if json.loads(hf.Tokenizer.from_str(json.dumps(saved)).to_str()) != saved:
        yield "what is saved here"
    if Tokenizer.from_dict(json.loads(theirs.to_str())).to_dict() != saved:
        yield "what is saved there"
    for text in texts:
        for pair in ((text,), (text, texts[0])):
            made = answer(ours, *pair)
            other = made and answer(theirs.encode, *pair)
            if made is None or other is None:
                continue
            if made.ids != other.ids:
                yield f"ids of {pair}: {made.ids}, in the library {other.ids}"
            elif not offsets_differ(ours) and made.offsets != other.offsets:
                yield f"offsets of {pair}: {made.offsets}, there {other.offsets}"
            if made.type_ids != other.type_ids:
                yield f"type ids of {pair}"
            windows = [window.ids for window in made.overflowing]
            if windows != [window.ids for window in other.overflowing]:
                yield f"overflow of {pair}"
            if pair == (text,):
                yield from decoded(ours, theirs, made.ids)


def decoded(ours: Tokenizer, theirs: hf.Tokenizer, ids: list[int]) -> Iterator[str]:
    """The same ids as text. Added tokens go through the decoder there."""
    if not ours.added_tokens.tokens.keys().isdisjoint(ids):
        return
    here, there = ours.decode(ids), answer(theirs.decode, ids)
    if there is not None and here != there:
        yield f"text of {ids}: {here!r}, in the library {there!r}"
    if "".join(ours.decode_stream(ids)) != here:
        yield f"stream of {ids}"


def answer(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns; None if it raises an error, or panics."""
    try:
        return function(*args)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None
