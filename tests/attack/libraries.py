"""Texts at the edges, given to eight vocabularies and to the libraries they come from: `differing` says who disagrees.

Among the vocabularies is one in the manner of Llama, with bytes for what it doesn't know, trained by `tokenizers` here.
"""

import json
import random
from functools import cache

import published_vocabularies as published
from samples import COMMON, OLD_CHARS, RECLASSIFIED, SCRIPTS

from minitok import Tokenizer, corpora
from minitok.interop.difference import shrink

PUBLISHED = [name for name in published.LOADERS if name != "gpt2"]  # its ranks are those of r50k_base
TEXTS = 20
"""How many texts a try gives to each vocabulary."""

CHARS = "".join(char for char in OLD_CHARS if char not in RECLASSIFIED)
KNOWN = frozenset(CHARS)
EDGES = [
    *["\0", "\x1f", "\x7f", "\x85", "\u00ad", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u2028", "\u2029"],
    *["\u2060", "\ufe0f", "\ufeff", "\ufff9", "\ufffc", "\ufffd", "\U0001d173", "\U000e0041"],  # unseen
    *[" ", "  ", "   ", "\t", "\n", "\r", "\r\n", "\n\n", "\x0b", "\x0c", "\u00a0", "\u2003", "\u3000", "\u1680"],
    *["\u0301", "\u0323", "\u0345", "\u0f71", "\u0f72", "\u302a", "\u302e", "\u3099", "\u093c", "\u0e33", "\u20e3"],
    *["\u1100", "\u1161", "\u11a8", "각", "ｶﾞ", "パ", "İ", "ı", "ǅ", "ß", "ſ", "Σ", "ς", "ﬃ", "ﷺ", "㍿", "Ⅷ"],
    *["'s", "'LL", "’t", "'ſ", "''", "123", "1234", "١٢٣", "½", "²", "_", "__", "-", "--", "...", "…", "?!", "«", "·"],
    *["▁", "▁▁", "Ġ", "Ċ", "Ä", "##", "##s", "</w>", "<0x0A>", "<0xFF>", "<unk>", "<n>", "<s>", "</s>", "[UNK]"],
    *["[CLS]", "[MASK]", "<mask_1>", "<|endoftext|>", "<|", "|>", "<|fim_prefix|>", "<|endofprompt|>", "<pad>", "[X]"],
]
"""What a library may treat apart: characters that are not seen, spaces, marks, what has several forms, tokens."""


def llama_like() -> published.Pair:
    """A tokenizer as Llama 2's, trained by `tokenizers` on the course's stories: 256 bytes, then what it learned."""
    import tokenizers as hf

    special = ["<unk>", "<s>", "</s>"]
    theirs = hf.Tokenizer(hf.models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    theirs.normalizer = hf.normalizers.Sequence(
        [hf.normalizers.Prepend("▁"), hf.normalizers.Replace(" ", "▁")],
    )
    decoding = [hf.decoders.Replace("▁", " "), hf.decoders.ByteFallback(), hf.decoders.Fuse()]
    theirs.decoder = hf.decoders.Sequence([*decoding, hf.decoders.Strip(" ", 1, 0)])
    tokens = special + [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = hf.trainers.BpeTrainer(vocab_size=2000, special_tokens=tokens, show_progress=False)
    theirs.train_from_iterator(corpora.load("stories").splitlines(), trainer)
    data = json.loads(theirs.to_str())
    data["added_tokens"] = data["added_tokens"][: len(special)]  # bytes are tokens of the model alone
    theirs = hf.Tokenizer.from_str(json.dumps(data))
    theirs.post_processor = hf.processors.TemplateProcessing("<s> $A", "<s> $A <s>:1 $B:1", [("<s>", 1)])
    return published.Pair(
        "Llama-like", "tokenizers", Tokenizer.from_dict(json.loads(theirs.to_str())), theirs, (*special,)
    )


@cache
def pairs() -> list[published.Pair]:
    return [*map(published.load, PUBLISHED), llama_like()]


@cache
def tokens() -> list[str]:
    """Some tokens of each vocabulary, as it spells them and as they are read."""
    found: list[str] = []
    for pair in pairs():
        ids = random.Random(pair.name).sample(sorted(pair.ours.vocab.values()), 400)
        found += [pair.ours.id_to_token(id) or "" for id in ids]
        found += [pair.ours.decode([id]) for id in ids]
    return [token for token in found if KNOWN.issuperset(token)]


@cache
def lines() -> list[str]:
    course = "\n".join(map(corpora.load, corpora.names())).splitlines()
    return [*SCRIPTS.values(), *(line for line in course if line and KNOWN.issuperset(line))]


def text(chance: random.Random) -> str:
    """Up to a dozen parts: common and rare characters, edges, tokens, lines cut anywhere, and repetitions of these."""
    parts: list[str] = []
    for _ in range(chance.randint(1, chance.choice([1, 3, 6, 12]))):
        kind = chance.random()
        if kind < 0.35:
            part = chance.choice(COMMON)
        elif kind < 0.5:
            part = chance.choice(CHARS)
        elif kind < 0.75:
            part = chance.choice(EDGES)
        elif kind < 0.9:
            part = chance.choice(tokens())
        else:
            line = chance.choice(lines())
            start = chance.randrange(len(line))
            part = line[start : start + chance.randint(1, 12)]
        changed = chance.random()
        if changed < 0.05:
            part *= chance.choice([2, 3, 9, 40])
        elif changed < 0.1:
            part = "".join(char for char in part.swapcase() if char in KNOWN)
        parts.append(part)
    return "".join(parts)


def differing(chance: random.Random) -> str:
    """What ids, offsets or decoded text differ, of which text, shortened as far as it still does."""
    for made in [text(chance) for _ in range(TEXTS)]:
        for pair in pairs():
            if found := published.differences(pair, made):
                least = shrink(made, lambda part, pair=pair, found=found: published.differences(pair, part) == found)
                return f"{pair.name}: {', '.join(found)} of {least!a}"
    return ""


def long_text(chance: random.Random) -> str:
    """The same of one text of up to 100,000 characters, which is not shortened: what counts is its length."""
    size = chance.randint(10_000, 100_000)
    made = ""
    while len(made) < size:
        made += text(chance) if chance.random() < 0.3 else chance.choice(lines()) + chance.choice(["\n", " ", ""])
    for pair in pairs():
        if found := published.differences(pair, made):
            return f"{pair.name}: {', '.join(found)} of a text of {len(made):,} characters"
    return ""
