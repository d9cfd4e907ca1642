"""Players who do not come back: noted, announced in the log, and deleted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.errors import StoreError
from bot.service.claims import Claims
from bot.service.play.games import Games
from bot.service.players.privacy import Privacy
from bot.store.players.last_seen import (
    announce_deletions,
    is_to_be_deleted,
    note_unseen,
    players_to_delete,
    save_last_seen,
)

NOTICE: Final = timedelta(days=7)
"""How long before the deletion the log says how many players it is."""
_DAY: Final = timedelta(days=1)
_LOOK: Final = 600.0
"""Seconds between two looks at whether it is another day."""
_PAUSE: Final = 0.1
"""Seconds between two players, for everybody else."""

_log = logging.getLogger(__name__)


class Absence:
    """Notes on which days players are here, and deletes those who stay away."""

    def __init__(
        self,
        games: Games,
        privacy: Privacy,
        claims: Claims,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._games = games
        self._privacy = privacy
        self._claims = claims
        self._clock = clock
        self._noted_on: date | None = None
        self._noted: set[int] = set()

    @property
    def _today(self) -> date:
        return self._clock().astimezone(UTC).date()

    async def note_here(self, player: int) -> None:
        """Note that a player is here, once a day, if anything is stored about them."""
        today = self._today
        if self._noted_on != today:
            self._noted_on, self._noted = today, set()
        if player in self._noted:
            return
        # A player who deletes everything leaves no day behind either.
        async with self._games.lock(player):
            if await save_last_seen(self._games.database, player, today):
                self._noted.add(player)

    async def keep_deleting(self, after: timedelta, pause: float = _LOOK) -> None:
        """Once a day, delete those who stayed away, until cancelled.

        Args:
            after: for how long; none are deleted without a notice of a week before.
        """
        done: date | None = None
        while True:
            try:
                if done != self._today:
                    async with self._claims.lease("deletion of absent players") as acquired:
                        if acquired:
                            done = self._today
                            await self.delete_absent(after)
            except StoreError as error:
                _log.warning("Absent players could not be deleted: %s", error)
            await asyncio.sleep(pause)

    async def delete_absent(self, after: timedelta) -> None:
        """Delete those whose notice is over; announce in the log how many follow in a week."""
        database, today = self._games.database, self._today
        await note_unseen(database, today)
        delete_on = today + NOTICE
        announced = await announce_deletions(
            database, delete_on - after + _DAY, delete_on, overdue=today - NOTICE
        )
        if announced:
            _log.warning(
                "Players without a command for %d days: %d. On %s everything about them is "
                "deleted, unless they come back or PATIENCE_DELETE_AFTER is raised.",
                (after - NOTICE).days,
                announced,
                delete_on,
            )
        deleted = 0
        for player in await players_to_delete(database, today):
            if await is_to_be_deleted(database, player, today):
                await self._privacy.delete(player)
                deleted += 1
                await asyncio.sleep(_PAUSE)
        if deleted:
            _log.info("Deleted everything about %d players who did not come back.", deleted)
