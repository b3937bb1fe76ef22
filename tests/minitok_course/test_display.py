"""What the package's own objects look like as the last line of a cell."""

import re

from IPython.core.interactiveshell import InteractiveShell
from samples import byte_level, hug, word_level

from minitok import Tokenizer
from minitok.models import BPE, Unigram
from minitok_course import corpora
from minitok_course.display import show_as_tables, table


def html(value, monkeypatch):
    """What a cell of a notebook shows."""
    shell = InteractiveShell()
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    show_as_tables()
    data, _ = shell.display_formatter.format(value)
    return data["text/html"]


def cells(markup):
    rows = re.findall(r"<tr>(.*?)</tr>", markup)[1:]
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]


def test_an_encoding_is_a_table_of_its_tokens(monkeypatch):
    assert cells(html(hug()("hug s"), monkeypatch)) == [
        ["&#x27;hug&#x27;", "10", "(0, 3)", "0"],
        ["&#x27;s&#x27;", "6", "(4, 5)", "1"],
    ]


def test_a_tokenizer_is_a_table_of_its_parts(monkeypatch):
    tok = byte_level([corpora.load("hug")], 300)
    parts = dict(cells(html(tok, monkeypatch)))
    assert parts["pre_tokenizer"] == "ByteLevel()"
    assert parts["normalizer"] == "none"
    assert parts["special_tokens"] == "[&#x27;&lt;|end|&gt;&#x27;]"
    assert int(parts["vocab_size"]) > 256
    parts = dict(cells(html(Tokenizer(BPE()), monkeypatch)))
    assert parts["special_tokens"] == "none"


def test_odd_and_long_texts_can_be_sent(monkeypatch):
    tok = word_level(["a"])
    for text in ["", "\ud800", "<b>", "a b" * 3_334]:
        markup = html(tok(text), monkeypatch)
        assert len(markup.encode()) < 50_000 and "<b>" not in markup
    assert table(["n"], [[n] for n in range(1_200)]).endswith("<p>and 1,100 more</p>")


def test_a_lattice_is_a_table_of_its_arcs(monkeypatch):
    lattice = Unigram([("a", -1.0), ("b", -2.0), ("ab", -2.5)]).lattice("ab")
    rows = cells(html(lattice, monkeypatch).replace("&#x27;", ""))
    assert rows == [
        ["0", "1", "a", "-1.0", ""],
        ["0", "2", "ab", "-2.5", "yes"],
        ["1", "2", "b", "-2.0", ""],
    ]
