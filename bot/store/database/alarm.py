"""Waking who sleeps until something is due, as soon as something else is due sooner."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

WAKES_AT: Final = "wakes_at"
"""The entry of a connection's ``info`` that says when its transaction has somebody wake up."""


class Alarm:
    """What one sleeper waits for."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._until: datetime | None = None

    def ring_at(self, at: datetime) -> None:
        """Have something looked at when a time has come: at once if that is soon enough."""
        if self._until is None or at < self._until:
            self._rung.set()

    def ring(self) -> None:
        """Wake the sleeper now, or keep it from falling asleep."""
        self._rung.set()

    async def rung(self) -> None:
        """Wait until the alarm rings."""
        await self._rung.wait()

    def reset(self) -> None:
        """Begin to look: what rings from now on may be too late for that."""
        self._rung.clear()
        self._until = None

    async def sleep(
        self, until: datetime | None, longest: timedelta, clock: Callable[[], datetime]
    ) -> None:
        """Sleep until a time, or until the alarm rings; never for longer than that."""
        now = clock()
        self._until = min(until or now + longest, now + longest)
        pause = max(0.0, (self._until - now).total_seconds())
        try:
            async with asyncio.timeout(pause):
                await self._rung.wait()
        except TimeoutError:
            pass
        finally:
            self._until = None


def wake_at(connection: AsyncConnection, at: datetime) -> None:
    """Have this process's sleeper wake up in time, once the transaction is committed."""
    known = connection.info.get(WAKES_AT)
    connection.info[WAKES_AT] = at if known is None else min(at, known)
