"""Players' stored data: a summary, an export, and deletion, also of those who do not come back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot import background
from bot.errors import StoreError
from bot.fair_queue import FairQueue, QueueFull
from bot.i18n import N_
from bot.models.players import DataSummary
from bot.service.claims import Claims
from bot.service.contests.races import Races
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.players.exports import MAX_SIZE, Export, ExportFile
from bot.service.players.names import Names
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from bot.store.players.last_seen import (
    announce_deletions,
    is_to_be_deleted,
    note_unseen,
    players_to_delete,
    save_last_seen,
)
from bot.store.players.privacy import delete_player, read_player, summarize_data

_WAITING: Final = 20
"""How many players may wait for their data."""


class ExportCrowded(ServiceError):
    """Too many exports are being made; ``own`` says whether the player's own is."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(
            N_("Your data is being collected already. Wait a moment for the file.")
            if own
            else N_("Many players are asking for their data just now. Try again in a few minutes.")
        )


class Privacy:
    """Summarises, exports and deletes players' stored data."""

    def __init__(
        self,
        games: Games,
        preferences: PreferenceService,
        races: Races,
        names: Names,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        max_size: int = MAX_SIZE,
    ) -> None:
        self._games = games
        self._preferences = preferences
        self._races = races
        self._names = names
        self._database: Database = games.database
        self._clock = clock
        self._max_size = max_size
        self._exports = FairQueue(at_once=1, per_key=1, waiting=_WAITING)

    async def summarize(self, player: int) -> DataSummary:
        """How much is stored about a player."""
        return await summarize_data(self._database, player)

    async def export(self, player: int) -> Export:
        """A player's data as a JSON file, written page by page so that nobody waits for it."""
        try:
            # One at a time: an export can take long.
            async with self._exports.turn(player):
                return await self._export(player)
        except QueueFull as error:
            raise ExportCrowded(own=error.own) from None

    async def _export(self, player: int) -> Export:
        now = self._clock()
        async with read_player(self._database, player, now) as stored:
            file = ExportFile(player, now, stored.secret_games, self._max_size)
            async for table, rows in stored.pages():
                await asyncio.to_thread(file.add, table, rows)
        return await asyncio.to_thread(file.finish)

    async def delete(self, player: int) -> None:
        """Delete a player's data, cached data included.

        The player's actions wait until it is done. Opponents win running races; races past their
        deadline are decided first.
        """
        async with self._games.lock(player):
            # While all their games exist.
            await self._races.end_overdue_of(player)
            try:
                await delete_player(self._database, player, self._clock())
            finally:
                self._games.forget(player)
                self._preferences.forget(player)
                self._names.forget(player)
        # Their tables are closed at once, also those at boards of others.
        await self._games.tell(player)


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
        """Once a day delete those away for longer, after a notice of a week in the log."""
        done: date | None = None
        while True:
            try:
                if done != self._today:
                    async with self._claims.lease("deletion of absent players") as acquired:
                        if acquired:
                            done = self._today
                            await self.delete_absent(after)
                background.succeeded()
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
