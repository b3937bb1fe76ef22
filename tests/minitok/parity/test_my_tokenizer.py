"""What a learner wrote in lessons 02 to 05 gives GPT-2's ids, GPT-4's, BERT's and those of a SentencePiece model."""

import importlib.util
import json
import linecache
from contextlib import chdir
from functools import cache

import pytest
import regex
from published_vocabularies import loaded
from samples import THOROUGH

from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer
from minitok_course import check, corpora, solution

NEEDED = "bpe.encode_word bytes.byte_to_char bytes.gpt2_pattern bytes.encode wordpiece.longest_match unigram.viterbi"


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """The learner's file, made by `check` of the solutions, and imported by itself."""
    folder = tmp_path_factory.mktemp("course") / "my-course"
    folder.mkdir()
    with chdir(folder):
        for name in NEEDED.split():
            source = solution(name).source
            file, names = f"<ipython-input-{name}>", {}
            linecache.cache[file] = len(source), None, source.splitlines(True), file
            exec(compile(source, file, "exec"), names)
            verdict = check(name, names[name.split(".")[1]])
            assert verdict and verdict.sentence.endswith("my_tokenizer.py now."), (
                verdict
            )
    path = folder / "my_tokenizer.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150
    spec = importlib.util.spec_from_file_location("my_tokenizer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts():
    return [
        corpora.load(name)[: 20_000 if THOROUGH else 5_000]
        for name in ("stories", "essays", "python")
    ]


def ids_by_bytes(mine, pattern, ids, rank_of):
    """An encoder of the learner's functions, as lesson 03 builds it."""

    @cache
    def tokens(word):
        parts = {word[i:j] for j in range(len(word) + 1) for i in range(j)}
        pairs = {
            (part[:i], part[i:])
            for part in parts
            for i in range(1, len(part))
            if part in ids
        }
        return mine.encode(
            word, {pair: rank_of(pair) for pair in pairs if rank_of(pair) is not None}
        )

    return lambda text: [
        ids[token]
        for word in regex.findall(pattern, text)
        for token in tokens(word.encode())
    ]


def test_gpt2(mine):
    library = loaded("openai-community/gpt2").theirs
    model = json.loads(library.to_str())["model"]
    to_byte = {char: byte for byte, char in mine.byte_to_char().items()}

    def as_bytes(token):
        return bytes(map(to_byte.__getitem__, token))

    ranks = {
        tuple(map(as_bytes, pair)): rank for rank, pair in enumerate(model["merges"])
    }
    encode = ids_by_bytes(
        mine,
        mine.gpt2_pattern,
        {as_bytes(token): id for token, id in model["vocab"].items()},
        ranks.get,
    )
    assert all(encode(text) == library.encode(text).ids for text in texts())
    merges = [tuple(pair) for pair in model["merges"]]
    for word in ("lowest", "strawberry", "tokenization"):
        assert [
            model["vocab"][token] for token in mine.encode_word(word, merges)
        ] == library.encode(word).ids


def test_gpt4(mine):
    library = loaded("cl100k_base").theirs
    ranks = library._mergeable_ranks
    encode = ids_by_bytes(
        mine, GPT4_PATTERN, ranks, lambda pair: ranks[pair[0] + pair[1]]
    )
    assert all(
        encode(text) == library.encode(text)
        for text in [*texts(), corpora.load("languages")]
    )


def test_bert(mine):
    library = loaded("google-bert/bert-base-uncased").theirs
    vocab = library.get_vocab()
    for text in texts():
        words = BertPreTokenizer().pre_tokenize_str(
            BertNormalizer().normalize_str(text)
        )
        tokens = [
            token
            for word, _ in words
            for token in mine.longest_match(word, vocab.keys())
        ]
        assert [vocab[token] for token in tokens] == library.encode(
            text, add_special_tokens=False
        ).ids


def test_a_sentencepiece_model(mine):
    library = loaded("botchan-unigram-1k.model").theirs
    kept = [
        id
        for id in range(library.vocab_size())
        if not library.is_control(id) and not library.is_unknown(id)
    ]
    scores = {library.id_to_piece(id): library.get_score(id) for id in kept}
    sentences = [" ".join(text.split()) for text in corpora.load("essays").split(". ")]
    written = [text for text in sentences if set(text) - {" "} <= scores.keys()]
    assert len(written) > 100
    for text in written:
        pieces = [
            piece for word in text.split() for piece in mine.viterbi(f"▁{word}", scores)
        ]
        assert pieces == library.encode(text, out_type=str)
