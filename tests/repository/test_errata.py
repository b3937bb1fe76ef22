"""Every figure of docs/errata.md, computed again."""

import json
import re
from collections import Counter
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest
import tokenizers
import yaml
from lessons import LESSONS, notebook
from published_vocabularies import loaded
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

from minitok import naive_bpe
from minitok.models import Unigram
from minitok.pre_tokenizers import BertPreTokenizer
from minitok.trainers import BpeTrainer, WordPieceTrainer, count_words
from minitok_course import corpora

PAGE = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")
SECTIONS = {
    int(number): " ".join(text.split())
    for number, text in re.findall(
        r"^### (\d+)\. (.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
}
FIVE_WORDS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
FOUR_SENTENCES = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]


def says(number, *phrases):
    """Whether an entry has these words and figures."""
    return all(phrase in SECTIONS[number] for phrase in phrases)


def test_every_entry_has_a_source_what_holds_and_a_place_that_computes_it():
    assert list(SECTIONS) == list(range(1, 15))
    for text in SECTIONS.values():
        assert (
            "**What holds:**" in text
            and "**Computed in**" in text
            and re.search(r" \*[^*]+\* |\.\* ", text)
        )


def test_the_lessons_that_it_names_have_those_headings():
    for file, headings in re.findall(r"\.\./notebooks/(\w+\.ipynb)\)([^\n]*)", PAGE):
        number = file[:2]
        assert LESSONS[number].name == file
        prose = "\n".join(
            cell.source
            for cell in notebook(number).cells
            if cell.cell_type == "markdown"
        )
        for heading in re.findall(r"\*([^*]+)\*", headings):
            assert re.search(
                rf"^#+ .*{re.escape(heading)}|\*\*{re.escape(heading)}",
                prose,
                re.MULTILINE,
            ), heading


def test_1_thug_is_merged_by_h_and_ug():
    learned = BpeTrainer(vocab_size=11, initial_alphabet="t").train(FIVE_WORDS)
    steps = list(learned.steps("thug"))
    assert learned.merges == (("u", "g"), ("u", "n"), ("h", "ug"))
    assert [step.pair for step in steps] == [None, ("u", "g"), ("h", "ug")] and steps[
        -1
    ].symbols == ("t", "hug")
    assert says(1, "`h` and `ug`", "[UNK] hug")


def test_2_two_rules_for_ties_make_other_merges_and_the_same_text():
    def merged(choose):
        symbols, merges = list("aaabdaaabac"), []
        ids = {letter: id for id, letter in enumerate("abcd")}
        for new in "ZYX":
            counts = Counter(pairwise(symbols))
            pair = choose(counts, ids)
            symbols = naive_bpe.merge_pair(symbols, pair, new)
            ids[new] = len(ids)
            merges.append("".join(pair))
        return merges, "".join(symbols)

    def lowest_ids(counts, ids):
        return max(
            counts, key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]])
        )

    assert merged(lambda counts, ids: max(counts, key=counts.get)) == (
        ["aa", "Za", "Yb"],
        "XdXac",
    )
    assert merged(lowest_ids) == (["aa", "ab", "ZY"], "XdXac")
    assert says(2, "Y = `ab`, X = `ZY`", "Y = `Za` and X = `Yb`", "`XdXac`")


def test_3_a_quotation_mark_is_cut_after_its_second_byte():
    gpt2 = loaded("gpt2").theirs
    tokens = [gpt2.decode_single_token_bytes(id) for id in gpt2.encode(" “")]
    assert tokens == [b" \xe2\x80", b"\x9c"] and len("“".encode("utf-16-le")) == 2
    assert "�" in "".join(gpt2.decode([id]) for id in gpt2.encode(" “"))
    assert says(3, "“".encode().hex(" ").upper())


def marked(word):
    """The symbols of a word in WordPiece: hug → h ##u ##g."""
    return (word[0], *("##" + letter for letter in word[1:]))


def joined(pair):
    return pair[0] + pair[1].removeprefix("##")


