"""A bounded number of the attacks; `make attack MINUTES=60` goes on with other seeds."""

import os

import pytest
from published_vocabularies import VOCABULARIES

if os.name != "posix":
    pytest.skip("alarms, forks and kills are those of POSIX", allow_module_level=True)

import attacks
from attacks import ATTACKS, NEED_VOCABULARIES, tried

SHARE = 1 if os.environ.get("MINITOK_THOROUGH") else 10
"""`make test-all` makes all the tries, `make test` one in ten."""

TRIES = {"threads": 20, "together": 10, "killed": 100, "long_text": 20}  # those of the others: 300


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_breaks(name):
    if name in NEED_VOCABULARIES and not VOCABULARIES.is_dir():
        pytest.skip(f"{VOCABULARIES} is not there")
    problems = {seed: problem for seed in range(0, TRIES.get(name, 300), SHARE) if (problem := tried(name, seed))}
    assert not problems


def test_what_needs_vocabularies_is_left_out_without_them_also_by_name(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(attacks.published, "VOCABULARIES", tmp_path / "vocabularies")
    monkeypatch.setattr("sys.argv", ["attacks.py", "--only", "libraries"])
    with pytest.raises(SystemExit, match="nothing is left to try"):
        attacks.main()
    assert capsys.readouterr().out.startswith("without libraries: ")
