"""Clocks of searches, which stand still while code is compiled."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final


class _LeftOut(threading.local):
    """What the clocks of a thread leave out, in seconds."""

    seconds = 0.0
    processor_seconds = 0.0


_left_out: Final = _LeftOut()


def seconds() -> float:
    """A clock of this thread that stands still while code is compiled."""
    return time.monotonic() - _left_out.seconds


def processor_seconds() -> float:
    """Likewise, of the time that the processor works for this thread."""
    return time.thread_time() - _left_out.processor_seconds


@contextmanager
def untimed() -> Iterator[None]:
    """Stop both clocks of this thread during a block.

    Code is compiled once on a machine, for up to a minute; no search is to give up for it.
    """
    before, processor_before = seconds(), processor_seconds()
    try:
        yield
    finally:
        _left_out.seconds = time.monotonic() - before
        _left_out.processor_seconds = time.thread_time() - processor_before
