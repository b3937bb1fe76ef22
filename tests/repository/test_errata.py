"""The figures of docs/errata.md: a lesson prints them, or they are computed here."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import log
from pathlib import Path

import pytest
import yaml
from lessons import LESSONS, notebook, prose
from published_vocabularies import loaded
from sentencepiece import SentencePieceProcessor
from shapes import model_file

from minitok import naive_bpe
from minitok.models import Unigram
from minitok.pre_tokenizers import BertPreTokenizer
from minitok.trainers import WordPieceTrainer, count_words
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
        for heading in re.findall(r"\*([^*]+)\*", headings):
            found = rf"^#+ .*{re.escape(heading)}|\*\*{re.escape(heading)}"
            assert re.search(found, prose(notebook(number)), re.MULTILINE), heading


@pytest.mark.parametrize(
    ("number", "figures", "lesson", "printed"),
    [
        (1, ["`h` and `ug`", "[UNK] hug"], "02", ["t | hug"]),
        (2, ["Z = `aa`, Y = `ab`, X = `ZY`", "`XdXac`"], "02", ["X = ZY   XdXac"]),
        (5, ["`bum`"], "04", ["bum          takes b", "###m         takes #", "####m        takes #"]),
        (6, ["3.38", "2.21", "2.11"], "04", ["by score: 3.38", "by gain: 2.21", "by count: 2.11"]),
        (7, ["more than nine in ten"], "04", ["by count: we share 90 to 100%"]),
        (7, ["fewer than one in five"], "04", ["by score: we share 10 to 20%"]),
        (9, ["0.001322 and 0.007710"], "05", ["0.001322  p u g", "0.007710  p ug", "0.007710  pu g"]),
    ],
)  # fmt: skip
def test_a_lesson_prints_what_holds(number, figures, lesson, printed):
    assert says(number, *figures)
    outputs = str([cell.get("outputs") for cell in notebook(lesson).cells])
    assert [text for text in printed if text not in outputs] == []


def test_2_of_two_pairs_as_frequent_the_one_met_first_makes_the_same_text():
    symbols, merges = list("aaabdaaabac"), []
    for new in "ZYX":
        counts = Counter(pairwise(symbols))
        pair = max(counts, key=counts.get)
        symbols = naive_bpe.merge_pair(symbols, pair, new)
        merges.append("".join(pair))
    assert (merges, "".join(symbols)) == (["aa", "Za", "Yb"], "XdXac")
    assert says(2, "Y = `Za` and X = `Yb`")


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


def scores(words):
    """The score of each pair."""
    single, pairs = Counter(), Counter()
    for symbols, count in words.items():
        for symbol in symbols:
            single[symbol] += count
        for pair in pairwise(symbols):
            pairs[pair] += count
    return {
        (one, other): Fraction(count, single[one] * single[other])
        for (one, other), count in pairs.items()
    }


def test_4_the_score_of_hu_and_g():
    two = [("##g", "##s"), ("h", "##u")]
    third = scores(after(FIVE_WORDS, *two))
    assert third["hu", "##g"] == Fraction(2, 45)
    assert third["hu", "##gs"] == Fraction(1, 15) == max(third.values())
    assert ("hugs",) in after(FIVE_WORDS, *two, ("hu", "##gs"))
    assert says(4, "10 / (15 · 15) = 2/45", "1/15", "it would make `hugs`")


def test_4_the_vocabulary_of_70():
    words, first_met = count_words(FOUR_SENTENCES, BertPreTokenizer()), []
    for _ in range(25):
        pairs = scores(after(words, *first_met))
        first_met.append(max(pairs, key=pairs.get))
    lowest_ids = WordPieceTrainer(vocab_size=65).train(words).vocab
    learned = set(map(joined, first_met))
    assert learned - {*lowest_ids} == {"is", "##za", "##thms"}
    assert says(4, "vocabulary of 70", "in three tokens, `is` among them")


def test_8_bert_has_unknown_words():
    bert = loaded("google-bert/bert-base-uncased").ours
    assert (
        bert.tokenize("🍌")
        == bert.tokenize("banana🍌")
        == ["[UNK]"]
        != bert.tokenize("banana")
    )
    assert says(8, "`🍌`", "`banana🍌`")


def unigram(counts, total=None):
    """Pieces as probable as they are frequent."""
    total = total or sum(counts.values())
    pieces = [(piece, log(count / total)) for piece, count in counts.items()]
    return Unigram([("<unk>", 0.0), *pieces], unk_id=0)


def loss(words, model):
    return -sum(
        count * sum(arc.score for arc in model.lattice(word).best)
        for word, count in words.items()
    )


def test_9_the_products_use_5_for_the_count_of_p_and_pu():
    assert f"{5 / 210 * 36 / 210 * 20 / 210:.6f}" == "0.000389"
    assert f"{5 / 210 * 20 / 210:.7f}" == "0.0022676"
    assert says(9, "0.000389", "0.0022676", "the products use 5")


def test_10_the_loss_of_the_four_sentences():
    words = Counter(f"▁{word}" for text in FOUR_SENTENCES for word in text.split())
    letters, parts = Counter(), Counter()
    for word, count in words.items():
        for start, end in combinations(range(len(word) + 1), 2):
            counts = letters if end - start == 1 else parts
            counts[word[start:end]] += count
    chosen = {**letters, **dict(parts.most_common(300 - len(letters)))}
    model = unigram(chosen)
    assert (words.total(), round(loss(words, model), 2)) == (31, 382.10)
    assert round(loss({"This": 1}, model), 3) == 5.288
    assert says(10, "413.10 − 31 = 382.10", "5.288, not 6.288")


def test_11_nothing_needs_ug_if_the_words_are_pieces():
    pieces = [*"bghnpsu", "hu", "ug", "un", "pu", "bu", "gs", "ugs", *FIVE_WORDS]
    counts = {}
    for piece in pieces:
        counts[piece] = sum(word.count(piece) * n for word, n in FIVE_WORDS.items())
    before, costs = loss(FIVE_WORDS, unigram(counts)), {}
    for removed in pieces[7:]:
        rest = {piece: n for piece, n in counts.items() if piece != removed}
        without = unigram(rest, total=sum(counts.values()))
        costs[removed] = round(loss(FIVE_WORDS, without) - before, 1)
    assert [piece for piece in costs if not costs[piece]] == pieces[7:14]
    assert (costs["pug"], costs["bun"]) == (6.2, 10.8)
    assert says(11, "Removing it costs 0, like `hu`, `un`, `pu`, `bu`, `gs` and `ugs`")
    assert says(11, "`pug` costs 6.2", "`bun` 10.8")


def test_12_by_default_sentencepiece_brings_back_the_normalized_text():
    def there_and_back(text, **options):
        data = model_file(vocab_size=600, character_coverage=1.0, **options)
        model = SentencePieceProcessor(model_proto=data)
        return model.decode(model.encode(text))

    exact = {"remove_extra_whitespaces": False, "normalization_rule_name": "identity"}
    assert there_and_back("two  spaces ") == "two spaces"
    assert there_and_back("two  spaces ", **exact) == "two  spaces "
    assert there_and_back("ﬁ") == "fi"
    assert there_and_back("ﬁ", user_defined_symbols=["ﬁ"], **exact) == "ﬁ"
    assert says(12, "comes back as `two spaces`", "`ﬁ` as `fi`")


def o200k_base():
    return loaded("o200k_base").theirs


PEOPLE = [
    ("Mara", 31, "Oslo"),
    ("Jonas", 28, "Bergen"),
    ("Priya", 45, "Leeds"),
    ("Tomás", 39, "Porto"),
    ("Yuki", 52, "Kyoto"),
]
HEADER = ("name", "age", "city")
PLACE = {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["C", "F"]}}
TOOL = {
    "name": "get_weather",
    "description": "The weather in a city",
    "parameters": {"type": "object", "properties": PLACE, "required": ["city"]},
}


@pytest.mark.parametrize(
    ("data", "figures"),
    [
        (
            {"name": "Mara", "age": 31, "city": "Oslo", "team": "red", "role": "baker"},
            "YAML 20 tokens, compact JSON 24, indented JSON 40",
        ),
        (
            [dict(zip(HEADER, person)) for person in PEOPLE],
            "YAML 82, compact JSON 73, indented JSON 137",
        ),
        (TOOL, "YAML 56, compact JSON 48, indented JSON 96"),
    ],
)
def test_13_whether_yaml_beats_compact_json_depends_on_the_data(data, figures):
    texts = [
        yaml.safe_dump(data, sort_keys=False, allow_unicode=True).strip(),
        json.dumps(data, ensure_ascii=False, separators=(",", ":")),
        json.dumps(data, ensure_ascii=False, indent=2),
    ]
    counts = [len(o200k_base().encode(text)) for text in texts]
    assert [int(count) for count in re.findall(r"\d+", figures)] == counts
    assert counts[2] / 2 <= counts[0] <= counts[2] * 2 / 3
    assert says(13, figures)


def test_13_csv():
    csv = "\n".join(",".join(map(str, row)) for row in [HEADER, *PEOPLE])
    assert len(o200k_base().encode(csv)) == 44
    assert says(13, "CSV 44")


@pytest.mark.parametrize(
    ("name", "prose", "thai"), [("gpt2", "4.1", "0.5"), ("o200k_base", "4.2", "2.0")]
)
def test_14_four_characters_a_token(name, prose, thai):
    texts = corpora.load("essays"), corpora.languages()["Thai"]
    encode = loaded(name).theirs.encode
    assert [f"{len(text) / len(encode(text)):.1f}" for text in texts] == [prose, thai]
    assert says(14, prose, thai)
