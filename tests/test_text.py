"""minitok/text.py: characters that know where they came from."""

import pytest

from minitok.text import AlignedText, naming_surrogates


def test_a_text_is_its_own_source():
    assert AlignedText("hey").spans == [(0, 1), (1, 2), (2, 3)]
    assert AlignedText("hey", start=5).spans == [(5, 6), (6, 7), (7, 8)]


@pytest.mark.parametrize(
    ("function", "text", "spans"),
    [
        (str.upper, "ASS", [(0, 1), (1, 2), (1, 2)]),
        (lambda char: char.replace("a", ""), "ß", [(1, 2)]),
        (lambda char: "", "", []),
    ],
)
def test_a_character_may_become_none_or_several(function, text, spans):
    mapped = AlignedText("aß").map_chars(function)
    assert (mapped.text, mapped.spans) == (text, spans)


def test_what_is_prepended_comes_from_no_character():
    text = AlignedText("hi", start=3).prepend("__")
    assert (text.text, text.spans) == ("__hi", [(3, 3), (3, 3), (3, 4), (4, 5)])
    assert AlignedText("").prepend("_").spans == [(0, 0)]


def test_a_part_keeps_its_place_in_the_source():
    part = AlignedText("hello world")[6:]
    assert (part.text, part.source_span(), part.source_span(1, 3)) == ("world", (6, 11), (7, 9))


@pytest.mark.parametrize(("start", "end", "span"), [(0, 0, (3, 3)), (1, 1, (4, 4)), (2, 2, (5, 5))])
def test_an_empty_span_has_a_place_too(start, end, span):
    assert AlignedText("hi", start=3).source_span(start, end) == span


def test_the_span_of_nothing_is_empty():
    assert AlignedText("").source_span() == (0, 0)


@pytest.mark.parametrize(
    ("form", "source", "text", "spans"),
    [
        ("NFC", "e\u0301x", "éx", [(0, 2), (2, 3)]),
        ("NFD", "éx", "e\u0301x", [(0, 1), (0, 1), (1, 2)]),
        ("NFKC", "aﬁ①", "afi1", [(0, 1), (1, 2), (1, 2), (2, 3)]),
        ("NFKC", "ｶﾞ", "ガ", [(0, 2)]),
        ("NFC", "\u1112\u1161\u11abx", "한x", [(0, 3), (3, 4)]),
        ("NFC", "q\u0307\u0323x", "q\u0323\u0307x", [(0, 3), (0, 3), (0, 3), (3, 4)]),
    ],
)
def test_a_unicode_form_keeps_the_source_of_each_character(form, source, text, spans):
    normal = AlignedText(source).normalize_unicode(form)
    assert (normal.text, list(normal.spans)) == (text, spans)


@pytest.mark.parametrize(
    ("form", "source", "text"),
    [("NFKC", "A\uff9e\u0300", "À\u3099"), ("NFC", "a\u0f73\u0300", "à\u0f71\u0f72")],
)
def test_a_character_that_becomes_a_mark_belongs_to_the_letter_before_it(form, source, text):
    normal = AlignedText(source).normalize_unicode(form)
    assert (normal.text, set(normal.spans)) == (text, {(0, 3)})


def test_a_surrogate_is_named_with_its_place():
    fault = r"character 3 of the text, '\\udc80', is a lone surrogate"
    with pytest.raises(ValueError, match=fault), naming_surrogates("abc\udc80"):
        "c\udc80".encode()


def test_other_errors_pass_unchanged():
    with pytest.raises(ZeroDivisionError), naming_surrogates("abc"):
        raise ZeroDivisionError
