"""minitok/encoding.py"""

from samples import hug, word_level


def test_it_is_as_long_as_its_lists():
    encoding = hug()("bug hugs")
    assert len(encoding) == 4
    assert {len(values) for values in vars(encoding).values()} == {4}


def test_two_are_equal_when_all_that_they_know_is():
    assert hug()("bug") == hug()("bug")
    assert hug()("bug") != hug()(" bug"), "the offsets differ"
    assert hug()("bug") != [8, 1]
    assert word_level(["a b"])("c") != word_level(["a b"])("dd")


def test_it_shows_what_is_in_it():
    assert repr(hug()("bug")) == "Encoding(ids=[1, 8], tokens=['b', 'ug'], offsets=[(0, 1), (1, 3)])"
