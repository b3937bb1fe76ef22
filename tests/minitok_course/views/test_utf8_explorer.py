"""A text taken apart into code points, bytes and bits."""

from hypothesis import given
from hypothesis import strategies as st

from minitok_course.views import Utf8Explorer
from minitok_course.views.utf8_explorer import cut_bits, graphemes

TWIN = """\
Text to take apart: €👩‍🔬
What a text is made of
seen  code point  name               bytes        bits, [marker]                               joined                              GPT-2 writes
€     U+20AC      Euro sign          e2 82 ac     [1110]0010 [10]000010 [10]101100             0010 000010 101100 = 8,364          âĤ¬
👩‍🔬   U+1F469     Woman              f0 9f 91 a9  [11110]000 [10]011111 [10]010001 [10]101001  000 011111 010001 101001 = 128,105  ðŁĳ©
      U+200D      Zero width joiner  e2 80 8d     [1110]0010 [10]000000 [10]001101             0010 000000 001101 = 8,205          âĢį
      U+1F52C     Microscope         f0 9f 94 ac  [11110]000 [10]011111 [10]010100 [10]101100  000 011111 010100 101100 = 128,300  ðŁĶ¬"""  # noqa: E501


def test_the_text_twin():
    assert str(Utf8Explorer("€👩‍🔬")) == TWIN


@given(st.characters(exclude_categories=["Cs"]))
def test_the_bits_without_their_markers_are_the_code_point(char):
    assert int("".join(cut_bits(byte)[1] for byte in char.encode()), 2) == ord(char)


def test_graphemes():
    assert graphemes("e\u0301👨‍👩‍👧‍👦🇫🇷a") == ["e\u0301", "👨‍👩‍👧‍👦", "🇫🇷", "a"]


def test_what_has_no_name_says_why():
    told = [row[2] for row in Utf8Explorer("\n\x01\ue000\u0378").view.frames[0].rows]
    assert told[:2] == ["line feed, a control character", "a control character"]
    assert told[2:] == ["for private use: no name", "not assigned"]


def test_a_lone_surrogate_has_no_bytes():
    assert Utf8Explorer("\ud800").view.frames[0].rows[0][1:4] == (
        "U+D800",
        "half of a pair of surrogates: UTF-8 can't write it",
        "",
    )
