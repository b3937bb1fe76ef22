"""One try of each attack; `make attack MINUTES=60` goes on with other seeds, once a week with many."""

import os

import pytest

if os.name != "posix":
    pytest.skip("alarms, forks and kills are those of POSIX", allow_module_level=True)

from attacks import ATTACKS, tried


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_breaks(name):
    assert tried(name, seed=1) == ""
