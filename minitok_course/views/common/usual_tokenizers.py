"""The tokenizers that the Playground shows by itself: published ones on this computer, and the course's own."""

from functools import cache
from typing import Any

from minitok import models, normalizers, pre_tokenizers, trainers
from minitok.interop import hub
from minitok.tokenizer import Tokenizer
from minitok_course import corpora, vocabularies

PUBLISHED = {
    "GPT-2": "GPT-2",
    "GPT-4o / gpt-oss": "gpt-oss",
    "Qwen3": "Qwen3",
    "DeepSeek-V3": "deepseek-ai/DeepSeek-V3",
    "BERT": "BERT",
    "Pegasus": "Pegasus",
}
OWN = ("our BPE", "our WordPiece", "our Unigram")
OWN_SIZE = 1_000
MOST = 7


def usual_tokenizers(*, download: bool = False) -> tuple[dict[str, Any], list[str]]:
    """Up to seven tokenizers by name, published ones first, then our own; and the names of those that are missing."""
    tokenizers, missing = {}, []
    for name in PUBLISHED:
        try:
            tokenizers[name] = _published(name, download)
        except hub.NotAvailable:
            missing.append(name)
    for name in OWN[: MOST - len(tokenizers)]:
        tokenizers[name] = _own(name)
    return tokenizers, missing


@cache
def _published(name: str, download: bool) -> Any:
    """One that comes with the course, or from the hub."""
    source = PUBLISHED[name]
    if source == "gpt-oss":
        return vocabularies.encoding(source)
    if source in vocabularies.PUBLISHED:
        return vocabularies.load(source)
    return Tokenizer.from_file(hub.tokenizer_file(source, download=download))


@cache
def _own(name: str) -> Any:
    trainer: trainers.Trainer
    if name == "our BPE":
        tok = Tokenizer(models.BPE())
        tok.pre_tokenizer = pre_tokenizers.ByteLevel(
            pattern=pre_tokenizers.GPT4_PATTERN
        )
        trainer = trainers.BpeTrainer(vocab_size=OWN_SIZE)
    elif name == "our WordPiece":
        tok = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tok.normalizer = normalizers.BertNormalizer()
        tok.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer = trainers.WordPieceTrainer(
            vocab_size=OWN_SIZE, score="frequency", special_tokens=["[UNK]"]
        )
    else:
        tok = Tokenizer(models.Unigram())
        tok.pre_tokenizer = pre_tokenizers.Metaspace()
        trainer = trainers.UnigramTrainer(
            vocab_size=OWN_SIZE, special_tokens=["<unk>"], unk_token="<unk>"
        )
    tok.train_from_iterator([corpora.load("stories")], trainer)
    return tok
