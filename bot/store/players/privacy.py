"""Everything stored about a player, read page by page in one moment's state.

However much it is, only a page is in memory, and others read and write meanwhile.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, TypeAlias

from sqlalchemy import ColumnElement, Table, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import Contest
from bot.store.connection import Database
from bot.store.contests import contest, is_contested
from bot.store.game_logs import read_logs
from bot.store.logs import unpack
from bot.store.privacy import OF_GAMES, rows_of
from bot.store.records import Action
from bot.store.schema import actions, games

Rows: TypeAlias = Iterable[Mapping[str, object]]
"""Rows of a table, as values by column name, to be gone through once."""

_PAGE: Final = 200
"""The games of a page."""
_PACKED: Final = "log"
"""The column that is exported as actions."""


@dataclass(frozen=True, slots=True)
class SecretGame:
    """A game whose cards must not be told.

    Attributes:
        day: the day whose deal it is, if that is not over.
        contest: the contest that it belongs to, if that is not over.
    """

    day: date | None
    contest: Contest | None


class PlayerRows:
    """The rows about a player, in a transaction.

    Attributes:
        secret_games: their games whose cards must not be told, by id.
    """

    def __init__(
        self, connection: AsyncConnection, player_id: int, secret_games: Mapping[int, SecretGame]
    ) -> None:
        self._connection = connection
        self._player_id = player_id
        self.secret_games = secret_games

    async def pages(self) -> AsyncIterator[tuple[str, Rows]]:
        """The rows, a table after the other: its name and some of them.

        A table without rows has one page without. Packed logs are unpacked: the actions of all
        games have rows.
        """
        query = select(games.c.id).where(games.c.player_id == self._player_id)
        ids = sorted((await self._connection.execute(query)).scalars())
        for table, own in rows_of(self._player_id).items():
            if table is not games and table not in OF_GAMES:
                yield table.name, await self._read(table, own)
                continue
            for page in _pages_of(ids) if ids else ((),):
                yield table.name, await self._read_of_games(table, page)

    async def _read_of_games(self, table: Table, ids: Collection[int]) -> Rows:
        if table is actions:
            return await self._read_actions(games.c.id.in_(ids))
        key = games.c.id if table is games else table.c.game_id
        return await self._read(table, key.in_(ids))

    async def _read_actions(self, condition: ColumnElement[bool]) -> Rows:
        packed = select(games.c.id, games.c.created_at, games.c.log).where(
            condition, games.c.log.is_not(None)
        )
        found = (await self._connection.execute(packed)).all()
        logs = {row.id: (row.log or "", row.created_at) for row in found}
        earlier = await read_logs(self._connection, condition & games.c.log.is_(None))
        return _actions_of(logs, earlier)

    async def _read(self, table: Table, condition: ColumnElement[bool]) -> Rows:
        columns = [column for column in table.c if column.name != _PACKED]
        query = select(*columns).where(condition).order_by(*table.primary_key)
        return [dict(row) for row in (await self._connection.execute(query)).mappings()]


@contextlib.asynccontextmanager
async def read_player(database: Database, player_id: int, today: date) -> AsyncIterator[PlayerRows]:
    """Read everything about a player; what is read is of the moment at which this begins.

    Args:
        database: an open database.
        player_id: the player.
        today: the current day in UTC, whose deals are secret, as are those of days to come.

    Raises:
        StoreUnavailable: if the database fails.
    """
    secret = select(games.c.id, games.c.day, contest).where(
        games.c.player_id == player_id, or_(games.c.day >= today, is_contested)
    )
    async with database.reading() as connection:
        found = {
            row.id: SecretGame(
                row.day if row.day is not None and row.day >= today else None,
                None if row.contest is None else Contest(row.contest),
            )
            for row in await connection.execute(secret)
        }
        yield PlayerRows(connection, player_id, found)


def _actions_of(
    packed: Mapping[int, tuple[str, datetime]], earlier: Mapping[int, Sequence[Action]]
) -> Rows:
    """The actions of games whose logs are packed, or not yet, one game after the other.

    They are unpacked only as they are gone through, which can be elsewhere than in the event loop.
    """
    for game_id in sorted({*packed, *earlier}):
        log = earlier[game_id] if game_id in earlier else unpack(*packed[game_id])
        for action in log:
            yield {
                "game_id": game_id,
                "version": action.version,
                "text": action.text,
                "at": action.at,
            }


def _pages_of(ids: Iterable[int]) -> Iterator[tuple[int, ...]]:
    left = iter(ids)
    while page := tuple(itertools.islice(left, _PAGE)):
        yield page
