"""Everything stored about a player, across all tables: counted, read and deleted.

Which rows those are follows from what each table says of itself: see
:mod:`bot.store.database.ownership`.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy import Column, ColumnElement, Row, Table, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contest_deals import ContestDeal
from bot.models.players import DataSummary
from bot.store.contests.schema import contest_deals, contests
from bot.store.database.connection import Database, notify
from bot.store.database.ownership import (
    ownership_of,
    personal_tables,
    rows_about,
    shown_to_players,
)
from bot.store.play.events import when_deleted
from bot.store.play.game_columns import CONTEST, contest_from
from bot.store.play.game_logs import LOGS, stored_log, unpack
from bot.store.play.schema import games

Rows: TypeAlias = Iterable[Mapping[str, object]]
"""Rows of a table, as values by column name, to be gone through once."""

_BATCH: Final = 500
"""How many games are deleted at once, so that no statement takes longer than it may."""
_PAGE: Final = 200
"""The games of a page that is read."""


def exported_tables() -> tuple[Table, ...]:
    """The tables with rows about players: games, what belongs to one, and the others."""
    of_games = (games, *_tables_of_games())
    return *of_games, *(table for table in personal_tables() if table not in of_games)


async def summarize_data(database: Database, player_id: int) -> DataSummary:
    """How much is stored about a player."""
    counts = [
        select(func.count())
        .select_from(table)
        .where(rows_about(table, player_id))
        .scalar_subquery()
        .label(field)
        for table in personal_tables()
        if (field := ownership_of(table).counted_as)
    ]
    async with database.reading() as connection:
        found = (await connection.execute(select(*counts))).mappings().one()
    return DataSummary(**found, kinds=shown_to_players())


async def delete_player(database: Database, player_id: int, at: datetime) -> None:
    """Delete everything about a player, or nothing; what is shared is anonymised."""
    is_own = games.c.player_id == player_id
    # Games are locked first, in the same order as by a step that also decides a race.
    lock = select(games.c.id).where(is_own).order_by(games.c.id).with_for_update()
    of_games = _tables_of_games()
    others = [
        table
        for table in reversed(personal_tables())
        if table is not games and table not in of_games and not ownership_of(table).is_shared
    ]

    async def delete_all(connection: AsyncConnection) -> None:
        game_ids = (await connection.execute(lock)).scalars().all()
        for leave in when_deleted:
            await leave(connection, player_id, at)
        for first in range(0, len(game_ids), _BATCH):
            await _delete_games(connection, game_ids[first : first + _BATCH])
        for table in (*of_games, games, *others):
            await connection.execute(delete(table).where(rows_about(table, player_id)))
        await notify(connection, "player", player_id)
        await notify(connection, "deleted", player_id)

    await database.run(delete_all)
    await database.checkpoint()


async def _delete_games(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Delete some games: for each, PostgreSQL looks into all tables that may refer to it."""
    for table, game_id in _tables_of_games().items():
        await connection.execute(delete(table).where(game_id.in_(ids)))
    await connection.execute(delete(games).where(games.c.id.in_(ids)))


def _tables_of_games() -> dict[Table, Column[int]]:
    """The tables whose rows belong to one game each, with the column that refers to it."""
    return {
        table: key.parent
        for table in personal_tables()
        for key in table.foreign_keys
        if key.column is games.c.id and not ownership_of(table).is_shared
    }


class PlayerRows:
    """The rows about a player, in a transaction."""

    def __init__(
        self, connection: AsyncConnection, player_id: int, secret_games: Mapping[int, ContestDeal]
    ) -> None:
        self._connection = connection
        self._player_id = player_id
        self.secret_games = secret_games

    async def pages(self) -> AsyncIterator[tuple[str, Rows]]:
        """The rows of each table in pages, at least one, and the logs of games as ``actions``."""
        query = select(games.c.id).where(games.c.player_id == self._player_id)
        ids = sorted((await self._connection.execute(query)).scalars())
        paged = {games: games.c.id, **_tables_of_games()}
        for table in exported_tables():
            if table not in paged:
                yield table.name, await self._read(table, rows_about(table, self._player_id))
                continue
            pages = [*_pages_of(ids)] or [()]
            for page in pages:
                yield table.name, await self._read(table, paged[table].in_(page))
            if table is games:
                for page in pages:
                    yield "actions", await self._read_actions(page)

    async def _read_actions(self, ids: Collection[int]) -> Rows:
        columns = (games.c.id, games.c.created_at, games.c.log, games.c.finished_log)
        query = select(*columns).where(games.c.id.in_(ids)).order_by(games.c.id)
        return _actions_of((await self._connection.execute(query)).all())

    async def _read(self, table: Table, condition: ColumnElement[bool]) -> Rows:
        columns = [column for column in table.c if column.name not in LOGS]
        query = select(*columns).where(condition).order_by(*table.primary_key)
        return [dict(row) for row in (await self._connection.execute(query)).mappings()]


@contextlib.asynccontextmanager
async def read_player(
    database: Database, player_id: int, at: datetime
) -> AsyncIterator[PlayerRows]:
    """Read everything about a player as of some time, with their games that are secret then."""
    query = (
        select(games.c.id, games.c.contest_deal_id, *CONTEST)
        .join(contest_deals, contest_deals.c.id == games.c.contest_deal_id)
        .join(contests, contests.c.id == contest_deals.c.contest_id)
        .where(games.c.player_id == player_id)
        .where(or_(contests.c.ends_at.is_(None), contests.c.ends_at > at))
    )
    async with database.reading() as connection:
        rows = (await connection.execute(query)).mappings()
        found = {row["id"]: contest for row in rows if (contest := contest_from(row))}
        yield PlayerRows(connection, player_id, found)


def _actions_of(found: Iterable[Row[int, datetime, str | None, bytes | None]]) -> Rows:
    """The actions of games, unpacked as they are gone through, perhaps outside the event loop."""
    for game_id, created_at, log, finished_log in found:
        for action in unpack(stored_log(log, finished_log) or "", created_at):
            yield {"game_id": game_id, **asdict(action)}


def _pages_of(ids: Iterable[int]) -> Iterator[tuple[int, ...]]:
    left = iter(ids)
    while page := tuple(itertools.islice(left, _PAGE)):
        yield page
