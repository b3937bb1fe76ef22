"""What a verdict, a hint, a solution show: the same in HTML and in text, safe, and the same every time."""

import re

import pytest

from minitok.checks import check, hint, progress, solution
from minitok.checks.comparing import same
from minitok.checks.folded import Hint
from minitok.checks.shrinking import shrink
from minitok.checks.verdict import shown


def verdicts():
    yield check("bpe.merge_pair", ...)
    yield check("bpe.merge_pair", lambda symbols, pair: symbols)
    yield check("bpe.merge_pair", lambda symbols, pair: 1 / 0)
    yield check("bpe.merge_pair", "<script>alert(1)</script>")
    yield check("wordpiece.score", lambda pair, left, right: pair / (left * right))
    yield check("museum.set_order", "ab")


@pytest.mark.parametrize("verdict", list(verdicts()), ids=lambda verdict: verdict.state)
def test_html_and_text_tell_the_same(verdict):
    text, html = repr(verdict), verdict._repr_html_()
    assert verdict.name in text and verdict.name in html and "<script" not in html
    told = re.sub(r"<[^>]*>", " ", html)
    for word in re.findall(r"[a-z]{4,}", text):
        assert word in told
    assert str(verdict) == text


def test_a_state_is_told_by_a_mark_and_by_words_not_by_colour_alone():
    states = [(repr(verdict).splitlines()[0], verdict.state) for verdict in verdicts()]
    marks = {"not started": "○ Not started", "not yet": "✗ Not yet", "right": "✓ Right"}
    assert all(head.startswith(marks[state]) for head, state in states)


def test_ink_and_paper_are_those_of_the_page():
    for one in [*verdicts(), hint("bpe.decode"), solution("bpe.decode"), progress()]:
        html = one._repr_html_()
        assert not re.search(r"[;\"](color|background):(?!inherit)", html) and 'class="mt-check"' in html


def test_text_from_a_learner_is_escaped():
    html = check("bpe.decode", lambda tokens, mark: "<b onclick=x>&")._repr_html_()
    assert "<b onclick" not in html and "&lt;b onclick=x&gt;&amp;" in html


def test_a_solution_is_folded_and_a_hint_says_how_to_go_on():
    assert "<details>" in solution("bpe.decode")._repr_html_()
    shown_hint = Hint("real.pad", "Look.", 1, 3)
    assert 'hint("real.pad")' in repr(shown_hint) and "Hint 1 of 3" in shown_hint._repr_html_()


def test_values_are_shown_without_what_changes_from_run_to_run():
    assert shown({"b", "a", "c"}) == "{'a', 'b', 'c'}" and shown((1,)) == "(1,)" and shown(set()) == "set()"
    assert " at 0x" not in shown([object(), lambda: 1])
    assert len(shown(list(range(10**6)))) < 400 and "999,960 more" in shown(list(range(10**6)), 10**4)


def test_what_can_not_be_shown_is_told():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    nested = []
    nested.append(nested)
    assert shown(Broken()) == "a Broken that can't be shown" and shown(nested)
    assert shown("\ud800") == r"'\ud800'"
    assert shown(["e\u0301", "é"]) == r"['e\u0301', 'é']"


def test_same_accepts_lists_for_tuples_and_rounding():
    assert same(("a", ["b"]), ["a", ("b",)]) and same({"a": 0.3}, {"a": 0.1 + 0.2}) and same(1, 1.0)
    assert not same(["a"], "a") and not same("ab", ["a", "b"]) and not same({"a": 1}, {"a": 1, "b": 0})
    assert not same(None, 0) and same(None, None) and not same(0.5, float("nan")) and not same(1, 10**400)


def test_shrinking_keeps_what_fails_and_drops_the_rest():
    assert shrink((["x", "a", "y"],), lambda case: "a" in case[0]) == (["a"],)
    assert shrink((12,), lambda case: case[0] > 5) == (6,)
    assert shrink(({"a": 9, "b": 1},), lambda case: "a" in case[0]) == ({"a": 1},)
    assert shrink(([("a", "b")],), lambda case: len(case[0]) == 1) == ([("a", "a")],)  # no empty words
    assert shrink(({("c", "ab", "d"): 1},), lambda case: len(next(iter(case[0]), ())) > 1) == ({("a", "a"): 1},)
    in_step = shrink(([1, 2, 3], [4, 5, 6]), lambda case: 2 in case[0] and len(case[0]) == len(case[1]))
    assert in_step == ([2], [1])


def test_a_smaller_exhibit_is_welcomed_and_a_larger_one_is_told():
    assert "smaller input would do" in check("museum.str_count", ("aba", "ababa")).sentence
    assert "No smaller input" in check("museum.str_count", ("bb", "bbb")).sentence
    assert "No smaller input" in check("museum.lowered_places", "a\u0130 b"[1:]).sentence
    assert "same here" in check("museum.str_count", ("a", "aaa")).sentence
    assert "not of the kind" in check("museum.str_count", 3).sentence
    texts = {"museum.str_count": "aa", "museum.marked_rest": ("ab", "a#"), "museum.replace": (["hu", "g"], "ug")}
    for name, text in texts.items():  # a text in the place of a pair or a set would look smaller than it is
        assert "not of the kind" in check(name, text).sentence
    larger = check("bpe.not_longest_match", ([("a", "b"), ("b", "c"), ("a", "bc")], "abc"))
    assert larger and "Two merges and a word of three letters would do" in larger.sentence
    both = check("museum.str_count", ("aa", "aaaa"))
    assert (both.expected, both.got) == (3, 2)


def test_of_a_value_both_programs_are_told_by_name_and_nothing_if_it_is_of_another_kind():
    assert check("museum.text_count", ("it", "with")).rows() == [
        ("you gave", "('it', 'with')"),
        ("right program", "0"),
        ("wrong program", "1"),
    ]
    for value in ("it", ("with it", "it"), ("it is", "it is"), None, 3):
        verdict = check("museum.text_count", value)
        assert "not of the kind" in verdict.sentence and verdict.rows() == [("you gave", shown(value))]
    for value in (None, "abc", ("abc", [("b", "c")])):
        assert check("bpe.not_longest_match", value).rows() == [("you gave", shown(value))]


def test_who_forgot_to_run_the_cell_above_is_told_to():
    assert "run that cell, then this one again" in check("bpe.decode", ...).sentence
