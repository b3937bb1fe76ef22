"""The parts of each stage, by their types in `tokenizer.json`.

To add a part, add its class to its stage. That is enough if its fields have the same
names and values in the file; if not, `Stage.add` has options. The functions here may
change the dict that they get.
"""

from collections.abc import Mapping

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.added_tokens import AddedToken
from minitok.encoding import Padding, Truncation
from minitok.interop.components import Fuse, Precompiled, Prepend, TiktokenBPE
from minitok.interop.json_data import Data, check_object
from minitok.interop.schema import Stage
from minitok.interop.sentencepiece_components import (
    SentencePieceBPE,
    SentencePieceDecoder,
    SentencePieceNormalizer,
    SentencePieceUnigram,
)
from minitok.interop.templates import (
    read_bert,
    read_roberta,
    read_template,
    write_template,
)
from minitok.patterns import GPT2_PATTERN
from minitok.validation import check_type

NORMALIZERS = Stage("normalizer")
NORMALIZERS.add_all(normalizers, "NFC", "NFD", "NFKC", "NFKD", "ByteLevel", "Sequence")
NORMALIZERS.add_all(
    normalizers, "Lowercase", "StripAccents", "BertNormalizer", "Replace"
)
NORMALIZERS.add(normalizers.Strip, names={"left": "strip_left", "right": "strip_right"})
NORMALIZERS.add(Prepend)
NORMALIZERS.add(Precompiled)
NORMALIZERS.add(SentencePieceNormalizer)


def _read_bytes(data: Data) -> Data:
    """Older files have no `use_regex`."""
    use_regex = check_type(data.pop("use_regex", True), bool, "use_regex")
    data["pattern"] = GPT2_PATTERN if use_regex else None
    return data


def _write_bytes(data: Data) -> Data:
    """`ByteLevel` has only GPT-2's pattern in files: others are a `Split` before it."""
    pattern = data.pop("pattern")
    data["use_regex"] = pattern == GPT2_PATTERN
    if pattern in (GPT2_PATTERN, None):
        return data
    if data["add_prefix_space"]:
        raise ValueError(
            "tokenizer.json cannot say add_prefix_space together with "
            f"the pattern {pattern!r}: leave one of them out"
        )
    split = PRE_TOKENIZERS.write(pre_tokenizers.Split(pattern))
    return {"type": "Sequence", "pretokenizers": [split, data]}


def _read_metaspace(data: Data) -> Data:
    """Older files have `add_prefix_space`, which `prepend_scheme` overrules."""
    add_prefix_space = data.pop("add_prefix_space", None)
    if add_prefix_space is False and data.get("prepend_scheme") != "never":
        raise ValueError(
            "Metaspace has add_prefix_space=False, "
            "which needs prepend_scheme='never' beside it"
        )
    data.pop("str_rep", None)
    return data


def _read_delimiter(data: Data) -> Data:
    """`CharDelimiterSplit` cuts at a character, and removes it."""
    pattern = {"String": data["delimiter"]}
    return {"pattern": pattern, "behavior": "Removed", "invert": False}


PRE_TOKENIZERS = Stage("pre-tokenizer")
PRE_TOKENIZERS.add_all(pre_tokenizers, "Whitespace", "WhitespaceSplit", "Split")
PRE_TOKENIZERS.add_all(pre_tokenizers, "BertPreTokenizer", "Digits", "Punctuation")
PRE_TOKENIZERS.add(pre_tokenizers.Split, "CharDelimiterSplit", read=_read_delimiter)
PRE_TOKENIZERS.add(pre_tokenizers.Sequence, names={"pre_tokenizers": "pretokenizers"})
PRE_TOKENIZERS.add(pre_tokenizers.Metaspace, read=_read_metaspace)
PRE_TOKENIZERS.add(
    pre_tokenizers.ByteLevel,
    unused=["trim_offsets"],
    read=_read_bytes,
    write=_write_bytes,
)

POST_PROCESSORS = Stage("post-processor")
POST_PROCESSORS.add(processors.Sequence)
POST_PROCESSORS.add(processors.ByteLevel, unused=["use_regex"])
POST_PROCESSORS.add(
    processors.TemplateProcessing, read=read_template, write=write_template
)
POST_PROCESSORS.add(processors.TemplateProcessing, "BertProcessing", read=read_bert)
POST_PROCESSORS.add(processors.Sequence, "RobertaProcessing", read=read_roberta)

DECODERS = Stage("decoder")
DECODERS.add_all(
    decoders, "ByteFallback", "BPEDecoder", "Replace", "Sequence", "WordPiece"
)
DECODERS.add(decoders.Strip, names={"left": "start", "right": "stop"})
DECODERS.add(Fuse)
DECODERS.add(SentencePieceDecoder)
DECODERS.add(
    decoders.ByteLevel, unused=["add_prefix_space", "trim_offsets", "use_regex"]
)
DECODERS.add(decoders.Metaspace, unused=["split"], read=_read_metaspace)


def _without_unset(data: Data) -> Data:
    """Leave out the `""` that older files have for no token."""
    for name in ("unk_token", "continuing_subword_prefix", "end_of_word_suffix"):
        if data.get(name) == "":
            del data[name]
    return data


MODELS = Stage("model")
MODELS.add_all(models, "WordLevel", "WordPiece")
MODELS.add(TiktokenBPE)
MODELS.add(SentencePieceBPE)
MODELS.add(models.BPE, read=_without_unset)
for unigram in (models.Unigram, SentencePieceUnigram):
    MODELS.add(unigram, names={"pieces": "vocab"})

ADDED_TOKENS = Stage("added token")
ADDED_TOKENS.add(AddedToken, "added token")

TRUNCATION = Stage("truncation")
TRUNCATION.add(Truncation, "truncation")


def _read_padding(data: Data) -> Data:
    """`{"Fixed": 8}` → 8, `"BatchLongest"` → None."""
    strategy = data.pop("strategy")
    data["length"] = None
    if strategy != "BatchLongest":
        data["length"] = check_object(strategy)["Fixed"]
    return data


def _write_length(data: Data) -> Data:
    length = data.pop("length")
    strategy = "BatchLongest" if length is None else {"Fixed": length}
    return {"strategy": strategy, **data}


PADDING = Stage("padding")
PADDING.add(Padding, "padding", read=_read_padding, write=_write_length)

# In the order of the file
STAGES: Mapping[str, Stage] = {
    "truncation": TRUNCATION,
    "padding": PADDING,
    "normalizer": NORMALIZERS,
    "pre_tokenizer": PRE_TOKENIZERS,
    "post_processor": POST_PROCESSORS,
    "decoder": DECODERS,
    "model": MODELS,
}
