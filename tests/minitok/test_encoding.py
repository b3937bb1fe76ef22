"""minitok/encoding.py: windows, padding, look-ups. The rest is in parity/test_tokenizers_encoding.py"""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import hug, word_level

from minitok import Encoding
from minitok.encoding import Padding


def test_ids_alone_are_enough():
    encoding = Encoding(ids=[7, 8, 9])
    assert (encoding.ids, len(encoding), encoding.lists) == (
        [7, 8, 9],
        3,
        {"ids": [7, 8, 9]},
    )
    assert encoding.truncate(2, direction="left") == Encoding(ids=[8, 9])
    assert Padding(0, direction="left").fill(encoding, 5) == Encoding(
        ids=[0, 0, 7, 8, 9]
    )
    with pytest.raises(AttributeError, match="has no attribute 'tokens'"):
        encoding.tokens  # noqa: B018


@pytest.mark.parametrize(
    "made_again",
    [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
)
def test_it_can_be_copied_and_pickled(made_again):
    for encoding in (hug()("bug hugs").truncate(2), Encoding(ids=[7])):
        assert made_again(encoding) == encoding


def test_it_shows_what_is_in_it():
    assert (
        repr(hug()("bug"))
        == "Encoding(ids=[1, 8], tokens=['b', 'ug'], offsets=[(0, 1), (1, 3)])"
    )
    assert repr(hug()("bug").truncate(1)).endswith("overflowing: 1)")


@given(
    st.integers(0, 12),
    st.integers(1, 6),
    st.integers(0, 5),
    st.sampled_from(["left", "right"]),
)
def test_windows_hold_all_tokens_and_repeat_the_stride(length, size, stride, direction):
    encoding = word_level(["a b c d e f g h i j k l"])(
        " ".join("abcdefghijkl"[:length])
    )
    if stride >= size and length > size:
        with pytest.raises(
            ValueError, match=f"windows of {size} tokens cannot repeat {stride}"
        ):
            encoding.truncate(size, stride=stride, direction=direction)
        return
    first = encoding.truncate(size, stride=stride, direction=direction)
    windows = [first, *first.overflowing][:: -1 if direction == "left" else 1]
    ids = list(windows[0].ids)
    for before, window in zip(windows, windows[1:]):
        assert before.ids[len(before) - stride :] == window.ids[:stride]
        ids += window.ids[stride:]
    assert ids == encoding.ids
    assert all(len(window) <= size for window in windows)
    assert len(first) == min(size, length)


def test_truncated_to_nothing_all_overflows():
    encoding = hug()("bug")
    assert len(encoding.truncate(0)) == 0
    assert encoding.truncate(0).overflowing == [encoding]
