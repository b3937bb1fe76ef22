"""minitok/added_tokens.py: the knife that cuts texts at special tokens."""

import pytest

from minitok.added_tokens import AddedTokens


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one<s>two", ["one", 0, "two"]),
        ("<s><s> ", [0, 0, " "]),
        ("<s", ["<s"]),
        ("a<s>>b", ["a", 1, "b"]),
        ("<s>>>", [1, ">"]),
        (".*", [2]),
        ("x.*.*x", ["x", 2, 2, "x"]),
        ("", []),
    ],
)
def test_the_longest_token_is_cut_first(text, parts):
    cut = AddedTokens({"<s>": 0, "<s>>": 1, ".*": 2}).cut(text)
    assert [part if id is None else id for part, id in cut] == parts
    assert "".join(part for part, _ in cut) == text


def test_with_no_tokens_a_text_stays_whole():
    assert AddedTokens().cut("a <s> b") == [("a <s> b", None)]
    assert AddedTokens().cut("") == []


def test_an_empty_token_is_refused():
    with pytest.raises(ValueError, match="an added token is empty"):
        AddedTokens({"": 0})
