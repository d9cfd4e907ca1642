"""Bringing what earlier versions stored up to date, in the background and once.

Of some thousand games that takes a second, for which nobody who plays or asks is to wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.errors import StoreError
from bot.service.claims import Claims
from bot.store.database.connection import Database
from bot.store.play.game_logs import pack_games

_BATCH: Final = 100
"""How many games are packed at once: a player who presses meanwhile waits for these."""
_PAUSE: Final = 0.1
"""Seconds between two batches, for everybody else."""
_RETRY: Final = 60.0
"""Seconds until the work is tried again, after a failure or while another process does it."""

_log = logging.getLogger(__name__)


async def pack_logs(database: Database, claims: Claims, *, batch: int = _BATCH) -> None:
    """Pack the logs of all games that are not packed, and end."""

    async def pack() -> None:
        after = await pack_games(database, 0, batch)
        if after is None:
            return
        _log.info("Packing the moves of games that an earlier version stored.")
        while after is not None:
            await asyncio.sleep(_PAUSE)
            after = await pack_games(database, after, batch)
        _log.info("The moves of all games are packed.")

    await _once(claims, "packing of logs", pack)


async def _once(claims: Claims, name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do some work to its end, in one process."""
    while True:
        try:
            async with claims.lease(name) as acquired:
                if acquired:
                    await work()
                    return
        except StoreError as error:
            _log.warning("The %s failed: %s", name, error)
        await asyncio.sleep(_RETRY)
