"""What every view does with any text: shows it or says why not, makes no tag of it, and has all of its forms."""

import json

import pytest
from browser.view_table import SETUP, VIEWS
from IPython.core.formatters import DisplayFormatter
from parsed_html import parsed
from samples import THOROUGH

from minitok.encoding import Encoding, Lists
from minitok_course import views

EVIL = """'"></code></svg></style></script><img class="forged" src=x><script>window.forged = 1</script>`<b>`"""
LONG = 10_000 if THOROUGH else 1_000
TEXTS = {
    "empty": "",
    "a lone surrogate": "a\ud800",
    "a family": "👨‍👩‍👧‍👦 🏳️‍🌈 pug",
    "many marks": "e" + "\u0301" * 50,
    "what can't be seen": "a\0b \u200b\x85\u2028\u202ehugs\t\ufffe",
    "markup": EVIL,
    "many words": ("hugs, pun and bun! " * 600)[:LONG],
    "a long word": ("hugspun" * 1_500)[:LONG],
}
WIDGET = "application/vnd.jupyter.widget-view+json"
EACH = pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)


@pytest.fixture(scope="module")
def names():
    """What the cells of the views use."""
    found = {}
    exec(SETUP, found)
    return found


def about(view, text, names):
    """The view of a text, with that text wherever it takes one."""
    if view.name == "Prediction":
        return views.Prediction(text, text, choices=[text, "other"], why=text)
    if view.name == "Quiz":
        return views.Quiz(
            [
                views.Question(
                    text, {text: text or "So.", "b": text or "No."}, answer=text
                )
            ]
        )
    shown = eval(view.cell, names)
    if view.name in ("Skylines", "Waterline"):
        shown.asked = text
        return shown
    shown.input.value = text.encode("utf-8", "replace").decode()
    if shown.input.value != text:
        shown.refresh(text)
    return shown


def sent(widget):
    """All that the browser is sent of a view, and of what is in it."""
    state = {
        name: value
        for name, value in widget.get_state().items()
        if name not in ("_esm", "_css", "children")
    }
    inside = [sent(child) for child in getattr(widget, "children", ())]
    return [
        {
            name: value.decode() if isinstance(value, bytes) else value
            for name, value in state.items()
        },
        *inside,
    ]


def forged(shown):
    """The tags that a text has become in the still form of a view, and in its frames or some of many."""
    frames = getattr(getattr(shown, "view", shown), "frames", ())
    some = (
        "".join((*frame.caption, *frame.body))
        for frame in frames[:: len(frames) // 20 + 1]
    )
    made = [node for form in (shown.still(), *some) for node in parsed(form).below()]
    return [
        node.tag for node in made if node.tag == "script" or "forged" in node.classes
    ]


def test_every_view_is_in_the_table():
    assert {view.name for view in VIEWS} == set(views.__all__) - {
        "Frame",
        "Live",
        "Question",
        "Stepper",
    }


@EACH
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_any_text_is_shown_or_refused_in_a_sentence_and_none_becomes_a_tag(
    names, view, text
):
    shown = about(view, text, names)
    problem = getattr(shown, "view", shown).get_state().get("problem", "")
    refused = text == TEXTS["a lone surrogate"] or (
        view.name == "PruneStepper" and not text
    )
    assert problem == "" or (
        refused and problem.startswith("This text can't be shown: ")
    )
    for form in str(shown), shown.still(), json.dumps(sent(shown)):
        assert len(form.encode("utf-8")) < 4_000_000
    assert not forged(shown)


@pytest.mark.parametrize(
    "view", [view for view in VIEWS if view.typed], ids=lambda view: view.name
)
def test_it_follows_what_is_typed(names, view):
    shown = eval(view.cell, names)
    shown.input.value = view.typed
    other = eval(view.cell, names)
    other.refresh(view.typed)
    assert str(shown.view) == str(other.view) != str(eval(view.cell, names).view)


def test_a_training_asks_for_text(names):
    for view, train in (("MergeStepper", "train"), ("ScoreStepper", "train_both")):
        frame = views.Live(getattr(views, view), names[train], "").view.frames[0]
        assert "".join(frame.caption) == "There is no text yet: type one."


@pytest.mark.parametrize(
    "view", [views.OffsetsView, views.TemplateView, views.TokenStrip]
)
def test_ids_from_somebody_elses_file_become_no_tags(view):
    for text in (EVIL, "a"):
        values = (EVIL, text, (0, 1), 0, EVIL, EVIL, EVIL, 0)
        shown = view(
            Encoding(
                **{name: [value] for name, value in zip(Lists.__annotations__, values)}
            ),
            text=text,
        )
        assert "&lt;img" in shown.still() and not forged(shown)


@EACH
def test_each_front_end_finds_its_form(names, view):
    shown = eval(view.cell, names)
    data, _ = DisplayFormatter().format(shown)
    assert data[WIDGET] and (data["text/plain"], data["text/html"]) == (
        str(shown),
        shown.still(),
    )
    assert "0x" not in repr(shown) and str(shown) == str(eval(view.cell, names))
