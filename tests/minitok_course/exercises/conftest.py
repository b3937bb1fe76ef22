"""Attempts are stopped by an exception, which Hypothesis's callbacks in the garbage collector would swallow."""

import gc

import pytest


@pytest.fixture(autouse=True)
def _without_callbacks():
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    yield
    gc.callbacks[:] = callbacks