def after(words, *merges):
    """Words by their symbols, when some merges have been made."""
    found = {}
    for word, count in words.items():
        symbols = list(marked(word))
        for pair in merges:
            symbols = naive_bpe.merge_pair(symbols, pair, joined(pair))
        found[tuple(symbols)] = count
    return found


def measured(words):
    """Of each pair its score, by the usual formula, and its gain in likelihood."""
    single = Counter(
        symbol
        for symbols, count in words.items()
        for symbol in symbols
        for _ in range(count)
    )
    pairs = Counter(
        pair
        for symbols, count in words.items()
        for pair in pairwise(symbols)
        for _ in range(count)
    )
    scores = {
        pair: Fraction(count, single[pair[0]] * single[pair[1]])
        for pair, count in pairs.items()
    }
    return scores, {
        pair: count * log(scores[pair] * single.total())
        for pair, count in pairs.items()
    }


def test_4_the_score_of_hu_and_g():
    two = [("##g", "##s"), ("h", "##u")]
    scores, _ = measured(after(FIVE_WORDS, *two))
    assert (
        scores["hu", "##g"]
        == Fraction(2, 45)
        < scores["hu", "##gs"]
        == Fraction(1, 15)
        == max(scores.values())
    )
    assert ("hugs",) in after(FIVE_WORDS, *two, ("hu", "##gs"))
    assert says(4, "10 / (15 · 15) = 2/45", "1/15", "it would make `hugs`")
    words, first_met = count_words(FOUR_SENTENCES, BertPreTokenizer()), []
    for _ in range(25):
        scores, _ = measured(after(words, *first_met))
        first_met.append(max(scores, key=scores.get))
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    lowest_ids = (
        WordPieceTrainer(vocab_size=70, special_tokens=special).train(words).vocab
    )
    letters = {symbol for word in words for symbol in marked(word)}
    assert len({*map(joined, first_met), *letters, *special}) == len(lowest_ids) == 70
    assert {*map(joined, first_met)} - {*lowest_ids} == {"is", "##za", "##thms"}
    assert says(4, "vocabulary of 70", "in three tokens, `is` among them")


@pytest.mark.parametrize(
    ("vocab", "ends"), [({"b", "##u"}, True), ({"b", "##u", "#"}, False)]
)
def test_5_an_encoder_that_takes_its_own_mark(vocab, ends):
    """What the chapter's program does, for at most a hundred rounds."""
    word, lengths = "bum", []
    while word and len(lengths) < 100:
        lengths.append(len(word))
        fits = [end for end in range(1, len(word) + 1) if word[:end] in vocab]
        rest = word[fits[-1] :] if fits else ""
        word = "##" + rest if rest else ""
    assert (len(lengths) < 100) == ends and (ends or lengths[-1] == lengths[-2] + 1)
    assert says(5, "`bum`", "grows by one character")


def test_6_the_score_and_the_gain_in_likelihood_choose_other_pairs():
    scores, gains = measured(after(FIVE_WORDS))
    assert max(scores, key=scores.get) == ("##g", "##s") and max(
        gains, key=gains.get
    ) == ("##u", "##g")
    assert next(BpeTrainer(vocab_size=8).steps(FIVE_WORDS)).pair == ("u", "g")
    printed = "".join(str(cell.get("outputs", "")) for cell in notebook("04").cells)
    for name, rate in {
        "score": "3.38",
        "gain": "2.21",
        "count": "2.11",
    }.items():  # the lesson measures these
        assert f"by {name}: {rate} tokens per word" in printed and says(6, rate)


