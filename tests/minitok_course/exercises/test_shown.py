"""What a verdict, a hint, a solution show: the same in HTML and in text, safe, and the same every time."""

import re
from dataclasses import replace

import pytest

from minitok_course import check, hint, progress, solution
from minitok_course.exercises.exercise import EXERCISES, same
from minitok_course.exercises.verdict import Hint, format_short


def verdicts():
    yield check("bpe.merge_pair", ...)
    yield check("bpe.merge_pair", lambda symbols, pair: symbols)
    yield check("bpe.merge_pair", lambda symbols, pair: 1 / 0)
    yield check("bpe.merge_pair", "<script>alert(1)</script>")
    yield check("wordpiece.decode", lambda tokens: " ".join(tokens).replace(" ##", ""))
    yield check("museum.or_unknown", ({"a": 0, "[UNK]": 1}, "a"))


@pytest.mark.parametrize("verdict", list(verdicts()), ids=lambda verdict: verdict.state)
def test_html_and_text_tell_the_same(verdict):
    text, html = repr(verdict), verdict._repr_html_()
    assert verdict.name in text and verdict.name in html and "<script" not in html
    told = re.sub(r"<[^>]*>", " ", html)
    for word in re.findall(r"[a-z]{4,}", text):
        assert word in told
    assert str(verdict) == text
    marks = {"not started": "○ Not started", "not yet": "✗ Not yet", "right": "✓ Right"}
    assert text.startswith(marks[verdict.state])  # a state is not told by colour alone


def test_a_right_answer_is_shown_without_a_row_for_what_was_never_expected():
    verdict = check("chats.template", solution("chats.template").value)
    assert verdict
    assert [name for name, _ in verdict.rows()] == ["you gave", "yours"]


def test_ink_and_paper_are_those_of_the_page():
    folded = [
        one._repr_html_()
        for one in (hint("bpe.decode"), solution("bpe.decode"), progress())
    ]
    for html in [*(verdict.html() for verdict in verdicts()), *folded]:
        assert (
            not re.search(r"[;\"](color|background):(?!inherit)", html)
            and 'class="mt-check"' in html
        )


def test_text_from_a_learner_is_escaped():
    html = check("bpe.decode", lambda tokens, mark: "<b onclick=x>&")._repr_html_()
    assert "<b onclick" not in html and "&lt;b onclick=x&gt;&amp;" in html


def test_a_solution_is_folded_and_hints_are_folded_into_each_other():
    assert solution("bpe.decode")._repr_html_().count("<details") == 1
    first = Hint("real.pad", ["Look.", "Pad <b>.", "Pad."], 1)
    assert (
        "Hint 1 of 3" in repr(first)
        and 'hint("real.pad")' in repr(first)
        and "Pad" not in repr(first)
    )
    (_, one, two, three) = first._repr_html_().split("<summary")
    assert (
        "Look." in one
        and "Pad &lt;b&gt;." in two
        and "Pad." in three
        and "solution(&quot;real.pad&quot;)" in three
    )
    assert "</details>" not in one + two and "open" not in first._repr_html_()


def test_values_are_shown_without_what_changes_from_run_to_run():
    assert (
        format_short({"b", "a", "c"}) == "{'a', 'b', 'c'}"
        and format_short((1,)) == "(1,)"
        and format_short(set()) == "set()"
    )
    assert format_short(char for char in "a").endswith("<genexpr>>")
    assert len(format_short(list(range(10**6)))) < 400
    assert format_short({"b": 1, "a": {3, 1, 2}}) == "{'b': 1, 'a': {1, 2, 3}}"


def test_what_can_not_be_shown_is_told():
    class Broken:
        def __repr__(self):
            raise RuntimeError

    nested = []
    nested.append(nested)
    assert format_short(Broken()) == "<Broken instance>" and format_short(nested)
    assert format_short("\ud800") == r"'\ud800'"
    assert format_short(["e\u0301", "é"]) == r"['e\u0301', 'é']"


def test_same_accepts_lists_for_tuples_and_rounding():
    assert (
        same(("a", ["b"]), ["a", ("b",)])
        and same({"a": 0.3}, {"a": 0.1 + 0.2})
        and same(1, 1.0)
    )
    assert (
        not same(["a"], "a")
        and not same("ab", ["a", "b"])
        and not same({"a": 1}, {"a": 1, "b": 0})
    )
    assert (
        not same(None, 0)
        and same(None, None)
        and not same(0.5, float("nan"))
        and not same(1, 10**400)
    )


def test_a_smaller_exhibit_is_welcomed_and_a_larger_one_is_told():
    name = "museum.marked_rest"
    large = "ab", {"a", "#", *map(str, range(30))}
    assert "smaller input would do" in check(name, large).sentence
    assert "No smaller input" in check(name, ("ba", {"b", "#"})).sentence
    assert "same here" in check(name, ("a", {"a"})).sentence
    assert "This is an int. Asked for" in check(name, 3).sentence
    both = check(name, ("ab", {"a", "#", "###b"}))
    assert (both.expected, both.got) == (["[UNK]"], ["a", "#", "###b"])


def test_of_a_value_both_programs_are_told_by_name_and_nothing_if_it_is_of_another_kind():
    rows = [
        ("you gave", "({'a': 0, '[UNK]': 1}, 'a')"),
        ("right program", "[0]"),
        ("wrong program", "[1]"),
    ]
    value = {"a": 0, "[UNK]": 1}, "a"
    assert check("museum.or_unknown", value).rows() == rows
    asked = "Asked for: a pair (vocab, text)."
    reasons = {
        "it": f"This is a str. {asked}",
        ("a", "b"): f"This is a tuple of a str and a str. {asked}",
        None: f"This is None. {asked}",
    }
    for value, reason in reasons.items():
        verdict = check("museum.or_unknown", value)
        assert verdict.sentence == reason
        assert verdict.rows() == [("you gave", format_short(value))]


def test_a_case_is_never_a_wall():
    wall = check("bpe.decode", lambda tokens, mark: 1 / 0)
    case = ["token"] * 1000, "</w>", {n: n for n in range(1000)}
    wall = replace(wall, case=case, expected="x" * 10**4, got=[1] * 10**4)
    assert (
        "</w>" in wall.call
        and len(wall.call) < 240
        and all(len(text) < 240 for _, text in wall.rows())
    )


def steps(name, attempt):
    return [
        (step.name, step.expected, step.yours) for step in check(name, attempt).steps
    ]


def test_a_failing_case_is_stepped_through_to_where_the_two_part():
    longest_match, *_ = next(iter(EXERCISES["bpe.encode_word"].slips.values()))
    assert steps("bpe.encode_word", longest_match) == [
        ("before any merge", ("a", "b", "c"), ("a", "b", "c")),
        ("merge 1, `b c`", ("a", "bc"), ("a", "bc")),
        ("merge 2, `a b`", ("a", "bc"), ("ab", "c")),
    ]
    slip, *_ = next(iter(EXERCISES["bytes.decode_stream"].slips.values()))
    assert steps("bytes.decode_stream", slip)[-1] == (
        r"up to part 1, `b'caf\xc3'`",
        "after part 1: 'caf'",
        "after part 1: 'caf�'",
    )


def test_what_is_right_plays_the_view_of_its_lesson():
    merged = check("bpe.merge_pair", EXERCISES["bpe.merge_pair"].solution)
    assert "u g     ug" in str(merged.picture())
    assert check("bpe.decode", EXERCISES["bpe.decode"].solution).picture() is None
