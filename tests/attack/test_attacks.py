"""A bounded number of the attacks; `make attack MINUTES=60` goes on with other seeds."""

import pytest
from attacks import ATTACKS, tried
from published_vocabularies import VOCABULARIES

TRIES = 300
NEED_VOCABULARIES = ("model_file", "libraries")


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_breaks(name):
    if name in NEED_VOCABULARIES and not VOCABULARIES.is_dir():
        pytest.skip(f"{VOCABULARIES} is not there")
    problems = {seed: problem for seed in range(TRIES) if (problem := tried(name, seed))}
    assert not problems
