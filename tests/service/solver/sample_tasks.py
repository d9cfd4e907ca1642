"""Questions for the solver's workers that go wrong, or tell who answers them."""

from __future__ import annotations

import os
import signal
import time


def who(seconds: float) -> int:
    """The number of the process that answers."""
    return os.getpid()


def die(seconds: float) -> bool:
    """End the process, as the system does when memory is short."""
    os.kill(os.getpid(), signal.SIGKILL)
    return True


def fail(seconds: float) -> bool:
    """Meet an error."""
    raise ZeroDivisionError("nothing to divide by")


def linger(length: float, seconds: float) -> tuple[float, float]:
    """Take a while: when that began and ended."""
    began = time.monotonic()
    time.sleep(length)
    return began, time.monotonic()
