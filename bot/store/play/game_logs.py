"""The logs of stored games, each packed into its game's row.

Each action is its text, as in :class:`~bot.models.play.Action`, followed by the milliseconds since
the action before it, or since the deal, in base 26 with the digits A to Z: ``3-5*2BXK``. Texts have
no capital letters, so nothing needs to stand between two actions, and one is appended without
reading those before it. The log of a finished game is compressed.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.play import Action, GameState
from bot.store.database.connection import Database
from bot.store.play.schema import games, results

_FIRST_DIGIT: Final = ord("A")
_BASE: Final = 26
_MILLISECOND: Final = timedelta(milliseconds=1)
_TEXT: Final = re.compile(r"[a-z0-9*+\- ]{1,16}")
LOGS: Final = frozenset({games.c.log.name, games.c.finished_log.name})
"""The columns of games that hold their logs."""
_PAGE: Final = 500
"""How many games are read at once."""
_ACTION: Final = re.compile(r"([^A-Z]+)([A-Z]+)")


def append_text(text: str, delta: timedelta) -> str:
    """What is appended to a packed log for an action so long after the one before it.

    >>> append_text("3-5*2", timedelta(seconds=1, milliseconds=112))
    '3-5*2BQU'
    """
    if _TEXT.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no action")
    left, digits = max(delta // _MILLISECOND, 0), ""
    while left or not digits:
        left, digit = divmod(left, _BASE)
        digits = chr(_FIRST_DIGIT + digit) + digits
    return text + digits


def pack(actions: Iterable[Action], created_at: datetime) -> str:
    """The packed log of some actions, the oldest first, in a game dealt at a moment."""
    entries, before = [], created_at
    for action in actions:
        entries.append(append_text(action.text, action.at - before))
        before = max(before, action.at)
    return "".join(entries)


def compress(log: str) -> bytes:
    """A packed log as it is stored once its game is finished."""
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS)
    return deflate.compress(log.encode()) + deflate.flush()


def stored_log(log: str | None, finished_log: bytes | None) -> str | None:
    """The packed log of a game with these columns; None if they were not read."""
    if log or finished_log is None:
        return log
    return zlib.decompress(finished_log, -zlib.MAX_WBITS).decode()


def unpack(log: str, created_at: datetime) -> tuple[Action, ...]:
    """The actions in a packed log, the oldest first."""
    return tuple(_actions(log, created_at))


def texts(log: str) -> list[str]:
    """The texts of the actions in a packed log, the oldest first."""
    return [match[1] for match in _ACTION.finditer(log)]


def _actions(log: str, created_at: datetime) -> Iterator[Action]:
    at = created_at
    for version, match in enumerate(_ACTION.finditer(log), 1):
        at += _milliseconds(match[2]) * _MILLISECOND
        yield Action(version, match[1], at)


def _milliseconds(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * _BASE + ord(digit) - _FIRST_DIGIT
    return value


_GAMES: Final = select(games.c.id, games.c.created_at, games.c.log, games.c.finished_log)
_SET_LOG: Final = (
    update(games)
    .where(games.c.id == bindparam("of_game"))
    .values(log=bindparam("packed"), finished_log=bindparam("compressed"))
)


async def load_log(database: Database, game_id: int, version: int) -> tuple[Action, ...]:
    """The log of a game up to a version, oldest action first; shorter if it never got there."""
    async with database.reading() as connection:
        log = (await read_logs(connection, games.c.id == game_id)).get(game_id, ())
    return log[:version]


async def load_logs(
    database: Database, game_ids: Iterable[int], until: datetime
) -> dict[int, list[Action]]:
    """The actions in games up to a moment, by the games' ids."""
    wanted = tuple(game_ids)
    async with database.reading() as connection:
        logs = await read_logs(connection, games.c.id.in_(wanted))
    return {
        game_id: [action for action in logs.get(game_id, ()) if action.at <= until]
        for game_id in wanted
    }


async def read_logs(
    connection: AsyncConnection, condition: ColumnElement[bool]
) -> dict[int, tuple[Action, ...]]:
    """The logs of the games that meet a condition, by their ids, within a transaction."""
    found = await connection.execute(_GAMES.where(condition).order_by(games.c.id))
    return {
        game.id: unpack(stored_log(game.log, game.finished_log) or "", game.created_at)
        for game in found
    }


async def compress_log(connection: AsyncConnection, game_id: int, log: str) -> None:
    """Compress the packed log of a game that is finished, within a transaction."""
    packed = {"of_game": game_id, "packed": "", "compressed": compress(log)}
    await connection.execute(_SET_LOG, packed)


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A stored game to be replayed, and how many undos its result counts, if it has one."""

    id: int
    rules_id: str
    deal_number: int
    version: int
    state: GameState
    moves: int
    log: tuple[str, ...]
    opening: str | None = None
    undos: int | None = None


async def logged_games(database: Database) -> AsyncIterator[Sequence[LoggedGame]]:
    """All games, some hundred at a time."""
    column, last = games.c, 0
    query = select(
        column.id,
        column.rules_id,
        column.deal_number,
        column.version,
        column.state,
        column.moves,
        column.opening,
        results.c.undos,
    )
    query = query.outerjoin_from(games, results).order_by(column.id)
    while True:
        # A transaction each, so that none lasts as long as the check.
        async with database.reading() as connection:
            page = (await connection.execute(query.where(column.id > last).limit(_PAGE))).all()
            logs = await read_logs(connection, column.id.in_([row.id for row in page]))
        if not page:
            return
        last = page[-1].id
        yield [
            LoggedGame(
                row.id,
                row.rules_id,
                row.deal_number,
                row.version,
                GameState(row.state),
                row.moves,
                tuple(action.text for action in logs[row.id]),
                row.opening,
                row.undos,
            )
            for row in page
        ]
