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

from minitok import corpora
from minitok.checks import check, solution
from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer

OTHERWISE = {
    "bpe.encode_word": """
def encode_word(word, merges):
    parts = list(word)
    while found := [(merges.index(pair), i) for i, pair in enumerate(zip(parts, parts[1:])) if pair in merges]:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts
""",
    "bytes.byte_to_char": """
def byte_to_char():
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    moved = [byte for byte in range(256) if byte not in kept]
    return {byte: chr(byte) for byte in kept} | {byte: chr(256 + place) for place, byte in enumerate(moved)}
""",
    "bytes.gpt2_pattern": r"""
letters, digits, rest = r" ?\\p{L}+", r" ?\\p{N}+", r" ?[^\\s\\p{L}\\p{N}]+"
gpt2_pattern = "|".join([r"'s|'t|'re|'ve|'m|'ll|'d", letters, digits, rest, r"\\s+(?!\\S)", r"\\s+"])
""".replace("\\\\", "\\"),
    "bytes.encode": """
def joined(tokens, ranks):
    found = [(ranks[pair], place) for place, pair in enumerate(zip(tokens, tokens[1:])) if pair in ranks]
    if not found:
        return tokens
    place = min(found)[1]
    return joined([*tokens[:place], tokens[place] + tokens[place + 1], *tokens[place + 2 :]], ranks)


def encode(word, ranks):
    return joined([bytes([byte]) for byte in word], ranks)
""",
    "wordpiece.longest_match": """
def longest_match(word, vocab):
    def after(rest, mark):
        if not rest:
            return []
        fits = [end for end in range(1, len(rest) + 1) if mark + rest[:end] in vocab]
        if not fits:
            return None
        more = after(rest[fits[-1] :], "##")
        return None if more is None else [mark + rest[: fits[-1]], *more]

    tokens = after(word, "")
    return ["[UNK]"] if tokens is None else tokens
""",
    "unigram.viterbi": """
def viterbi(word, log_probs):
    best = {len(word): (0.0, [])}
    for start in reversed(range(len(word))):
        ways = [
            (log_probs[word[start:end]] + best[end][0], [word[start:end], *best[end][1]])
            for end in range(start + 1, len(word) + 1)
            if word[start:end] in log_probs and end in best
        ]
        if ways:
            best[start] = max(ways, key=lambda way: way[0])
    return best[0][1] if 0 in best else []
""",
}


@pytest.fixture(scope="module", params=["solutions", "otherwise"])
def mine(request, tmp_path_factory):
    """The learner's file, made by `check`, and imported by itself."""
    folder = tmp_path_factory.mktemp("course") / "my-course"
    folder.mkdir()
    with chdir(folder):
        for name, otherwise in OTHERWISE.items():
            source = solution(name).source if request.param == "solutions" else otherwise.lstrip()
            file, names = f"<ipython-input-{request.param}-{name}>", {}
            linecache.cache[file] = len(source), None, source.splitlines(True), file
            exec(compile(source, file, "exec"), names)
            verdict = check(name, names[name.split(".")[1]])
            assert verdict and verdict.sentence.endswith("my_tokenizer.py now."), verdict
    path = folder / "my_tokenizer.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150
    spec = importlib.util.spec_from_file_location("my_tokenizer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts():
    return [corpora.load(name)[: 20_000 if THOROUGH else 5_000] for name in ("stories", "essays", "python")]


def ids_by_bytes(mine, pattern, ids, rank_of):
    """An encoder of the learner's functions, as lesson 03 builds it."""

    @cache
    def tokens(word):
        parts = {word[i:j] for j in range(len(word) + 1) for i in range(j)}
        pairs = {(part[:i], part[i:]) for part in parts for i in range(1, len(part)) if part in ids}
        return mine.encode(word, {pair: rank_of(pair) for pair in pairs if rank_of(pair) is not None})

    return lambda text: [ids[token] for word in regex.findall(pattern, text) for token in tokens(word.encode())]


@cache
def gpt2():
    library = loaded("openai-community/gpt2").theirs
    return library, json.loads(library.to_str())["model"]


def test_gpt2(mine):
    library, model = gpt2()
    to_byte = {char: byte for byte, char in mine.byte_to_char().items()}

    def as_bytes(token):
        return bytes(map(to_byte.__getitem__, token))

    ranks = {tuple(map(as_bytes, pair)): rank for rank, pair in enumerate(model["merges"])}
    encode = ids_by_bytes(
        mine, mine.gpt2_pattern, {as_bytes(token): id for token, id in model["vocab"].items()}, ranks.get
    )
    assert all(encode(text) == library.encode(text).ids for text in texts())
    merges = [tuple(pair) for pair in model["merges"]]
    for word in ("lowest", "strawberry", "tokenization"):
        assert [model["vocab"][token] for token in mine.encode_word(word, merges)] == library.encode(word).ids


def test_gpt4(mine):
    library = loaded("cl100k_base").theirs
    ranks = library._mergeable_ranks
    encode = ids_by_bytes(mine, GPT4_PATTERN, ranks, lambda pair: ranks[pair[0] + pair[1]])
    assert all(encode(text) == library.encode(text) for text in [*texts(), corpora.load("languages")])


def test_bert(mine):
    library = loaded("google-bert/bert-base-uncased").theirs
    vocab = library.get_vocab()
    for text in texts():
        words = BertPreTokenizer().pre_tokenize_str(BertNormalizer().normalize_str(text))
        tokens = [token for word, _ in words for token in mine.longest_match(word, vocab.keys())]
        assert [vocab[token] for token in tokens] == library.encode(text, add_special_tokens=False).ids


def test_a_sentencepiece_model(mine):
    library = loaded("botchan-unigram-1k.model").theirs
    kept = [id for id in range(library.vocab_size()) if not library.is_control(id) and not library.is_unknown(id)]
    scores = {library.id_to_piece(id): library.get_score(id) for id in kept}
    sentences = [" ".join(text.split()) for text in corpora.load("essays").split(". ")]
    written = [text for text in sentences if set(text) - {" "} <= scores.keys()]
    assert len(written) > 100
    for text in written:
        pieces = [piece for word in text.split() for piece in mine.viterbi(f"▁{word}", scores)]
        assert pieces == library.encode(text, out_type=str)
