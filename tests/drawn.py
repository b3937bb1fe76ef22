"""Tokenizers drawn by lot: what a tokenizer.json holds, texts for it, and where `tokenizers` gives something else."""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import tokenizers as hf

from minitok import Tokenizer

Data = dict[str, Any]

CHOICES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""Tokens, words of texts, and what each option of each part may be."""

LEFT_OUT = "(left out)"  # an option that older files do not have
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
ADDED = [*CHOICES["special"][1:], *CHOICES["added"]]


def part(options: Data, chance: random.Random) -> Data:
    """A part with one value of each option."""
    drawn = {name: chance.choice(values) for name, values in options.items()}
    return {name: value for name, value in drawn.items() if value != LEFT_OUT}


def stage(kind: str, name: str, chance: random.Random) -> Data | None:
    """Nothing, a part, or several in a row."""
    parts = []
    for _ in range(chance.randrange(4)):
        options = chance.choice(CHOICES[kind])
        parts.append(part(options, chance))
    if len(parts) == 1:
        return parts[0]
    return chance.choice([{"type": "Sequence", name: parts}, None])


def some(tokens: Iterable[str], share: float, chance: random.Random) -> list[str]:
    return [token for token in tokens if chance.random() < share]


def model(chance: random.Random) -> Data:
    drawn = part(chance.choice(CHOICES["models"]), chance)
    prefix = drawn.get("continuing_subword_prefix") or ""
    suffix = drawn.get("end_of_word_suffix") or ""
    tokens = CHOICES["special"] + chance.choice([BYTES, []])
    for letter in some(CHOICES["letters"], 0.9, chance):
        for marked in (letter, letter + suffix):
            tokens += [marked, prefix + marked]
    if drawn["type"] == "BPE":
        drawn["merges"] = merges(tokens, prefix, suffix, chance)
    else:
        tokens += some(CHOICES["pieces"] + CHOICES["odd_pieces"], 0.8, chance)
    tokens = list(dict.fromkeys(tokens))
    drawn["vocab"] = {token: id for id, token in enumerate(tokens)}
    if drawn["type"] == "Unigram":
        digits = chance.choice([0, 1, 5])
        drawn["vocab"] = []
        for token in tokens:
            score = round(chance.uniform(-10, -1), digits)
            drawn["vocab"].append((token, score))
    return drawn


def merges(
    tokens: list[str], prefix: str, suffix: str, chance: random.Random
) -> list[tuple[str, str]]:
    """Merges, each of tokens that are there; what they make is added to the tokens."""
    pairs = []
    for piece in CHOICES["pieces"]:
        place = chance.randrange(1, len(piece))
        starts = [piece[:place], prefix + piece[:place]]
        ends = [piece[place:], piece[place:] + suffix]
        for start, end in product(starts, ends):
            if start in tokens and prefix + end in tokens:
                pairs.append((start, prefix + end))
                tokens.append(start + end)
    return list(dict.fromkeys(pairs))


def added_tokens(ids: dict[str, int], chance: random.Random) -> list[Data]:
    added = []
    next_id = len(ids)
    for content in chance.sample(ADDED, chance.choice([0, 1, 2, 3, 5])):
        token = part(CHOICES["added_token"], chance)
        token["id"] = ids.get(content, next_id)
        token["content"] = content
        if token["id"] == next_id:
            next_id += 1
        added.append(token)
    return sorted(added, key=lambda token: token["id"])


def post_processor(ids: dict[str, int], chance: random.Random) -> Data | None:
    start = "<s>", ids["<s>"]
    end = "</s>", ids["</s>"]
    tok = hf.Tokenizer(hf.models.BPE())
    tok.post_processor = hf.processors.TemplateProcessing(
        single=chance.choice(["<s> $A </s>", "$A:1 </s>"]),
        pair=chance.choice(["<s> $A </s> $B:1 </s>:1", "$A </s>:2 $B"]),
        special_tokens=[start, end],
    )
    template = json.loads(tok.to_str())["post_processor"]
    byte_level = part(CHOICES["byte_level"], chance)
    bert = {"type": "BertProcessing", "sep": end, "cls": start}
    roberta = bert | byte_level | {"type": "RobertaProcessing"}
    del roberta["use_regex"]
    both = {"type": "Sequence", "processors": [byte_level, template]}
    kinds = [None, None, byte_level, bert, roberta, template, both]
    return chance.choice(kinds)


def tokenizer(chance: random.Random) -> Data:
    """What a tokenizer.json holds."""
    drawn = model(chance)
    ids = dict(drawn["vocab"])
    if drawn["type"] == "Unigram":
        ids = {piece: id for id, piece in enumerate(ids)}
    return {
        "version": "1.0",
        "truncation": rarely("truncation", chance),
        "padding": rarely("padding", chance),
        "added_tokens": added_tokens(ids, chance),
        "normalizer": stage("normalizers", "normalizers", chance),
        "pre_tokenizer": stage("pre_tokenizers", "pretokenizers", chance),
        "post_processor": post_processor(ids, chance),
        "decoder": stage("decoders", "decoders", chance),
        "model": drawn,
    }


def rarely(kind: str, chance: random.Random) -> Data | None:
    return part(CHOICES[kind], chance) if chance.random() < 0.2 else None


def texts(chance: random.Random) -> list[str]:
    words = CHOICES["words"] + ADDED
    lengths = [0, 1, 2, 3, 5, 8, 13]
    return ["".join(chance.choices(words, k=length)) for length in lengths]


# Where they give something else, as docs/exactness.md says


def is_comparable(tok: Tokenizer) -> bool:
    """Whether the ids are to be equal."""
    tokens = [token for token in tok.added_tokens.tokens.values() if token.normalized]
    if tok.normalizer is not None:
        names = [tok.normalizer.normalize_str(token.content) for token in tokens]
        if len({*names}) < len(names):
            return False
    starts_matter = "scheme='first'" in repr(tok.pre_tokenizer)
    return tok.normalizer is None or not starts_matter


def offsets_differ(tok: Tokenizer) -> bool:
    bpe = tok.model.options
    if bpe.get("merges") is not None and bpe["unk_token"] is None:
        return True
    marks = bpe.get("continuing_subword_prefix") or bpe.get("end_of_word_suffix")
    if bpe.get("byte_fallback") and marks:
        return True
    parts = repr([tok.normalizer, tok.pre_tokenizer])
    return bool(re.search("NFK?C|Replace|add_prefix_space=True", parts))


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
    chance = random.Random(content)
    known = sorted(ours.vocab.values())
    ids = [chance.choices(known, k=7) for _ in range(20)]
    for text in texts:
        for pair in ((text,), (text, texts[0])):
            made = answer(ours, *pair)
            other = made and answer(theirs.encode, *pair)
            if other:
                ids.append(made.ids)
                yield from unlike(made, other, pair, offsets_differ(ours))
    for some in ids:
        yield from decoded(ours, theirs, some)


def unlike(
    ours: Any, theirs: Any, pair: tuple[str, ...], offsets_differ: bool
) -> Iterator[str]:
    """The lists of two encodings that are not equal."""
    for name in ("ids", "type_ids", "attention_mask", "special_tokens_mask", "offsets"):
        here, there = getattr(ours, name), getattr(theirs, name)
        if here != there and not (name == "offsets" and offsets_differ):
            yield f"{name} of {pair}: {here}, in the library {there}"
    windows = [window.ids for window in ours.overflowing]
    if windows != [window.ids for window in theirs.overflowing]:
        yield f"overflow of {pair}"


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
