"""Players' rights over their stored data: a summary, an export and deletion."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.models import ChallengeState, Contest, DataSummary
from bot.service.challenge_errors import NoChallenge
from bot.service.challenges import Challenges
from bot.service.errors import ServiceError
from bot.service.games import Games
from bot.service.names import Names
from bot.service.preferences import PreferenceService
from bot.service.races import Races
from bot.store import Database
from bot.store.challenges import open_challenges
from bot.store.contests import contested_games
from bot.store.privacy import delete_player, export_player, summarize_data

FORMAT: Final = "patience-player"
"""The format name in an export."""
VERSION: Final = 3
"""The version of the format; it changes when the tables change shape."""
MAX_SIZE: Final = 9 * 1024 * 1024
"""The size limit of an export in bytes, below what Discord accepts."""

Tables = Mapping[str, tuple[Mapping[str, object], ...]]
"""The rows of each table, as values by column name."""

_HIDDEN: Final = {
    Contest.RACE: "hidden until the race is over",
    Contest.RACE_WITH_HINTS: "hidden until the race is over",
    Contest.TOURNAMENT: "hidden until the tournament is over",
}
_MILLISECOND: Final = timedelta(milliseconds=1)


class TooLarge(ServiceError):
    """The export is larger than Discord accepts."""


@dataclass(frozen=True, slots=True)
class Export:
    """A player's stored data as a file.

    Attributes:
        filename: the file's name.
        content: its bytes.
    """

    filename: str
    content: bytes


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
        self._export_lock = asyncio.Lock()

    async def summarize(self, player: int) -> DataSummary:
        """How much is stored about a player."""
        return await summarize_data(self._database, player)

    async def export(self, player: int) -> Export:
        """A player's data as a JSON file, compressed if it would be too large.

        Raises:
            TooLarge: when it is too large even compressed.
        """
        # One at a time: an export can be large.
        async with self._export_lock:
            now = self._clock()
            rows = await export_player(self._database, player)
            # Read after the rows, so that no game in a contest is missing.
            contests = await contested_games(self._database, player)
            tables = hide_secrets(rows, contests, now)
            text = await asyncio.to_thread(format_export, player, now, tables)
            export = Export(f"patience-{player}.json", text.encode())
            if len(export.content) > self._max_size:
                compressed = await asyncio.to_thread(gzip.compress, export.content)
                export = Export(f"{export.filename}.gz", compressed)
        if len(export.content) > self._max_size:
            raise TooLarge(
                "Your data is too large for a file on Discord. Ask whoever runs this bot for it."
            )
        return export

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


def hide_secrets(tables: Tables, contests: Mapping[int, Contest], now: datetime) -> Tables:
    """Hide what leads to the cards of days and contests that are not over, until they are.

    With the deal number, or with the moves of a win, a second account would have an easy game.

    Args:
        tables: the rows of each table.
        contests: the contests that are not over, by the ids of the player's games in them.
        now: the time.
    """
    today = now.astimezone(UTC).date()
    hidden = {
        row["id"]: f"hidden until {row['day'] + timedelta(days=1)}, 00:00 UTC"
        for row in tables["games"]
        if isinstance(row["day"], date) and row["day"] >= today
    }
    hidden |= {game_id: _HIDDEN[contest] for game_id, contest in contests.items()}
    fields = {"games": ("id", "deal_number"), "results": ("game_id", "deal_number")}
    fields |= {"actions": ("game_id", "text"), "solutions": ("game_id", "moves")}
    masked = {
        name: tuple(
            {**row, field: hidden[row[key]]} if row[key] in hidden else row for row in tables[name]
        )
        for name, (key, field) in fields.items()
    }
    challenges = tuple(
        {**row, "deal_number": _HIDDEN[Contest.RACE]}
        if row["state"] == ChallengeState.RUNNING
        else row
        for row in tables["challenges"]
    )
    return {**tables, **masked, "challenges": challenges}


def format_export(player: int, at: datetime, tables: Tables) -> str:
    """A player's data as JSON, one row per line.

    Times are ISO 8601 in UTC, durations milliseconds. Discord's ids and deal numbers are strings,
    as many JSON readers round large numbers.

    Args:
        player: the player's id.
        at: when it was read.
        tables: the rows of each table, as values by column name.

    >>> at = datetime(2026, 5, 1, 12, tzinfo=UTC)
    >>> tables = {"active_games": ({"player_id": 7, "game_id": 1},), "results": ()}
    >>> print(format_export(7, at, tables))
    {
    "format": "patience-player",
    "version": 3,
    "player_id": "7",
    "made_at": "2026-05-01T12:00:00.000Z",
    "tables": {
    "active_games": [
    {"player_id": "7", "game_id": 1}
    ],
    "results": []
    }
    }
    """
    head = {"format": FORMAT, "version": VERSION, "player_id": str(player), "made_at": _moment(at)}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    body = ",\n".join(f"{json.dumps(name)}: {_rows(rows)}" for name, rows in tables.items())
    return "\n".join(["{", *lines, '"tables": {', body, "}", "}"])


def _rows(rows: tuple[Mapping[str, object], ...]) -> str:
    if not rows:
        return "[]"
    plain = ({name: _plain(name, value) for name, value in row.items()} for row in rows)
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in plain) + "\n]"


def _plain(name: str, value: object) -> object:
    """A value as JSON represents it."""
    match value:
        case datetime():
            return _moment(value)
        case date():
            return value.isoformat()
        case timedelta():
            return value // _MILLISECOND
        case int() if name == "deal_number":
            return str(value)
        case int() if name.endswith("_id") and not name.endswith("game_id"):
            return str(value)
        case _:
            return value


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
