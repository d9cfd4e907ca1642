"""Waiting for what is seen rather than for some time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

SECONDS = 120.0
"""How long anything may take on a busy machine."""


async def until(condition: Callable[[], object], *, seconds: float = SECONDS) -> None:
    """Wait until something without an event of its own is so; it may have to be awaited."""
    async with asyncio.timeout(seconds):
        while not await _result(condition()):  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)


async def _result(found: object) -> object:
    return await found if isinstance(found, Awaitable) else found
