"""One word, merge by merge, seen."""

import re
from string import ascii_lowercase

from parsed_html import captions, elements, reading, texts

from minitok.models import BPE
from minitok.steps import MergeStep
from minitok.trainers import BpeTrainer
from minitok_course.views import EncodeStepper, Live
from minitok_course.views.encode_stepper import dropped


def ranked(step, *ranks):
    """A step that knows the ranks of its neighbours."""
    return step._replace(ranks=ranks)


STEPS = (
    ranked(MergeStep(("h", "u", "g", "s"), None, None), 5, 0, None),
    ranked(MergeStep(("h", "ug", "s"), ("u", "g"), 0), 2, None),
    ranked(MergeStep(("hug", "s"), ("h", "ug"), 2), None),
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
    return re.sub(
        r" *\(.*?\) *", " ", reading(roots, {"ul": "[]", "small.mt-gap": "()"})
    )


def test_the_text_twin_holds_the_whole_trace():
    assert str(EncodeStepper(STEPS)) == TWIN


def test_captions_tell_rank_pair_and_end():
    assert captions(EncodeStepper(STEPS)) == [
        "The word begins as 4 symbols. The lowest rank comes next: 0.",
        "Rank 0: u\u00a0g became ug. The lowest rank comes next: 2.",
        "Rank 2: h\u00a0ug became hug. No neighbours have a rank: 2 tokens.",
    ]


def test_of_several_places_the_one_that_is_merged_next_is_marked_and_the_others_tie():
    model = BPE({"a": 0, "b": 1, "n": 2, "an": 3}, [("a", "n")])
    view = EncodeStepper(model.steps("banan"))
    body = view.frames[0].body
    assert texts(body, ".mt-left code") + texts(body, ".mt-right code") == ["a", "n"]
    assert [
        pick.attributes["data-choice"] for pick in elements(body, "button.mt-pick")
    ] == ["wrong", "right", "wrong", "tie"]
    assert texts(body, ".mt-wins") == ["0"]
    told = captions(view)
    assert told[0].endswith(
        "The lowest rank comes next: 0, at the leftmost of its places."
    )
    assert told[1].endswith("The lowest rank comes next: 0.")


def test_a_symbol_joined_twice_keeps_the_right_parts():
    steps = [
        MergeStep(("a", "a", "a"), None, None),
        MergeStep(("aa", "a"), ("a", "a"), 3),
    ]
    assert tree(EncodeStepper(steps), 1) == "[ aa rank 3 [ a a ] a ]"


def test_characters_that_the_model_drops_are_struck_out_in_every_frame():
    model = BpeTrainer(vocab_size=30, initial_alphabet=ascii_lowercase).train(
        {"low": 5, "lowest": 2}
    )
    view = Live(EncodeStepper, model.steps, "Löwest!").view
    assert len(view.frames) > 1
    for frame in view.frames:
        assert texts(frame.body, "del code") == ["L", "ö", "!"]
        assert reading(frame.body).endswith(
            "Dropped, since the vocabulary has no token for them: L ö !"
        )
    view.show(model.steps("low"), text="low")
    assert texts(view.frames[0].body, "del") == []


def test_nothing_is_called_dropped_where_symbols_are_no_characters_of_the_text():
    for text, symbols in [
        ("né", ["n", "Ã", "©"]),  # bytes
        ("né", ["n", "<0xC3>", "<0xA9>"]),
        ("né", ["n", "<unk>"]),
        ("Né", ["n", "é"]),  # the text was lower-cased
        ("low low", ["l", "o", "w"]),  # only its first word was taken
        ("", ["l", "o", "w"]),
    ]:
        assert dropped(text, symbols) == []
