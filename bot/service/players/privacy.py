"""Players' rights over their stored data: a summary, an export and deletion."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from bot.fair import Crowded, FairQueue
from bot.i18n import N_
from bot.models import ChallengeState, DataSummary
from bot.service.challenge_errors import NoChallenge
from bot.service.challenges import Challenges
from bot.service.errors import ServiceError
from bot.service.exports import MAX_SIZE, Export, ExportFile
from bot.service.games import Games
from bot.service.names import Names
from bot.service.preferences import PreferenceService
from bot.service.races import Races
from bot.store import Database
from bot.store.challenges import open_challenges
from bot.store.exports import read_player
from bot.store.privacy import delete_player, summarize_data

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
    """Summarises, exports and deletes players' stored data.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        games: Games,
        preferences: PreferenceService,
        challenges: Challenges,
        races: Races,
        names: Names,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        max_size: int = MAX_SIZE,
    ) -> None:
        """Prepare.

        Args:
            games: the games, whose cache is cleared.
            preferences: the preferences, whose cache is cleared.
            challenges: the challenges.
            races: the races for many.
            names: players' names, whose cache is cleared.
            clock: returns the current time, with its zone.
            max_size: the size limit of an export in bytes.
        """
        self._games = games
        self._preferences = preferences
        self._challenges = challenges
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

        Raises:
            ExportCrowded: when too many exports are being made.
            TooLarge: when it is too large even compressed.
        """
        try:
            # One at a time: an export can take long.
            async with self._exports.turn(player):
                return await self._export(player)
        except Crowded as error:
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
            await self._end_overdue(player)
            try:
                await delete_player(self._database, player, self._clock())
            finally:
                self._games.forget(player)
                self._preferences.forget(player)
                self._names.forget(player)

    async def _end_overdue(self, player: int) -> None:
        """Decide the races past their deadline while all their games exist."""
        await self._races.end_overdue_of(player)
        now = self._clock()
        for race in await open_challenges(self._database, player):
            if race.state is ChallengeState.RUNNING and race.deadline < now:
                # Somebody else decided it first, with the same result.
                with contextlib.suppress(NoChallenge):
                    await self._challenges.leave(player, race.id)
