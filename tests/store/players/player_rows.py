"""The rows about a player, found without knowing what the tables mean."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Column, Table, insert, select
from sqlalchemy.exc import IntegrityError

from bot.store.database.columns import metadata
from bot.store.database.connection import Database
from bot.store.database.ownership import ownership_of, personal_tables
from bot.store.play.game_logs import stored_log, unpack

NOBODYS: Final = frozenset(metadata.tables) - {table.name for table in personal_tables()}
"""The tables without player data."""
EXPORTED: Final = frozenset({table.name for table in personal_tables()} | {"actions"})
"""The tables of an export, in which logs are one of their own."""

Row = dict[str, Any]

_MADE_UP: Final[Row] = {
    "BigInteger": 1,
    "Boolean": False,
    "Date": date(2026, 5, 1),
    "Double": 1.0,
    "Integer": 1,
    "Moment": datetime(2026, 5, 1, 12, tzinfo=UTC),
    "Span": timedelta(),
    "Text": "x",
}
"""A value for each type of column."""


async def fill_other_tables(database: Database, player: int) -> None:
    """Make up a row, about a player if it can be, for each table that has none.

    So a new table is covered by the tests of privacy without a line there.
    """
    found = await mentions(database, player)
    empty = {name for name, rows in (await rows_of(database, NOBODYS)).items() if not rows}
    for table in metadata.sorted_tables:
        if table.name in empty or (table.name not in found and table.name not in NOBODYS):
            row = {
                column.name: _made_up(column, player, found)
                for column in table.columns
                if (not column.nullable or column.name in ownership_of(table).players)
                and column is not table.autoincrement_column
            }
            try:
                async with database.transaction() as connection:
                    await connection.execute(insert(table).values(row))
            except IntegrityError as error:
                raise AssertionError(
                    f"No row could be made up for the table {table.name}: {error.orig}. Add one "
                    "where the other tables are filled, which calls this function."
                ) from error
            found[table.name] = [row]


def _made_up(column: Column[Any], player: int, found: dict[str, list[Row]]) -> object:
    for key in column.foreign_keys:
        return found[key.column.table.name][0][key.column.name]
    if column.table.name not in NOBODYS and column.name in ownership_of(column.table).players:
        return player
    return _MADE_UP[type(column.type).__name__]


async def mentions(database: Database, player: int) -> dict[str, list[Row]]:
    """The rows with a player's id in any column, or that refer to such a row, by table.

    Packed logs are unpacked, as in an export.
    """
    found: dict[str, list[Row]] = {}
    async with database.transaction() as connection:
        # Tables come after those that they refer to.
        for table in metadata.sorted_tables:
            query = select(table).order_by(*table.primary_key)
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
            found[table.name] = [row for row in rows if _mentions(table, row, player, found)]
    found["actions"] = []
    for game in found["games"]:
        packed = stored_log(game.pop("log"), game.pop("finished_log"))
        log = unpack(packed or "", game["created_at"])
        found["actions"] += [{"game_id": game["id"], **asdict(action)} for action in log]
    return {name: rows for name, rows in found.items() if rows}


async def rows_of(database: Database, tables: frozenset[str]) -> dict[str, list[Row]]:
    """All rows of some tables, by their keys."""
    async with database.reading() as connection:
        found = {}
        for name in tables:
            query = select(metadata.tables[name]).order_by(*metadata.tables[name].primary_key)
            found[name] = [dict(row) for row in (await connection.execute(query)).mappings()]
        return found


def _mentions(table: Table, row: Row, player: int, found: dict[str, list[Row]]) -> bool:
    if any(str(player) in str(value) for value in row.values()):
        return True
    return any(
        all(row[key.parent.name] == other[key.column.name] for key in reference.elements)
        for reference in table.foreign_key_constraints
        for other in found[reference.referred_table.name]
    )
