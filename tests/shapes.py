"""Tokenizers in the shapes of published ones, built here from the course's corpora by the libraries themselves.

Each has the stages, the options and the special tokens of its model's published `tokenizer.json`, and a small
vocabulary. `build("llama-3")` gives a `tokenizers.Tokenizer`, `save("llama-3", folder)` lets transformers save it.
"""

import io
import json
import struct

import sentencepiece
import tokenizers as hf
from tokenizers import (
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from minitok_course import corpora

TEXTS = [
    line
    for name in ("stories", "essays", "languages", "python")
    for line in corpora.load(name).splitlines()
]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
Regex, Split, ByteLevel = hf.Regex, pre_tokenizers.Split, pre_tokenizers.ByteLevel

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
QWEN = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
O200K = "|".join(
    [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    ]
    + [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    ]
    + [
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
TEKKEN = O200K.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace(
    r"\p{N}{1,3}", r"\p{N}"
)
DEEPSEEK = (
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
BLOOM = " ?[^(\\s|[.,!?…。，、।۔،])]+"
CLIP = r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def special(*contents, **options):
    return [hf.AddedToken(content, special=True, **options) for content in contents]


def template(before, after="", pair=None):
    """The processor that puts tokens around a text: `template("<s>", "</s>")`."""

    def apply(tok):
        single = f"{before} $A {after}".strip()
        both = pair or f"{single} {single.replace('$A', '$B:1')}"
        names = {
            slot.removesuffix(":1"): None
            for slot in f"{single} {both}".split()
            if slot[0] != "$"
        }
        return processors.TemplateProcessing(
            single, both, [(name, tok.token_to_id(name)) for name in names]
        )

    return apply


def byte_level(
    pattern,
    tokens,
    *,
    processor=None,
    normalizer=None,
    pre=(),
    use_regex=False,
    prefix=False,
    **options,
):
    """Byte-level BPE, after a split by a pattern."""
    tok = hf.Tokenizer(models.BPE(**options))
    splits = [Split(Regex(pattern), "isolated")] if pattern else []
    tok.pre_tokenizer = pre_tokenizers.Sequence(
        [
            *pre,
            *splits,
            ByteLevel(add_prefix_space=prefix, use_regex=use_regex, trim_offsets=True),
        ]
    )
    tok.normalizer = normalizer
    tok.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=800, initial_alphabet=ByteLevel.alphabet(), show_progress=False
    )
    tok.train_from_iterator(TEXTS, trainer)
    tok.add_special_tokens(tokens)
    level = processors.ByteLevel(trim_offsets=False)
    tok.post_processor = (
        processors.Sequence([level, processor(tok)]) if processor else level
    )
    return tok


def pieces_bpe(
    tokens, *, normalizer, pre_tokenizer=None, decoder, processor=None, added=()
):
    """BPE on characters with byte fallback, as converted from SentencePiece: Llama 2, Mistral, Gemma."""
    trained = hf.Tokenizer(models.BPE())
    trained.normalizer = normalizer
    trained.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")
    trained.train_from_iterator(
        TEXTS, trainers.BpeTrainer(vocab_size=700, show_progress=False)
    )
    model = json.loads(trained.to_str())["model"]
    contents = dict.fromkeys(
        [*(token.content for token in [*tokens, *added]), *BYTES, *model["vocab"]]
    )
    vocab = {token: id for id, token in enumerate(contents)}
    merges = [tuple(merge) for merge in model["merges"]]
    tok = hf.Tokenizer(
        models.BPE(vocab, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True)
    )
    tok.normalizer, tok.decoder = normalizer, decoder
    if pre_tokenizer is not None:
        tok.pre_tokenizer = pre_tokenizer
    tok.add_special_tokens(tokens)
    tok.add_tokens(list(added))
    if processor is not None:
        tok.post_processor = processor(tok)
    return tok


def unigram(tokens, *, normalizer, pre_tokenizer, processor=None, special_last=()):
    tok = hf.Tokenizer(models.Unigram())
    tok.normalizer, tok.pre_tokenizer, tok.decoder = (
        normalizer,
        pre_tokenizer,
        decoders.Metaspace(),
    )
    trainer = trainers.UnigramTrainer(
        vocab_size=600, special_tokens=tokens, unk_token="<unk>", show_progress=False
    )
    tok.train_from_iterator(TEXTS, trainer)
    tok.add_special_tokens(list(special_last))
    if processor is not None:
        tok.post_processor = processor(tok)
    return tok


def _piece_decoder(*, strips):
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    return decoders.Sequence([*steps, *([decoders.Strip(" ", 1, 0)] if strips else [])])


def _llama2():
    marks, decoder = special("<unk>", "<s>", "</s>"), _piece_decoder(strips=True)
    normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    return pieces_bpe(
        marks, normalizer=normalizer, decoder=decoder, processor=template("<s>")
    )


def _mistral():
    """Mistral v0.3: a metaspace before the first word, and instruction marks that are special tokens."""
    marks = special(
        "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[TOOL_CALLS]", "[AVAILABLE_TOOLS]"
    )
    space = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    return pieces_bpe(
        marks,
        normalizer=None,
        pre_tokenizer=space,
        decoder=_piece_decoder(strips=True),
        processor=template("<s>"),
    )


def _gemma():
    """Gemma: no space before the first word, runs of spaces and line ends as added tokens, turns as special tokens."""
    marks = special(
        "<pad>", "<eos>", "<bos>", "<unk>", "<start_of_turn>", "<end_of_turn>"
    )
    runs = [
        hf.AddedToken(char * n, normalized=False) for char in "\n▁" for n in range(2, 6)
    ]
    return pieces_bpe(
        marks,
        normalizer=normalizers.Replace(" ", "▁"),
        pre_tokenizer=pre_tokenizers.Split(" ", "merged_with_previous"),
        decoder=_piece_decoder(strips=False),
        processor=template("<bos>"),
        added=runs,
    )


def _tekken():
    return byte_level(
        TEKKEN,
        special("<unk>", "<s>", "</s>", "[INST]", "[/INST]"),
        processor=template("<s>"),
    )


def _llama3():
    marks = (
        "begin_of_text",
        "end_of_text",
        "start_header_id",
        "end_header_id",
        "eot_id",
        "python_tag",
    )
    tokens = special(*(f"<|{mark}|>" for mark in marks))
    return byte_level(
        LLAMA3, tokens, processor=template("<|begin_of_text|>"), ignore_merges=True
    )


def _qwen():
    tokens = special("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>")
    tok = byte_level(QWEN, tokens, normalizer=normalizers.NFC())
    tok.add_tokens(
        [
            hf.AddedToken(mark, normalized=False)
            for mark in ("<tool_call>", "</tool_call>", "<think>")
        ]
    )
    return tok


def _gpt_oss():
    marks = (
        "startoftext",
        "endoftext",
        "return",
        "constrain",
        "channel",
        "start",
        "end",
        "message",
        "call",
    )
    return byte_level(O200K, special(*(f"<|{mark}|>" for mark in marks)))


def _deepseek():
    """DeepSeek V3: three splits in a row, digits by threes and Chinese and Japanese apart."""
    pre = [
        Split(Regex(r"\p{N}{1,3}"), "isolated"),
        Split(Regex("[一-龥぀-ゟ゠-ヿ]+"), "isolated"),
    ]
    tokens = special("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>")
    return byte_level(
        DEEPSEEK, tokens, pre=pre, processor=template("<｜begin▁of▁sentence｜>")
    )


def _xlm_r():
    space = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    tokens, mask = ["<s>", "<pad>", "</s>", "<unk>"], special("<mask>", lstrip=True)
    around = template("<s>", "</s>", "<s> $A </s> </s> $B </s>")
    return unigram(
        tokens,
        normalizer=normalizers.NFKC(),
        pre_tokenizer=space,
        processor=around,
        special_last=mask,
    )


def _nllb():
    return unigram(
        ["<s>", "<pad>", "</s>", "<unk>"],
        normalizer=normalizers.Sequence(
            [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
        ),
        pre_tokenizer=pre_tokenizers.Metaspace(),
        special_last=special("eng_Latn", "deu_Latn", "zho_Hans"),
        processor=template("eng_Latn", "</s>", "eng_Latn $A $B </s>"),
    )


def _t5():
    space = pre_tokenizers.Metaspace()
    tokens = ["<pad>", "</s>", "<unk>"]
    extra = special("<extra_id_0>", "<extra_id_1>")
    return unigram(
        tokens,
        normalizer=None,
        pre_tokenizer=space,
        special_last=extra,
        processor=template("", "</s>"),
    )


def _clip():
    tok = hf.Tokenizer(models.BPE(unk_token="<|endoftext|>", end_of_word_suffix="</w>"))
    tok.normalizer = normalizers.Sequence(
        [
            normalizers.NFC(),
            normalizers.Replace(Regex(r"\s+"), " "),
            normalizers.Lowercase(),
        ]
    )
    tok.pre_tokenizer = pre_tokenizers.Sequence(
        [
            Split(Regex(CLIP), "removed", invert=True),
            ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tok.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=1000,
        initial_alphabet=ByteLevel.alphabet(),
        end_of_word_suffix="</w>",
        special_tokens=special("<|startoftext|>", "<|endoftext|>"),
        show_progress=False,
    )
    tok.train_from_iterator(TEXTS, trainer)
    ends = [
        (token, tok.token_to_id(token))
        for token in ("<|endoftext|>", "<|startoftext|>")
    ]
    tok.post_processor = processors.RobertaProcessing(
        *ends, trim_offsets=False, add_prefix_space=False
    )
    return tok


def _whisper():
    tokens = special(
        "<|endoftext|>",
        "<|startoftranscript|>",
        "<|en|>",
        "<|transcribe|>",
        "<|notimestamps|>",
    )
    start = template("<|startoftranscript|> <|notimestamps|>", "<|endoftext|>", None)
    tok = byte_level(None, tokens, use_regex=True, processor=start)
    tok.add_tokens(
        [
            hf.AddedToken(f"<|{second / 50:.2f}|>", normalized=False)
            for second in range(5)
        ]
    )
    return tok


def _modern_bert():
    tokens = special("[UNK]", "[CLS]", "[SEP]", "[PAD]") + special(
        "[MASK]", lstrip=True
    )
    around = template("[CLS]", "[SEP]", "[CLS] $A [SEP] $B [SEP]")
    tok = byte_level(
        None, tokens, use_regex=True, normalizer=normalizers.NFC(), processor=around
    )
    tok.add_tokens([hf.AddedToken(" " * n, normalized=True) for n in range(24, 1, -1)])
    return tok


def _bloom():
    return byte_level(BLOOM, special("<unk>", "<s>", "</s>", "<pad>"))


def _roberta():
    tok = byte_level(
        None,
        special("<s>", "<pad>", "</s>", "<unk>") + special("<mask>", lstrip=True),
        use_regex=True,
    )
    ends = [(token, tok.token_to_id(token)) for token in ("</s>", "<s>")]
    tok.post_processor = processors.RobertaProcessing(
        *ends, trim_offsets=True, add_prefix_space=False
    )
    return tok


def _bert():
    tok = hf.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tok.normalizer, tok.pre_tokenizer = (
        normalizers.BertNormalizer(),
        pre_tokenizers.BertPreTokenizer(),
    )
    tok.decoder = decoders.WordPiece()
    marks = special("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    tok.train_from_iterator(
        TEXTS,
        trainers.WordPieceTrainer(
            vocab_size=900, special_tokens=marks, show_progress=False
        ),
    )
    tok.post_processor = template("[CLS]", "[SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1")(tok)
    return tok


SHAPES = (
    {
        "llama-2": _llama2,
        "llama-3": _llama3,
        "qwen": _qwen,
        "mistral": _mistral,
        "tekken": _tekken,
    }
    | {
        "gemma": _gemma,
        "gpt-oss": _gpt_oss,
        "deepseek": _deepseek,
        "xlm-r": _xlm_r,
        "nllb": _nllb,
        "t5": _t5,
    }
    | {
        "clip": _clip,
        "whisper": _whisper,
        "modern-bert": _modern_bert,
        "bloom": _bloom,
        "roberta": _roberta,
    }
    | {"bert": _bert}
)
ROLES = {
    "llama-2": {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"},
    "llama-3": {"bos_token": "<|begin_of_text|>", "eos_token": "<|eot_id|>"},
    "qwen": {"eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"},
    "mistral": {"unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"},
    "gemma": {
        "pad_token": "<pad>",
        "eos_token": "<eos>",
        "bos_token": "<bos>",
        "unk_token": "<unk>",
    },
    "gpt-oss": {
        "bos_token": "<|startoftext|>",
        "eos_token": "<|return|>",
        "pad_token": "<|endoftext|>",
    },
    "bert": {
        "unk_token": "[UNK]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
        "pad_token": "[PAD]",
    },
}


USER_DEFINED = ["<start_of_turn>", "<end_of_turn>", "\n\n", "▁▁", "<mask>", "7"]
MODEL_FILES = {
    "unigram": {
        "byte_fallback": True,
        "vocab_size": 800,
        "user_defined_symbols": USER_DEFINED,
    },
    "bpe": {
        "byte_fallback": True,
        "vocab_size": 900,
        "add_dummy_prefix": False,
        "remove_extra_whitespaces": False,
    }
    | {"user_defined_symbols": USER_DEFINED},
}


def model_file(**options):
    """The content of a SentencePiece `.model`, trained here; `MODEL_FILES` has options for each type."""
    content = io.BytesIO()
    lines = [
        line
        for name in ("stories", "languages")
        for line in corpora.load(name).splitlines()
    ]
    options = {
        "vocab_size": 500,
        "character_coverage": 0.98,
        "hard_vocab_limit": False,
        **options,
    }
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=content,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return content.getvalue()


def varint(number):
    """A whole number in the form of Protocol Buffers, seven bits a byte, the lowest first: 150 → 96 01."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def field(number, value):
    """A field of a message: a number, a float, or text or another message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def written(pieces, *, model_type):
    """A `.model` with these pieces, scores and types; texts are left as they are."""
    entries = [
        field(1, p.encode()) + field(2, float(score)) + field(3, type)
        for p, score, type in pieces
    ]
    training = field(3, model_type) + field(40, 0)
    rules = field(1, b"identity") + field(3, 0) + field(4, 0) + field(5, 0)
    return (
        b"".join(field(1, entry) for entry in entries)
        + field(2, training)
        + field(3, rules)
    )


def build(name):
    """The tokenizer of this shape, a `tokenizers.Tokenizer`."""
    return SHAPES[name]()


def save(name, folder, **options):
    """Let transformers save it to a folder, with the roles of its special tokens; returns transformers' tokenizer."""
    from transformers import PreTrainedTokenizerFast

    made = PreTrainedTokenizerFast(
        tokenizer_object=build(name), **ROLES.get(name, {}), **options
    )
    made.save_pretrained(folder)
    return made
