"""Counting ahead what players have reached, in the background.

What an earlier version counted may have to be counted again. Of some thousand games that takes a
second, for which nobody who asks for their statistics is to wait.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.errors import StoreError
from bot.service.claims import Claims
from bot.service.hooks import in_background
from bot.store.database.connection import Database
from bot.store.players.careers import load_career, uncounted_players

_MANY: Final = 1_000
"""Fewer results are counted before anybody notices."""
_PAUSE: Final = 0.1
"""Seconds between two players, for everybody else."""
_RETRY: Final = 60.0
"""Seconds until the work is tried again, after a failure or while another process does it."""

_log = logging.getLogger(__name__)


@in_background
async def count_careers(
    database: Database, claims: Claims, *, many: int = _MANY, retry: float = _RETRY
) -> None:
    """Count the results of all players with many that are not counted, and end."""
    while True:
        try:
            async with claims.lease("counting of careers") as acquired:
                if acquired:
                    for player in await uncounted_players(database, many):
                        await load_career(database, player)
                        await asyncio.sleep(_PAUSE)
                    return
        except StoreError as error:
            _log.warning("What players have reached could not be counted: %s", error)
        await asyncio.sleep(retry)
