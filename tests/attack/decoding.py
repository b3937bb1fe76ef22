"""Random ids, strings and added tokens, decoded whole and as a stream, by decoders drawn at random."""

import random

from samples import COMMON

from minitok import Tokenizer, decoders
from minitok.added_tokens import AddedToken
from minitok.interop import parts as interop_parts
from minitok.models import BPE
from minitok.patterns import BYTE_TO_CHAR, Regex
from minitok.pre_tokenizers import GPT4_PATTERN, ByteLevel

ALPHABET = list(BYTE_TO_CHAR.values())
ODD = ["\ud800", "\udbff", "\udc00", "\udfff", "\ufdd0", "\ufdd3", "\uffff", "\U0010ffff", "\U0001fffe", "\0", "\ufffd"]
SPELLINGS = ["▁", "▁the", "##s", "</w>", "cat</w>", " ", " n't", " .", "<0xC3>", "<0xA9>", "<0xFF>", "<0x+f>", "<0x0>"]


def string(chance: random.Random, *, surrogates: bool = True) -> str:
    """A few characters: common ones, what belongs to no script, any code point there is."""
    size = chance.choice([0, 1, 1, 2, 5, 20])
    chars = [
        chance.choice([chance.choice(COMMON), chance.choice(ODD), chr(chance.randrange(0x110000))]) for _ in range(size)
    ]
    return "".join(char for char in chars if surrogates or not "\ud800" <= char <= "\udfff")


def decoder(chance: random.Random) -> decoders.Decoder:
    """One to four decoders in a row."""
    pattern = chance.choice(["▁", "a", *ODD, Regex("."), Regex(r"\s"), Regex("[^a]"), Regex("(?=.)")])
    known = [
        decoders.ByteLevel(),
        decoders.ByteFallback(),
        interop_parts.Fuse(),
        decoders.WordPiece(cleanup=chance.random() < 0.5),
        decoders.BPEDecoder(),
        decoders.Metaspace(prepend_scheme=chance.choice(["always", "never"])),
        decoders.Strip(chance.choice([" ", "▁", *ODD]), left=chance.randrange(3), right=chance.randrange(3)),
        decoders.Replace(pattern, chance.choice(["", " ", "▁", *ODD])),
    ]
    drawn = [chance.choice(known) for _ in range(chance.choice([1, 2, 4]))]
    return drawn[0] if len(drawn) == 1 else decoders.Sequence(drawn)


def with_added_tokens(tok: Tokenizer, chance: random.Random) -> list[str]:
    """Add up to five tokens of any characters, with options drawn at random; their contents."""
    contents = {string(chance) for _ in range(chance.randrange(6))} - {"", *tok.vocab}
    for content in sorted(contents):
        tok.add_tokens([AddedToken(content, special=chance.random() < 0.3, normalized=chance.random() < 0.5)])
    return sorted(contents)


def streaming(chance: random.Random) -> str:
    """A stream of any ids, joined, is their text, and none of its parts is empty."""
    tokens = [*ALPHABET[::9], *SPELLINGS, *(string(chance) for _ in range(30))]
    tok = Tokenizer(BPE({token: id for id, token in enumerate(dict.fromkeys(tokens))}))
    tok.decoder = chance.choice([None, decoder(chance), decoder(chance), decoder(chance)])
    with_added_tokens(tok, chance)
    for _ in range(20):
        ids = [chance.choice(list(tok.vocab.values())) for _ in range(chance.choice([0, 1, 2, 5, 30]))]
        written, parts = tok.decode(ids), list(tok.decode_stream(ids))
        if "".join(parts) != written or "" in parts:
            tokens = [tok.id_to_token(id) or "" for id in ids]
            return f"{tok.decoder} of {tokens!a} is {written!a}, as a stream {parts!a}"
    return ""


def returning(chance: random.Random) -> str:
    """Any text comes back from byte-level ids, added tokens in it too; offsets leave no character out."""
    tok = Tokenizer(BPE({char: id for id, char in enumerate(ALPHABET)}))
    tok.pre_tokenizer, tok.decoder = ByteLevel(chance.choice([GPT4_PATTERN, None])), decoders.ByteLevel()
    contents = with_added_tokens(tok, chance)
    for _ in range(10):
        parts = [chance.choice([string(chance, surrogates=False), *contents]) for _ in range(chance.randrange(6))]
        text = "".join(parts)
        try:
            ids, encoding = tok.encode(text), tok(text)
        except ValueError:
            if not any("\ud800" <= char <= "\udfff" for char in text):
                raise
            continue
        back = tok.decode(ids, skip_special_tokens=False)
        if ids != encoding.ids or back != text:
            return f"{text!a} has the ids {ids}, by the call {encoding.ids}, and comes back as {back!a}"
        starts = [*(start for start, _ in encoding.offsets), len(text)]
        ends = [0, *(end for _, end in encoding.offsets)]
        if any(start > end for start, end in zip(starts, ends)):
            return f"the offsets of {text!a} leave something out: {encoding.offsets}"
    return ""
