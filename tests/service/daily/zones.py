"""Other time zones for a process: no day of the game depends on them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def process_in(zone: str) -> Iterator[None]:
    """Run the process in a time zone while the block runs."""
    try:
        with pytest.MonkeyPatch.context() as moved:
            moved.setenv("TZ", zone)
            time.tzset()
            yield
    finally:
        time.tzset()
