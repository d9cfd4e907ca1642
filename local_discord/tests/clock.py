"""A clock that tests set."""

from __future__ import annotations

import time


class Clock:
    """A clock that moves only when it is set."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now
