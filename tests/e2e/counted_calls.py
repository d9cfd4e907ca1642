"""Counting the calls of methods that answers to players make."""

from __future__ import annotations

import asyncio
import functools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.e2e.running_bot import RunningBot, quiet
from tests.waiting import SECONDS


@asynccontextmanager
async def counted(bot: RunningBot, *functions: tuple[type, str]) -> AsyncIterator[Counter[str]]:
    """Count the calls of methods, except those of the bot's background work and earlier answers."""
    counts = Counter[str]()
    background = bot.client.background.tasks

    def count(owner: type, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def counting(*arguments: object, **named: object) -> object:
            counts[f"{owner.__name__}.{name}"] += asyncio.current_task() not in background
            return original(*arguments, **named)

        return counting

    assert await bot.client.interactions.in_flight.wait(SECONDS) == 0
    async with quiet(bot.client):
        with pytest.MonkeyPatch.context() as patch:
            for owner, name in functions:
                patch.setattr(owner, name, count(owner, name, getattr(owner, name)))
            yield counts
