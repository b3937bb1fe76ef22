"""An interrupt during `check`, as the notebook's *Interrupt* sends it, leaves nothing behind."""

import os

import pytest

if os.name != "posix":
    pytest.skip("the signals are those of POSIX", allow_module_level=True)

from attack.interrupts import attack


def test_nothing_is_left_by_interrupts_at_random_moments_in_a_kernel():
    left, raised = attack(tries=20, seed=1)
    assert left == [] and any("KeyboardInterrupt" in what for what in raised)