def test_7_the_trainer_of_tokenizers_counts():
    theirs = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    options, stories = (
        {"vocab_size": 1000, "special_tokens": ["[UNK]"]},
        [corpora.load("stories")],
    )
    theirs.train_from_iterator(
        stories, tokenizers.trainers.WordPieceTrainer(**options, show_progress=False)
    )
    words = count_words(stories, BertPreTokenizer())
    by = {
        name: set(WordPieceTrainer(score=name, **options).train(words).vocab)
        for name in ("frequency", "pmi")
    }
    shared = {
        name: len(set(theirs.get_vocab()) & vocab) / 1000 for name, vocab in by.items()
    }
    assert shared["frequency"] > 0.9 and shared["pmi"] < 0.3
    assert says(7, "more than nine in ten", "fewer than three in ten")


def test_8_bert_has_unknown_words():
    bert = loaded("google-bert/bert-base-uncased").ours
    assert (
        bert.tokenize("🍌")
        == bert.tokenize("banana🍌")
        == ["[UNK]"]
        != bert.tokenize("banana")
    )
    assert says(8, "`🍌`", "`banana🍌`")


def occurrences(piece, words):
    return sum(
        word.startswith(piece, start) * count
        for word, count in words.items()
        for start in range(len(word))
    )


def unigram(probabilities):
    return Unigram(
        [
            ("<unk>", 0.0),
            *((piece, log(prob)) for piece, prob in probabilities.items()),
        ],
        unk_id=0,
    )


def loss(words, model):
    return -sum(
        count * sum(arc.score for arc in model.lattice(word).best)
        for word, count in words.items()
    )


def as_probable_as_frequent(pieces, words):
    counts = {piece: occurrences(piece, words) for piece in pieces}
    return {piece: count / sum(counts.values()) for piece, count in counts.items()}


def test_9_the_probability_of_p_u_g():
    pieces = [
        "h",
        "u",
        "g",
        "hu",
        "ug",
        "p",
        "pu",
        "n",
        "un",
        "b",
        "bu",
        "s",
        "hug",
        "gs",
        "ugs",
    ]
    model = unigram(as_probable_as_frequent(pieces, FIVE_WORDS))
    found = {
        " ".join(arc.piece for arc in arcs): exp(sum(arc.score for arc in arcs))
        for arcs in model.nbest("pug", 9)
    }
    rounded = {cut: f"{prob:.6f}" for cut, prob in found.items()}
    assert rounded == {"p ug": "0.007710", "pu g": "0.007710", "p u g": "0.001322"}
    assert [occurrences(piece, FIVE_WORDS) for piece in ("p", "pu")] == [
        17,
        17,
    ] and FIVE_WORDS["pug"] == 5
    assert (
        f"{5 / 210 * 36 / 210 * 20 / 210:.6f}" == "0.000389"
        and f"{5 / 210 * 20 / 210:.7f}" == "0.0022676"
    )
    assert says(9, "0.000389", "0.0022676", "0.001322 and 0.007710", "17 times")


def test_10_the_loss_of_the_four_sentences():
    words = Counter(
        "▁" + word for sentence in FOUR_SENTENCES for word in sentence.split()
    )
    letters, parts = Counter(), Counter()
    for word, count in words.items():
        for start in range(len(word)):
            letters[word[start]] += count
            for end in range(start + 2, len(word) + 1):
                parts[word[start:end]] += count
    chosen = {**letters, **dict(parts.most_common(300 - len(letters)))}
    model = unigram(
        {piece: count / sum(chosen.values()) for piece, count in chosen.items()}
    )
    assert words.total() == 31 and f"{loss(words, model):.2f}" == "382.10"
    assert (
        f"{loss(words, model) + words.total():.2f}" == "413.10"
        and f"{loss({'This': 1}, model):.3f}" == "5.288"
    )
    assert says(10, "413.10 − 31 = 382.10", "5.288, not 6.288")


