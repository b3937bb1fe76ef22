import os
import sys

import published_vocabularies  # noqa: F401  # before a library that reads whether it is offline
import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=25, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=100, derandomize=True, deadline=None)
settings.load_profile("thorough" if os.environ.get("MINITOK_THOROUGH") else "quick")


@pytest.fixture(autouse=True)
def new_kernel():
    """A test begins as a new kernel does: nothing was right before."""
    # Where the core is broken, the course can't be imported, and the core's own tests say why.
    if exercises := sys.modules.get("minitok_course.exercises"):
        exercises.reset()
