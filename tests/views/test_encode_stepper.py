"""One word, merge by merge, seen."""

import json

from hypothesis import given
from hypothesis import strategies as st
from parsed_html import elements, reading, texts

from minitok.steps import MergeStep
from minitok.views import EncodeStepper
from minitok.views.encode_stepper import grow

STEPS = (
    MergeStep(("h", "u", "g", "s"), None, None),
    MergeStep(("h", "ug", "s"), ("u", "g"), 0),
    MergeStep(("hug", "s"), ("h", "ug"), 2),
)

TWIN = """\
Encoding a word, merge by merge
step  rank  merged  symbols
0                   h u g s
1     0     u g     h ug s
2     2     h ug    hug s"""


def tree(view, index):
    """A frame as nested brackets: `[ hug rank 2 [ h ug rank 0 [ u g ] ] s ]`."""
    (roots,) = elements(view.frames[index].body, "ul.mt-roots")
    return reading(roots, {"ul": "[]"})


def test_the_text_twin_holds_the_whole_trace():
    assert str(EncodeStepper(STEPS)) == TWIN


def test_the_tree_grows_over_the_first_symbols():
    view = EncodeStepper(STEPS)
    assert tree(view, 0) == "[ h u g s ]"
    assert tree(view, 1) == "[ h ug rank 0 [ u g ] s ]"
    assert tree(view, 2) == "[ hug rank 2 [ h ug rank 0 [ u g ] ] s ]"


def test_captions_tell_rank_pair_and_end():
    captions = [reading(frame.caption) for frame in EncodeStepper(STEPS).frames]
    assert captions == [
        "The word in its first symbols: 4.",
        "Rank 0: u\u00a0g became ug.",
        "Rank 2: h\u00a0ug became hug. That was the last merge: 2 tokens.",
    ]


def test_the_pair_that_comes_next_is_marked():
    body = EncodeStepper(STEPS).frames[0].body
    assert (texts(body, ".mt-left"), texts(body, ".mt-right")) == (["u"], ["g"])


def test_all_occurrences_may_be_merged_at_once_or_one_by_one():
    pair = ("a", "b")
    at_once = [MergeStep(tuple("abab"), None, None), MergeStep(("ab", "ab"), pair, 0)]
    assert tree(EncodeStepper(at_once), 1) == "[ ab rank 0 [ a b ] ab rank 0 [ a b ] ]"
    one_by_one = [at_once[0], MergeStep(("ab", "a", "b"), pair, 0), at_once[1]]
    assert tree(EncodeStepper(one_by_one), 2) == tree(EncodeStepper(at_once), 1)


def test_a_symbol_joined_twice_keeps_the_right_parts():
    steps = [MergeStep(("a", "a", "a"), None, None), MergeStep(("aa", "a"), ("a", "a"), 3)]
    assert tree(EncodeStepper(steps), 1) == "[ aa rank 3 [ a a ] a ]"
    steps = [steps[0], MergeStep(("a", "aa"), ("a", "a"), 3)]
    assert tree(EncodeStepper(steps), 1) == "[ a aa rank 3 [ a a ] ]"


def test_a_step_that_does_not_follow_starts_anew():
    steps = [STEPS[0], MergeStep(("x", "yz"), ("y", "z"), 0)]
    assert tree(EncodeStepper(steps), 1) == "[ x yz ]"


def test_a_word_that_no_merge_touches():
    view = EncodeStepper([MergeStep(("h",), None, None)])
    assert view.frames[0].caption == ("The word in its first symbols: 1. No merge applies.",)


def test_of_a_very_long_word_the_first_symbols_are_followed():
    first = MergeStep(("a", "b") * 5000, None, None)
    nodes, _ = grow([], first, frozenset())
    nodes, made = grow(nodes, MergeStep(("ab",) * 5000, ("a", "b"), 0), frozenset())
    assert len(nodes) == len(made) == 60
    view = EncodeStepper([first, MergeStep(("a", *("ba",) * 4999, "b"), ("b", "a"), 0)])
    assert tree(view, 1).endswith("ba rank 0 [ b a ] ]")
    assert reading(view.frames[1].body).endswith(" and 4,941 more symbols")


def test_two_thousand_merges_of_a_long_word_stay_light():
    steps = [MergeStep(tuple("ab" * 2000), None, None)]
    for done in range(1, 2001):
        steps.append(MergeStep((*["ab"] * done, *"ab" * (2000 - done)), ("a", "b"), 0))
    view = EncodeStepper(steps)
    assert len(view.frames) == 2000
    assert len(view.trace) < 3_000_000


symbols = st.text(st.characters(), max_size=2)
steps = st.builds(
    MergeStep,
    st.lists(symbols, max_size=5).map(tuple),
    st.none() | st.tuples(symbols, symbols),
    st.none() | st.integers(),
)


@given(st.lists(steps, max_size=4))
def test_no_trace_is_too_odd(trace):
    view = EncodeStepper(trace)
    json.loads(view.trace.decode("utf-8"))
    for form in str(view), view.still():
        form.encode("utf-8")