def test_11_nothing_needs_ug_if_the_words_are_pieces():
    pieces = ["b", "g", "h", "n", "p", "s", "u", "hu", "ug", "un", "pu", "bu", "gs"]
    pieces += ["hug", "pug", "pun", "bun", "ugs", "hugs"]
    probs = as_probable_as_frequent(pieces, FIVE_WORDS)
    before = loss(FIVE_WORDS, unigram(probs))
    costs = {}
    for removed in pieces[7:]:
        rest = {piece: prob for piece, prob in probs.items() if piece != removed}
        costs[removed] = round(loss(FIVE_WORDS, unigram(rest)) - before, 1)
    assert [piece for piece, cost in costs.items() if not cost] == [
        "hu",
        "ug",
        "un",
        "pu",
        "bu",
        "gs",
        "ugs",
    ]
    assert (costs["pug"], costs["bun"]) == (6.2, 10.8)
    assert says(
        11,
        "Removing it costs 0, like `hu`, `un`, `pu`, `bu`, `gs` and `ugs`",
        "`pug` costs 6.2",
        "`bun` 10.8",
    )


def test_12_by_default_sentencepiece_brings_back_the_normalized_text():
    def model(**options):
        written = BytesIO()
        lines = [*corpora.load("stories").splitlines(), "ﬁ ﬁ"]
        options |= {
            "num_threads": 1,
            "minloglevel": 2,
            "vocab_size": 1000,
            "character_coverage": 1.0,
        }
        SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_writer=written, **options
        )
        return SentencePieceProcessor(model_proto=written.getvalue())

    default = model()
    assert default.decode(default.encode("two  spaces ")) == "two spaces"
    assert default.decode(default.encode("ﬁ")) == "fi"
    exact = model(remove_extra_whitespaces=False, normalization_rule_name="identity")
    assert (
        exact.decode(exact.encode("two  spaces ")) == "two  spaces "
        and exact.decode(exact.encode("ﬁ")) == "ﬁ"
    )
    assert says(
        12,
        "`two  spaces ` comes back as `two spaces`".replace("  ", " "),
        "`ﬁ` as `fi`",
    )


def test_13_whether_yaml_beats_compact_json_depends_on_the_data():
    o200k = loaded("o200k_base").theirs
    header = ("name", "age", "city")
    people = [
        ("Mara", 31, "Oslo"),
        ("Jonas", 28, "Bergen"),
        ("Priya", 45, "Leeds"),
        ("Tomás", 39, "Porto"),
    ]
    people.append(("Yuki", 52, "Kyoto"))
    rows = [dict(zip(header, person)) for person in people]
    record = {"name": "Mara", "age": 31, "city": "Oslo", "team": "red", "role": "baker"}
    place = {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["C", "F"]}}
    schema = {"type": "object", "properties": place, "required": ["city"]}
    tool = {
        "name": "get_weather",
        "description": "The weather in a city",
        "parameters": schema,
    }
    for data, told in (
        (record, "YAML 20 tokens, compact JSON 24, indented JSON 40"),
        (rows, "YAML 82, compact JSON 73, indented JSON 137"),
        (tool, "YAML 56, compact JSON 48, indented JSON 96"),
    ):
        texts = (
            yaml.safe_dump(data, sort_keys=False, allow_unicode=True).strip(),
            json.dumps(data, ensure_ascii=False, separators=(",", ":")),
            json.dumps(data, ensure_ascii=False, indent=2),
        )
        counts = [len(o200k.encode(text)) for text in texts]
        assert [int(count) for count in re.findall(r"\d+", told)] == counts and says(
            13, told
        )
        assert counts[2] / 2 <= counts[0] <= counts[2] * 2 / 3
    csv = "\n".join(f"{name},{age},{city}" for name, age, city in [header, *people])
    assert len(o200k.encode(csv)) == 44 and says(13, "CSV 44")


def test_14_four_characters_a_token():
    texts = corpora.load("essays"), corpora.languages()["Thai"]
    rates = {
        name: [
            f"{len(text) / len(loaded(name).theirs.encode(text)):.1f}" for text in texts
        ]
        for name in ("gpt2", "o200k_base")
    }
    assert rates == {"gpt2": ["4.1", "0.5"], "o200k_base": ["4.2", "2.0"]}
    assert says(14, "4.1 characters", "4.2 in `o200k_base`", "0.5 and 2.0")
