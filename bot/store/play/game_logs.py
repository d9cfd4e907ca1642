"""The logs of stored games: packed into the game's row, or not yet, as of earlier versions.

Those versions stored a row an action. Such a game is packed before it is played on, and all others
are packed bit by bit in the background, so that no start waits for all of them.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Row, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection import Database
from bot.store.logs import pack, unpack
from bot.store.records import Action
from bot.store.schema import actions, games

_GAMES: Final = select(games.c.id, games.c.created_at, games.c.version, games.c.log)
_UNPACKED: Final = _GAMES.where(games.c.log.is_(None))
_ROWS: Final = select(actions.c.game_id, actions.c.version, actions.c.text, actions.c.at).order_by(
    actions.c.game_id, actions.c.version
)
_SET_LOG: Final = (
    update(games).where(games.c.id == bindparam("of_game")).values(log=bindparam("packed"))
)


async def load_log(database: Database, game_id: int, version: int) -> tuple[Action, ...]:
    """The log of a game up to a version, oldest action first; shorter if it never got there.

    Raises:
        StoreUnavailable: if the database fails.
    """
    async with database.transaction() as connection:
        log = (await read_logs(connection, games.c.id == game_id)).get(game_id, ())
    return log[:version]


async def load_logs(
    database: Database, game_ids: Iterable[int], until: datetime
) -> dict[int, list[str]]:
    """The texts of the actions in games up to a moment, by the games' ids.

    Raises:
        StoreUnavailable: if the database fails.
    """
    wanted = tuple(game_ids)
    async with database.transaction() as connection:
        logs = await read_logs(connection, games.c.id.in_(wanted))
    return {
        game_id: [action.text for action in logs.get(game_id, ()) if action.at <= until]
        for game_id in wanted
    }


async def read_logs(
    connection: AsyncConnection, condition: ColumnElement[bool]
) -> dict[int, tuple[Action, ...]]:
    """The logs of the games that meet a condition, by their ids, within a transaction."""
    query = _GAMES.where(condition).order_by(games.c.id)
    found = (await connection.execute(query)).all()
    rows: dict[int, tuple[Action, ...]] = {}
    if any(game.log is None for game in found):
        rows = await _read_rows(connection, condition)
        # Another process may have packed a game before its rows were read.
        found = (await connection.execute(query)).all()
    return {
        game.id: rows.get(game.id, ()) if game.log is None else unpack(game.log, game.created_at)
        for game in found
    }


async def pack_game(connection: AsyncConnection, game_id: int) -> None:
    """Pack the log of a game within a transaction, unless it is packed.

    A log with a gap, or with a text that no action has, stays as it is: such a game cannot be
    replayed.
    """
    query = _UNPACKED.where(games.c.id == game_id).with_for_update()
    await _pack(connection, (await connection.execute(query)).all())


async def pack_games(database: Database, after: int, limit: int) -> int | None:
    """Pack the logs of the first games that are not packed, as :func:`pack_game`.

    Args:
        database: the database.
        after: the id of the last game that was looked at before; 0 to begin.
        limit: how many games to pack at most.

    Returns:
        The id of the last game that was looked at; None if all were.

    Raises:
        StoreUnavailable: if the database fails.
    """
    of_rows = select(actions.c.game_id).where(actions.c.game_id > after).distinct()
    first = of_rows.order_by(actions.c.game_id).limit(limit)
    async with database.transaction() as connection:
        game_ids = (await connection.execute(first)).scalars().all()
        query = _UNPACKED.where(games.c.id.in_(game_ids)).order_by(games.c.id)
        # A game that is locked is being played, and packed by that.
        found = await connection.execute(query.with_for_update(skip_locked=True))
        await _pack(connection, found.all())
    return game_ids[-1] if game_ids else None


async def _pack(
    connection: AsyncConnection, found: Sequence[Row[int, datetime, int, str | None]]
) -> None:
    """Pack the logs of some games, which are locked."""
    logs = await _read_rows(connection, games.c.id.in_([game.id for game in found]))
    packed = []
    for game in found:
        log = logs.get(game.id, ())
        if [action.version for action in log] != list(range(1, game.version + 1)):
            continue
        with contextlib.suppress(ValueError):
            packed.append({"of_game": game.id, "packed": pack(log, game.created_at)})
    if packed:
        await connection.execute(_SET_LOG, packed)
        ids = [one["of_game"] for one in packed]
        await connection.execute(delete(actions).where(actions.c.game_id.in_(ids)))


async def _read_rows(
    connection: AsyncConnection, condition: ColumnElement[bool]
) -> dict[int, tuple[Action, ...]]:
    """The logs of those games that meet a condition and are not packed, by their ids."""
    unpacked = select(games.c.id).where(condition, games.c.log.is_(None))
    rows = await connection.execute(_ROWS.where(actions.c.game_id.in_(unpacked)))
    return {
        game_id: tuple(Action(version, text, at) for _, version, text, at in of_game)
        for game_id, of_game in itertools.groupby(rows, lambda row: row.game_id)
    }
