"""What the process does beside serving."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from pathlib import Path

import pytest

from bot.process import keep_memory_small
from bot.tasks import cancel_and_wait
from tests.waiting import until

_PIECES = 40_000
_BYTES = 1_000
"""More than Python's own allocator takes."""


def pages() -> int:
    """How many pages of 4 KiB this process has in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="it is glibc that keeps freed memory",
)
async def test_freed_memory_between_what_is_in_use_is_given_back() -> None:
    ctypes.CDLL(None).malloc_trim(0)  # of what other tests have left
    before = pages()
    pieces = [bytes(_BYTES) for _ in range(_PIECES)]
    in_use = pieces[::50]
    del pieces
    freed = pages() - before
    assert freed > 5_000, "Nothing is given back without being asked for."
    keeping = asyncio.create_task(keep_memory_small(every=0.01))
    try:
        await until(lambda: pages() - before < freed / 2)
    finally:
        await cancel_and_wait([keeping])
        gc.unfreeze()
    assert in_use
