"""What the package's own objects look like as the last line of a cell."""

import re

from samples import byte_level, hug, word_level

from minitok import Tokenizer
from minitok.models import BPE, Unigram
from minitok.steps import table
from minitok_course import corpora


def cells(markup):
    return [
        re.findall(r"<td[^>]*>(.*?)</td>", row)
        for row in re.findall(r"<tr>(.*?)</tr>", markup)[1:]
    ]


def test_an_encoding_is_a_table_of_its_tokens():
    rows = cells(hug()("hug s")._repr_html_())
    assert rows == [
        ["&#x27;hug&#x27;", "10", "(0, 3)", "0"],
        ["&#x27;s&#x27;", "6", "(4, 5)", "1"],
    ]


def test_a_tokenizer_is_a_table_of_its_parts():
    found = dict(cells(byte_level([corpora.load("hug")], 300)._repr_html_()))
    assert found["pre_tokenizer"] == "ByteLevel()" and found["normalizer"] == "none"
    assert (
        found["special_tokens"] == "[&#x27;&lt;|end|&gt;&#x27;]"
        and int(found["vocab_size"]) > 256
    )
    assert dict(cells(Tokenizer(BPE())._repr_html_()))["special_tokens"] == "none"


def test_odd_texts_can_be_sent():
    tok = word_level(["a"])
    for text in ["", "\ud800", "<b>", "👨‍👩‍👧‍👦", "שלום", "a b" * 3_334]:
        shown = tok(text)._repr_html_()
        assert len(shown.encode()) < 50_000 and "<b>" not in shown


def test_long_tables_say_what_they_leave_out():
    assert table(["n"], [[n] for n in range(1_200)]).endswith("<p>and 1,100 more</p>")


def test_a_lattice_is_a_table_of_its_arcs():
    lattice = Unigram([("a", -1.0), ("b", -2.0), ("ab", -2.5)]).lattice("ab")
    rows = [
        ["0", "1", "a", "-1.0", ""],
        ["0", "2", "ab", "-2.5", "yes"],
        ["1", "2", "b", "-2.0", ""],
    ]
    assert cells(lattice._repr_html_().replace("&#x27;", "")) == rows
