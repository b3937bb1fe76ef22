"""A stream of bytes, and what is whole of it, seen."""

from hypothesis import given
from hypothesis import strategies as st
from parsed_html import captions, elements

from minitok.decoders import StreamDecoder
from minitok_course.views import StreamView

PIECES = [b"caf\xc3", b"\xa9 \xf0\x9f", b"\x8d\x8c", b"", b"\xe2\x82"]

TWIN = """\
Decoding a stream
step  bytes that came  text they gave  bytes that wait
0     63 61 66 c3      caf             c3
1     a9 20 f0 9f      é␣              f0 9f
2     8d 8c            🍌
3     (none)
4     e2 82                            e2 82
5     (end)            �"""


def view():
    return StreamView(StreamDecoder().steps(PIECES))


@given(st.lists(st.binary(max_size=6)))
def test_the_texts_of_the_steps_make_the_text_of_the_stream(pieces):
    steps = list(StreamDecoder().steps(pieces))
    assert "".join(step.text for step in steps) == b"".join(pieces).decode(
        "utf-8", "replace"
    )
    assert steps[-1].pending == b"" and all(len(step.pending) < 4 for step in steps)


def test_the_text_twin():
    assert str(view()) == TWIN


def test_the_captions_say_what_came_and_what_is_whole():
    assert captions(view()) == [
        "4 bytes came: 63 61 66 c3. Whole now: caf.",
        "4 bytes came: a9 20 f0 9f. Whole now: é␣.",
        "2 bytes came: 8d 8c. Whole now: 🍌.",
        "Nothing came.",
        "2 bytes came: e2 82. No character is whole yet.",
        "The stream is over. 2 bytes still waited for the rest of a character: e2 82 became �.",
    ]
    broken = StreamView(StreamDecoder().steps([b"\xf0\x9f", b"ab", b"\xef\xbf\xbd"]))
    assert captions(broken)[1:3] == [
        "2 bytes came: 61 62. New in the text: �ab, where � stands for bytes that make no character.",
        "3 bytes came: ef bf bd. Whole now: �.",
    ]


def test_a_picture_that_stands_still_shows_all_the_bytes_that_wait_for_one():
    steps = StreamDecoder().steps(bytes([byte]) for byte in "aé🍌".encode())
    assert [
        index for index, frame in enumerate(StreamView(steps).frames) if frame.tells
    ] == [1, 5]


def test_ribbons_lead_from_the_bytes_of_a_character_to_it_and_from_those_that_wait():
    spans = [
        node.attributes.get("data-span")
        for node in elements(view().frames[1].body, "span")
    ]
    of_bytes, of_text = (
        ["0 1", "0 1", "1 2", "2 3", "2 3"],
        ["0 1", "1 2", "2 3"],
    )  # of é, the space, and the dots
    assert [*filter(None, spans)] == of_bytes + of_text
    broken = StreamView(StreamDecoder().steps([b"\xf0\x9f", b"ab"])).frames[1]
    assert "data-span" not in "".join(broken.body).partition("user")[0]
