"""A database that takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.util import await_only

from tests.e2e.running_bot import RunningBot


@contextmanager
def slowed(bot: RunningBot, seconds: float) -> Iterator[None]:
    """Let each statement of the database take so long."""
    pauses = [seconds]

    def wait(*_: object) -> None:
        await_only(asyncio.sleep(sum(pauses)))

    for engine in (bot.database._engine, bot.database._reader):
        event.listen(engine.sync_engine, "before_cursor_execute", wait)
    yield
    pauses.clear()
