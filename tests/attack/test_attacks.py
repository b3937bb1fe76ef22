"""A few tries of each attack; `make attack MINUTES=60` goes on with other seeds."""

import os

import pytest

if os.name != "posix":
    pytest.skip("alarms, forks and kills are those of POSIX", allow_module_level=True)

from attacks import ATTACKS, tried

TRIES = {
    "file": 40,
    "model_file": 30,
    "folder": 40,
    "drawn_model": 90,
    "killed": 5,
}  # of the others: 15


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_breaks(name):
    assert not {
        seed: problem
        for seed in range(TRIES.get(name, 15))
        if (problem := tried(name, seed))
    }
