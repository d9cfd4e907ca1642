"""A database that takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import event
from sqlalchemy.util import await_only

from bot.store.compiled import Statement
from tests.e2e.running_bot import RunningBot


@contextmanager
def slowed(bot: RunningBot, seconds: float) -> Iterator[None]:
    """Let each statement of the database take so long."""
    pauses = [seconds]

    def wait(*_: object) -> None:
        await_only(asyncio.sleep(sum(pauses)))

    execute = bot.database.execute

    async def waited(statement: Statement, **values: object) -> list[dict[str, Any]]:
        await asyncio.sleep(sum(pauses))
        return await execute(statement, **values)

    event.listen(bot.database._engine.sync_engine, "before_cursor_execute", wait)
    with patch.object(bot.database, "execute", waited):
        yield
    pauses.clear()
