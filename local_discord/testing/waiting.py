"""Waiting for what is seen rather than for some time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SECONDS = 20.0
"""How long anything may take on a busy machine."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something without an event of its own is so."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
