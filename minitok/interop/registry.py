"""The parts of each stage, by their types in `tokenizer.json`: add a part to its stage.

Its class is enough if its fields have the same names and values in the file. For others
there are the options of `Schema`. The functions may change the dict that they get.
"""

from collections.abc import Mapping

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.encoding import Padding, Truncation
from minitok.interop import components, sentencepiece_components
from minitok.interop.json_data import Data, check_object, check_type
from minitok.interop.schema import Stage, field_types
from minitok.interop.templates import (
    read_bert,
    read_roberta,
    read_template,
    write_template,
)
from minitok.patterns import GPT2_PATTERN
from minitok.validation import check_char

NORMALIZERS = Stage("normalizer")
NORMALIZERS.add_all(normalizers, "NFC", "NFD", "NFKC", "NFKD", "ByteLevel", "Replace")
NORMALIZERS.add_all(normalizers, "Lowercase", "StripAccents", "Sequence")
NORMALIZERS.add(normalizers.BertNormalizer, optional=["strip_accents"])
strip_names = {"left": "strip_left", "right": "strip_right"}
NORMALIZERS.add(normalizers.Strip, names=strip_names)
NORMALIZERS.add(components.Prepend, names={"chars": "prepend"})
NORMALIZERS.add(components.Precompiled, names={"charsmap": "precompiled_charsmap"})
NORMALIZERS.add(sentencepiece_components.SentencePieceNormalizer)


def _read_bytes(data: Data) -> Data:
    """Older files have no `use_regex`."""
    use_regex = check_type(data.pop("use_regex", True), bool, "use_regex")
    data["pattern"] = GPT2_PATTERN if use_regex else None
    return data


def _write_bytes(data: Data) -> Data:
    """`ByteLevel` has only GPT-2's pattern in the file; others are a `Split` before it."""
    pattern = data.pop("pattern")
    data["use_regex"] = pattern == GPT2_PATTERN
    if pattern in (GPT2_PATTERN, None):
        return data
    if data["add_prefix_space"]:
        raise ValueError(
            f"tokenizer.json cannot say add_prefix_space together with the pattern {pattern!r}: leave one out"
        )
    split = PRE_TOKENIZERS.write(pre_tokenizers.Split(pattern))
    return {"type": "Sequence", "pretokenizers": [split, data]}


def _read_metaspace(data: Data) -> Data:
    """Older files have `add_prefix_space`; if `prepend_scheme` is there, too, it counts."""
    add_prefix_space = data.pop("add_prefix_space", None)
    if add_prefix_space is False and data.get("prepend_scheme") != "never":
        raise ValueError(
            "Metaspace has add_prefix_space=False, which needs prepend_scheme='never' beside it"
        )
    data.pop("str_rep", None)
    return data


def _read_delimiter(data: Data) -> Data:
    """A `Split` by another name, which removes one character."""
    delimiter = check_char(data.pop("delimiter"), "delimiter")
    data["pattern"] = {"String": delimiter}
    data["behavior"] = "Removed"
    data["invert"] = False
    return data


PRE_TOKENIZERS = Stage("pre-tokenizer")
PRE_TOKENIZERS.add_all(pre_tokenizers, "Whitespace", "WhitespaceSplit", "Split")
PRE_TOKENIZERS.add_all(pre_tokenizers, "BertPreTokenizer", "Digits")
PRE_TOKENIZERS.add(pre_tokenizers.Punctuation, optional=["behavior"])
PRE_TOKENIZERS.add(pre_tokenizers.Sequence, names={"pre_tokenizers": "pretokenizers"})
PRE_TOKENIZERS.add(pre_tokenizers.Split, "CharDelimiterSplit", read=_read_delimiter)
PRE_TOKENIZERS.add(
    pre_tokenizers.Metaspace,
    optional=["prepend_scheme", "split"],
    read=_read_metaspace,
)
PRE_TOKENIZERS.add(
    pre_tokenizers.ByteLevel,
    unused={"trim_offsets": True},
    read=_read_bytes,
    write=_write_bytes,
)

POST_PROCESSORS = Stage("post-processor")
POST_PROCESSORS.add(processors.Sequence)
POST_PROCESSORS.add(
    processors.ByteLevel, optional=["use_regex"], unused={"use_regex": True}
)
POST_PROCESSORS.add(
    processors.TemplateProcessing, read=read_template, write=write_template
)
POST_PROCESSORS.add(processors.TemplateProcessing, "BertProcessing", read=read_bert)
POST_PROCESSORS.add(processors.Sequence, "RobertaProcessing", read=read_roberta)

DECODERS = Stage("decoder")
DECODERS.add_all(decoders, "ByteFallback", "BPEDecoder", "Replace", "Sequence")
DECODERS.add(decoders.WordPiece)
DECODERS.add(decoders.Strip, names={"left": "start", "right": "stop"})
DECODERS.add(components.Fuse)
DECODERS.add(sentencepiece_components.SentencePieceDecoder)
byte_options = ["add_prefix_space", "trim_offsets", "use_regex"]
DECODERS.add(
    decoders.ByteLevel,
    optional=["use_regex"],
    unused=dict.fromkeys(byte_options, True),
)
DECODERS.add(
    decoders.Metaspace,
    optional=["prepend_scheme", "split"],
    unused={"split": True},
    read=_read_metaspace,
)


UNSET = ("unk_token", "continuing_subword_prefix", "end_of_word_suffix")


def _without_unset(data: Data) -> Data:
    """Leave out null, and the `""` that older files have for a token that is not set."""
    options: Data = {}
    for name, value in data.items():
        is_unset = value == "" and name in UNSET
        if value is not None and not is_unset:
            options[name] = value
    return options


def _vocab_last(data: Data) -> Data:
    """What is long comes after the options, for those who look into the file."""
    for name in ("vocab", "merges"):
        if name in data:
            data[name] = data.pop(name)
    return data


MODELS = Stage("model")
MODELS.add_all(models, "WordLevel", "WordPiece", write=_vocab_last)
MODELS.add_all(components, "TiktokenBPE", write=_vocab_last)
MODELS.add_all(sentencepiece_components, "SentencePieceBPE", write=_vocab_last)
MODELS.add(
    sentencepiece_components.SentencePieceUnigram,
    names={"pieces": "vocab"},
    write=_vocab_last,
)
_, _, *optional = field_types(models.BPE)  # all but the vocabulary and the merges
MODELS.add(models.BPE, optional=optional, read=_without_unset, write=_vocab_last)
MODELS.add(
    models.Unigram,
    names={"pieces": "vocab"},
    optional=["unk_id", "byte_fallback"],
    write=_vocab_last,
)

TRUNCATION = Stage("truncation")
TRUNCATION.add(Truncation, "truncation", optional=["direction"])


def _read_length(data: Data) -> Data:
    """`{"Fixed": 8}` → 8, `"BatchLongest"` → None."""
    strategy = data.pop("strategy")
    if strategy == "BatchLongest":
        data["length"] = None
        return data
    ((name, length),) = check_object(strategy).items()
    is_fixed = name == "Fixed" and length is not None
    data["length" if is_fixed else name] = length
    return data


def _write_length(data: Data) -> Data:
    length = data.pop("length")
    strategy = "BatchLongest" if length is None else {"Fixed": length}
    return {"strategy": strategy, **data}


PADDING = Stage("padding")
PADDING.add(
    Padding,
    "padding",
    optional=["pad_to_multiple_of"],
    read=_read_length,
    write=_write_length,
)

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
