"""What players may ask about what is kept of them: how much, all of it, and to delete it."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.models import ChallengeState, DataSummary
from bot.service.challenges import Challenges, NoChallenge
from bot.service.errors import ServiceError
from bot.service.games import Games
from bot.service.preferences import PreferenceService
from bot.store import Database
from bot.store.challenges import open_challenges
from bot.store.privacy import delete_player, export_player, summarize_data

FORMAT: Final = "patience-player"
"""What the file of a player's data says that it is."""
VERSION: Final = 2
"""Which version of that it is; another one once the tables say the same in another way."""
LARGEST: Final = 9 * 1024 * 1024
"""How many bytes a file may have that Discord is to take."""

_MILLISECOND: Final = timedelta(milliseconds=1)


class TooLarge(ServiceError):
    """What is kept of a player is more than Discord takes as a file."""


@dataclass(frozen=True, slots=True)
class Export:
    """All that is kept of a player, as a file.

    Attributes:
        filename: what the file is called.
        content: its bytes.
    """

    filename: str
    content: bytes


class Privacy:
    """What is kept of players, in their own hands.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        tables: Games,
        choices: PreferenceService,
        challenges: Challenges,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        largest: int = LARGEST,
    ) -> None:
        """Answer for all that is kept in the store of these tables.

        Args:
            tables: the tables, which remember games.
            choices: the choices, which are remembered too.
            challenges: the challenges.
            clock: tells the time, aware of its zone.
            largest: how many bytes a file may have.
        """
        self._tables = tables
        self._choices = choices
        self._challenges = challenges
        self._store: Database = tables.store
        self._clock = clock
        self._largest = largest
        self._exporting = asyncio.Lock()

    async def summary_of(self, player: int) -> DataSummary:
        """How much is kept of a player."""
        return await summarize_data(self._store, player)

    async def export(self, player: int) -> Export:
        """All that is kept of a player as a JSON file, compressed where it is too large else.

        Raises:
            TooLarge: when it is too large even so.
        """
        # One at a time: who has played for years has a lot to be written.
        async with self._exporting:
            everything = await export_player(self._store, player)
            text = await asyncio.to_thread(json_of, player, self._clock(), everything)
            made = Export(f"patience-{player}.json", text.encode())
            if len(made.content) > self._largest:
                packed = await asyncio.to_thread(gzip.compress, made.content)
                made = Export(f"{made.filename}.gz", packed)
        if len(made.content) > self._largest:
            raise TooLarge(
                "What is kept of you is more than Discord takes as a file; ask those who run this "
                "Patience for it."
            )
        return made

    async def delete(self, player: int) -> None:
        """Delete all that is kept of a player, and forget what is remembered.

        What the player does at their table waits until it is done. Races that run are won by the
        others; those whose time is up end as they stand.
        """
        async with self._tables.turn(player):
            await self._end_overdue(player)
            try:
                await delete_player(self._store, player, self._clock())
            finally:
                self._tables.forget(player)
                self._choices.forget(player)

    async def _end_overdue(self, player: int) -> None:
        """Let the races whose time is up be judged while both games are there."""
        now = self._clock()
        for race in await open_challenges(self._store, player):
            if race.state is ChallengeState.RUNNING and race.deadline < now:
                # Whoever was quicker to end it judged it in the same way.
                with contextlib.suppress(NoChallenge):
                    await self._challenges.leave(player, race.id)


def json_of(
    player: int, at: datetime, everything: Mapping[str, tuple[Mapping[str, object], ...]]
) -> str:
    """What is kept of a player as JSON, a row a line.

    Times are in UTC as in ISO 8601, lengths of time in milliseconds. Discord's ids are text: many
    programs that read JSON take large numbers for others near them.

    Args:
        player: the player's id.
        at: when it was read.
        everything: the rows of each table, the values by the names of their columns.

    >>> at = datetime(2026, 5, 1, 12, tzinfo=UTC)
    >>> print(json_of(7, at, {"active_games": ({"player_id": 7, "game_id": 1},), "results": ()}))
    {
    "format": "patience-player",
    "version": 2,
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
    tables = ",\n".join(f"{json.dumps(name)}: {_rows(rows)}" for name, rows in everything.items())
    return "\n".join(["{", *lines, '"tables": {', tables, "}", "}"])


def _rows(rows: tuple[Mapping[str, object], ...]) -> str:
    if not rows:
        return "[]"
    told = ({name: _plain(name, value) for name, value in row.items()} for row in rows)
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in told) + "\n]"


def _plain(name: str, value: object) -> object:
    """A value as JSON has it."""
    match value:
        case datetime():
            return _moment(value)
        case date():
            return value.isoformat()
        case timedelta():
            return value // _MILLISECOND
        case int() if name.endswith("_id") and not name.endswith("game_id"):
            return str(value)
        case _:
            return value


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
