"""minitok/encoding.py: windows, padding, look-ups. The rest is in parity/test_tokenizers_encoding.py"""

import copy
import pickle

import pytest
from samples import hug

from minitok import Encoding


def test_ids_alone_are_enough():
    encoding = Encoding(ids=[7, 8, 9])
    assert (encoding.ids, len(encoding), encoding.lists) == (
        [7, 8, 9],
        3,
        {"ids": [7, 8, 9]},
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


def test_truncated_to_nothing_all_overflows():
    encoding = hug()("bug")
    assert len(encoding.truncate(0)) == 0
    assert encoding.truncate(0).overflowing == [encoding]


def test_a_direction_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="no direction 'rihgt': choose one of left, r"):
        hug()("bug").truncate(2, direction="rihgt")


def test_the_dict_of_transformers_is_an_object_here():
    with pytest.raises(TypeError, match=r"with \['input_ids'\]: write .ids"):
        hug()("bug")["input_ids"]
