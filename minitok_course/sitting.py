"""What the notebook `gpt4_in_one_sitting` needs beside its functions: what its pictures show, and its last card."""

from collections.abc import Iterator

from minitok.models import BPE
from minitok.patterns import BYTE_TO_CHAR
from minitok.steps import MergeStep, PairStep, Token
from minitok.trainers import BpeTrainer
from minitok_course import vocabularies


def bytes_of(text: str) -> list[Token]:
    """The bytes of a text as tokens, each under its character."""
    tokens = []
    for place, char in enumerate(text):
        for byte in char.encode():
            tokens.append(Token(byte, f"{byte:02x}", (place, place + 1)))
    return tokens


def merges_of(text: str) -> Iterator[PairStep]:
    """Every merge that can be learned from a text, which is taken for one long word."""
    trainer = BpeTrainer(vocab_size=500)
    return trainer.steps({text: 1}, detail=True)


def gpt4_merges(word: str) -> Iterator[MergeStep]:
    """How GPT-4's merges join the bytes of a word, even if the word is a token."""
    published = vocabularies.load("GPT-4").model
    assert isinstance(published, BPE)
    model = BPE(published.vocab, published.merges)
    return model.steps("".join(BYTE_TO_CHAR[byte] for byte in word.encode()))
