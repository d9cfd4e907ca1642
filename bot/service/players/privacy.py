"""Players' rights over their stored data: a summary, an export and deletion."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from bot.fair_queue import FairQueue, QueueFull
from bot.i18n import N_
from bot.models.players import DataSummary
from bot.service.contests.races import Races
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.players.exports import MAX_SIZE, Export, ExportFile
from bot.service.players.names import Names
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
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
        """A player's data as a JSON file, compressed if it would be too large.

        It is written page by page in a thread, so that nobody waits for it.
        """
        try:
            # One at a time: an export can take long.
            async with self._exports.turn(player):
                return await self._export(player)
        except QueueFull as error:
            raise ExportCrowded(own=error.own) from None

    async def _export(self, player: int) -> Export:
        now = self._clock()
        async with read_player(self._database, player, now.astimezone(UTC).date()) as stored:
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
