"""Counting the calls of methods that answers to players make."""

from __future__ import annotations

import asyncio
import functools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.e2e.running_bot import RunningBot


@contextmanager
def counted(bot: RunningBot, *functions: tuple[type, str]) -> Iterator[Counter[str]]:
    """Count the calls of methods, except those of the bot's background work."""
    counts = Counter[str]()
    background = set(bot.client._tasks)

    def count(owner: type, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def counting(*arguments: object, **named: object) -> object:
            counts[f"{owner.__name__}.{name}"] += asyncio.current_task() not in background
            return original(*arguments, **named)

        return counting

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in functions:
            patch.setattr(owner, name, count(owner, name, getattr(owner, name)))
        yield counts
