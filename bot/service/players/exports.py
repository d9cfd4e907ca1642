"""The file with a player's data: JSON, a row a line, written as the rows come."""

from __future__ import annotations

import gzip
import io
import itertools
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import orjson

from bot.i18n import N_
from bot.models.contest_deals import ContestDeal
from bot.service.errors import ServiceError

FORMAT: Final = "patience-player"
"""The format name in an export."""
VERSION: Final = 6
"""The version of the format; it changes when the tables change shape."""
MAX_SIZE: Final = 9 * 1024 * 1024
"""The size limit of an export in bytes, below what Discord accepts."""

_SECRETS: Final = {
    "games": ("id", "deal_number"),
    "results": ("game_id", "deal_number"),
    "solutions": ("game_id", "moves"),
}
"""What leads to the cards of a game: the column of its id, and the one to hide."""
_MILLISECOND: Final = timedelta(milliseconds=1)
_COMPRESSION: Final = 6


class TooLarge(ServiceError):
    """The export is larger than Discord accepts."""

    text = N_("Your data is too large for a file on Discord. Ask whoever runs this bot for it.")


@dataclass(frozen=True, slots=True)
class Export:
    """A player's stored data as a file."""

    filename: str
    content: bytes


class ExportFile:
    """A player's data as it is written: as JSON while that is small enough, and compressed.

    Times are ISO 8601 in UTC, durations milliseconds. Discord's ids and deal numbers are strings,
    as many JSON readers round large numbers. A game's actions are in one row, each with its time.
    What leads to the cards of days and contests that are
    not over is left out: with the deal number, or with the moves of a win, a second account would
    have an easy game.

    >>> at = datetime(2026, 5, 1, 12, tzinfo=UTC)
    >>> file = ExportFile(7, at, {})
    >>> file.add("active_games", [{"player_id": 7, "game_id": 1}])
    >>> file.add("results", [])
    >>> print(file.finish().content.decode())
    {
    "format": "patience-player",
    "version": 6,
    "player_id": "7",
    "made_at": "2026-05-01T12:00:00.000Z",
    "tables": {
    "active_games": [
    {"player_id":"7","game_id":1}
    ],
    "results": []
    }
    }
    """

    def __init__(
        self,
        player: int,
        at: datetime,
        secret_games: Mapping[int, ContestDeal],
        max_size: int = MAX_SIZE,
    ) -> None:
        """Begin a file, which tells no cards of secret games."""
        self._name = f"patience-{player}.json"
        self._max_size = max_size
        self._plain: io.BytesIO | None = io.BytesIO()
        self._packed = io.BytesIO()
        # Without a moment of its own, the file is the same each time.
        self._zip = gzip.GzipFile("", "wb", _COMPRESSION, self._packed, 0)
        self._hidden: dict[object, str] = {
            game_id: _hidden(contest) for game_id, contest in secret_games.items()
        }
        self._table = ""
        self._is_empty = True
        head = {
            "format": FORMAT,
            "version": VERSION,
            "player_id": str(player),
            "made_at": _moment(at),
        }
        lines = [f'"{name}": {orjson.dumps(value).decode()},' for name, value in head.items()]
        self._write("\n".join(["{", *lines, '"tables": {']))

    def add(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Write rows of a table, all of which follow each other."""
        if table != self._table:
            self._end_table()
            self._write(f'{"," if self._table else ""}\n"{table}": [')
            self._table, self._is_empty = table, True
        if lines := b",\n".join(self._lines(table, rows)):
            self._write(("" if self._is_empty else ",") + "\n", lines)
            self._is_empty = False

    def finish(self) -> Export:
        """End the file."""
        self._end_table()
        self._write("\n}\n}")
        self._zip.close()
        self._check()
        if self._plain is not None:
            return Export(self._name, self._plain.getvalue())
        return Export(f"{self._name}.gz", self._packed.getvalue())

    def _end_table(self) -> None:
        if self._table:
            self._write("]" if self._is_empty else "\n]")

    def _lines(self, table: str, rows: Iterable[Mapping[str, object]]) -> Iterable[bytes]:
        if table == "actions":
            yield from self._lines_of_games(rows)
            return
        key, secret = _SECRETS.get(table, ("", ""))
        for row in rows:
            plain = {name: _plain(name, value) for name, value in row.items()}
            if secret and row[key] in self._hidden:
                plain[secret] = self._hidden[row[key]]
            # SQLAlchemy's names are strings of its own.
            yield orjson.dumps(plain, option=orjson.OPT_NON_STR_KEYS)

    def _lines_of_games(self, actions: Iterable[Mapping[str, object]]) -> Iterable[bytes]:
        """A line for each game with all its actions, as a line for each would be twice as long."""
        for game_id, log in itertools.groupby(actions, operator.itemgetter("game_id")):
            hidden = self._hidden.get(game_id)
            moves = [[hidden or one["text"], _plain("at", one["at"])] for one in log]
            yield orjson.dumps({"game_id": game_id, "actions": moves})

    def _write(self, text: str, lines: bytes = b"") -> None:
        content = text.encode() + lines
        self._zip.write(content)
        if self._plain is not None:
            self._plain.write(content)
            if self._plain.tell() > self._max_size:
                self._plain = None
        self._check()

    def _check(self) -> None:
        if self._plain is None and self._packed.tell() > self._max_size:
            raise TooLarge


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


def _hidden(contest: ContestDeal) -> str:
    """What stands in place of a secret deal's number."""
    if contest.ends_at is not None and contest.day is not None:
        return f"hidden until {contest.ends_at:%Y-%m-%d, %H:%M} UTC"
    return f"hidden until the {'race' if contest.kind.is_race else 'tournament'} is over"
