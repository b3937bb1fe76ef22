"""minitok/text.py: characters that know where they came from."""

import pytest

from minitok.text import AlignedText


@pytest.mark.parametrize(("shares", "span"), [(False, (3, 3)), (True, (3, 4))])
def test_what_is_prepended_comes_from_no_character_or_shares_the_span_of_the_first(
    shares, span
):
    text = AlignedText.with_spans("by hi")[3:].prepend("__", shares=shares)
    assert (text.text, text.spans) == ("__hi", [span, span, (3, 4), (4, 5)])
    assert AlignedText.with_spans("").prepend("_", shares=shares).spans == [(0, 0)]


@pytest.mark.parametrize(
    ("form", "source", "text", "spans"),
    [
        ("NFC", "e\u0301x", "éx", [(0, 2), (2, 3)]),
        ("NFD", "éx", "e\u0301x", [(0, 1), (0, 1), (1, 2)]),
        ("NFKC", "aﬁ①", "afi1", [(0, 1), (1, 2), (1, 2), (2, 3)]),
        ("NFKC", "ｶﾞ", "ガ", [(0, 2)]),
        ("NFKC", " ﾞ", " \u3099", [(0, 1), (1, 2)]),
        ("NFC", "\u1112\u1161\u11abx", "한x", [(0, 3), (3, 4)]),
        ("NFC", "q\u0307\u0323x", "q\u0323\u0307x", [(0, 1), (1, 3), (1, 3), (3, 4)]),
        ("NFC", "⊭\u0f73", "⊭\u0f71\u0f72", [(0, 1), (1, 2), (1, 2)]),
    ],
)
def test_a_unicode_form_keeps_the_source_of_each_character(form, source, text, spans):
    normal = AlignedText.with_spans(source).normalize_unicode(form)
    assert (normal.text, normal.spans) == (text, spans)
    assert AlignedText(source).normalize_unicode(form).text == text


@pytest.mark.parametrize(
    ("form", "source", "text"),
    [("NFKC", "A\uff9e\u0300", "À\u3099"), ("NFC", "a\u0f73\u0300", "à\u0f71\u0f72")],
)
def test_a_character_that_becomes_a_mark_belongs_to_the_letter_before_it(
    form, source, text
):
    normal = AlignedText.with_spans(source).normalize_unicode(form)
    assert (normal.text, set(normal.spans)) == (text, {(0, 3)})


def test_what_is_replaced_is_spanned_by_each_character_of_the_new():
    changes = [(0, 2, "x"), (3, 4, "yz"), (5, 5, "!")]
    text = AlignedText.with_spans("__abcde")[2:].replace(changes)
    assert (text.text, AlignedText("abcde").replace(changes).text) == ("xcyze!",) * 2
    assert text.spans == [(2, 4), (4, 5), (5, 6), (5, 6), (6, 7), (7, 7)]
    again = text.replace([(1, 3, "")])
    assert (again.text, again.spans) == ("xze!", [(2, 4), (5, 6), (6, 7), (7, 7)])


@pytest.mark.parametrize(
    ("text", "at_start"),
    [
        (AlignedText.with_spans("ab"), True),
        (AlignedText.with_spans("ab")[1:], False),
        (AlignedText.with_spans("ab").prepend("_", shares=False), True),
        (AlignedText.with_spans("ab").replace([(0, 1, "")]), False),
        (AlignedText.with_spans(""), False),
    ],
)
def test_a_text_is_at_the_start_if_the_first_character_of_the_source_is_in_it(
    text, at_start
):
    assert text.at_start == at_start
