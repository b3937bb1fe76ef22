"""A tokenizer.json from elsewhere is data: what it holds is checked when it is read, and escaped when it is drawn."""

import json

import pytest
from samples import hug

from minitok import Encoding, Tokenizer
from minitok.encoding import LISTS
from minitok.views import OffsetsView, TemplateView, TokenStrip

SCRIPT = '<img src=x onerror="alert(1)">'


@pytest.mark.parametrize(
    "forged",
    [
        {"padding": {"strategy": "BatchLongest", "direction": "Right", "pad_id": SCRIPT, "pad_token": "x"}},
        {
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"Sequence": {"id": "A", "type_id": 0}}],
                "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
                "special_tokens": {"[S]": {"id": "[S]", "ids": [SCRIPT], "tokens": ["[S]"]}},
            }
        },
        {"truncation": {"max_length": 2.5, "stride": 0, "strategy": "LongestFirst", "direction": "Right"}},
    ],
    ids=["padding", "template", "truncation"],
)
def test_a_value_of_another_type_is_refused(forged):
    with pytest.raises(ValueError, match=r"this tokenizer.json is damaged: .* should be of type int"):
        Tokenizer.from_dict({**hug().to_dict(), **forged})


def test_what_is_nested_too_deeply_or_is_too_large_a_number_names_the_file(tmp_path):
    data = hug().to_dict()
    for name, text in {
        "nested.json": "[" * 100_000,
        "large.json": json.dumps({**data, "model": {"type": "Unigram", "vocab": [["a", 0]]}}).replace(
            "0]", "-" + "9" * 400 + "]"
        ),
    }.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=rf"cannot load .*{name}"):
            Tokenizer.from_file(tmp_path / name)


@pytest.mark.parametrize("view", [TokenStrip, TemplateView, OffsetsView])
def test_a_view_escapes_ids(view):
    values = (SCRIPT, "a", (0, 1), 0, SCRIPT, SCRIPT, SCRIPT, 0)
    drawn = view(Encoding(**{name: [value] for name, value in zip(LISTS, values)}), text="a")
    shown = drawn.still() + "".join("".join((*frame.caption, *frame.body)) for frame in drawn.frames)
    assert "<img src=x" not in shown and "&lt;img src=x" in shown
