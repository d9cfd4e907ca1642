"""Filling databases with very many games, as fast as they take them."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

import asyncpg
from sqlalchemy import make_url

from benchmarks.growth.history import (
    SERVER,
    Finished,
    Row,
    Size,
    days,
    finished_games,
    player_id,
    server_of,
    unfinished_games,
)
from bot.store.play.game_logs import compress

_CHUNK: Final = 10_000
_HIDDEN: Final = 50
"""One of so many players of the large server does not want to be seen."""
_TABLES: Final = (
    "daily_deals",
    "games",
    "active_games",
    "results",
    "guild_players",
    "player_preferences",
)

Rows = Mapping[str, Sequence[Row]]
"""Rows to insert by table, those of earlier tables first."""


async def fill_sqlite(url: str, size: Size) -> None:
    """Fill an empty database of SQLite."""
    connection = sqlite3.connect(make_url(url).database or "")
    try:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"):
            connection.execute(f"PRAGMA {pragma}")
        columns = {
            table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for table in _TABLES
        }
        for rows in _rows(size, are_compressed="finished_log" in columns["games"]):
            for table, values in rows.items():
                names = columns[table]
                marks = ", ".join("?" * len(names))
                connection.executemany(
                    f"INSERT INTO {table} VALUES ({marks})",  # noqa: S608
                    ([_for_sqlite(row.get(name)) for name in names] for row in values),
                )
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


async def fill_postgresql(url: str, size: Size) -> None:
    """Fill an empty database of PostgreSQL."""
    parsed = make_url(url)
    connection = await asyncpg.connect(
        user=parsed.username, database=parsed.database, host=str(parsed.query["host"])
    )
    try:
        columns = {
            table: [
                row["column_name"]
                for row in await connection.fetch(
                    "SELECT column_name FROM information_schema.columns"
                    " WHERE table_name = $1 ORDER BY ordinal_position",
                    table,
                )
            ]
            for table in _TABLES
        }
        async with connection.transaction():
            for rows in _rows(size, are_compressed="finished_log" in columns["games"]):
                for table, values in rows.items():
                    names = columns[table]
                    await connection.copy_records_to_table(
                        table,
                        columns=names,
                        records=[[row.get(name) for name in names] for row in values],
                    )
            last = size.games * 2
            await connection.execute(f"SELECT setval('games_id_seq', {last})")
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


def _for_sqlite(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value


def _rows(size: Size, *, are_compressed: bool) -> Iterator[Rows]:
    """All rows, by the ten thousand games; logs as the revision that is filled has them."""
    yield {"daily_deals": list(days())}
    for finished in _chunks(finished_games(size)):
        yield {
            "games": _games(finished, are_compressed=are_compressed),
            "results": [one.row for one in finished],
        }
    active: dict[object, object] = {}
    for unfinished in _chunks(unfinished_games(size)):
        yield {"games": _games(unfinished, are_compressed=are_compressed)}
        active |= {one.row["player_id"]: one.row["id"] for one in unfinished}
    yield {
        "active_games": [
            {"player_id": player, "game_id": game_id} for player, game_id in active.items()
        ]
    }
    players = ((server_of(number, size), number) for number in range(size.players - 1))
    yield {
        "guild_players": [
            {"guild_id": guild, "player_id": player_id(number)}
            for guild, number in players
            if guild
        ]
    }
    name, hidden = f"visible:{SERVER}", range(0, size.in_server, _HIDDEN)
    yield {
        "player_preferences": [
            {"player_id": player_id(number), "name": name, "value": "no"} for number in hidden
        ]
    }


def _chunks(played: Iterator[Finished]) -> Iterator[Sequence[Finished]]:
    while chunk := list(itertools.islice(played, _CHUNK)):
        yield chunk


def _games(played: Sequence[Finished], *, are_compressed: bool) -> Sequence[Row]:
    return [
        {**one.row, "practice": False, **_logs(one, is_compressed=are_compressed)} for one in played
    ]


def _logs(game: Finished, *, is_compressed: bool) -> Row:
    packed = game.played.packed
    if game.row["finished_at"] is None or not is_compressed:
        return {"log": packed}
    return {"log": "", "finished_log": compress(packed)}
