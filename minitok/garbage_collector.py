"""Pause Python's garbage collector: it looks for cycles, and our data has none."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Pause the garbage collector, which saves a sixth of the time or more.

    It helps when many objects are kept: in opening a vocabulary, encoding a batch, or
    training.
    """
    # With a lock, since another thread that begins while this one ends would otherwise
    # leave the collector off.
    with _lock:
        was_on = gc.isenabled()
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if was_on:
                gc.enable()
