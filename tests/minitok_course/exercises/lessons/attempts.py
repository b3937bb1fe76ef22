"""Attempts as learners write them, each a test: right ones written another way, wrong ones with what they are told."""

from collections import Counter

import pytest

from minitok_course import check

RIGHT: Counter[str] = Counter()
WRONG: Counter[str] = Counter()


def right(name):
    """Make a test of an attempt that is right."""

    def test_of(attempt):
        def test():
            verdict = check(name, attempt)
            assert verdict, verdict

        RIGHT[name] += 1
        return test

    return test_of


def wrong(name, sentence):
    """Make a test of an attempt that is not yet right, with a part of the sentence that it gets."""

    def test_of(attempt):
        def test():
            verdict = check(name, attempt)
            assert verdict.state == "not yet" and sentence in verdict.sentence, verdict

        WRONG[name] += 1
        return test

    return test_of


def wrong_ones(name, table):
    """Make a test of a table: a part of the sentence, and the attempt that gets it."""

    @pytest.mark.parametrize("sentence", table)
    def test(sentence):
        wrong(name, sentence)(table[sentence])()

    WRONG[name] += len(table)
    return test
