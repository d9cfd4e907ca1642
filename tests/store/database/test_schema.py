"""The schema: migrations create what the code declares, and constraints hold."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, delete, inspect, text, update
from sqlalchemy.exc import IntegrityError

from bot.models.play import Deal
from bot.store.database.columns import metadata
from bot.store.database.connection import Database
from bot.store.play.games import create_game
from bot.store.play.schema import active_games, games

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)


def differences(connection: Connection) -> list[object]:
    """What Alembic would change to match the declared tables."""
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def checks(connection: Connection) -> dict[str, set[tuple[str | None, str]]]:
    """The check constraints of each table, which Alembic does not compare."""
    inspector = inspect(connection)
    return {
        table: {
            (check["name"], check["sqltext"]) for check in inspector.get_check_constraints(table)
        }
        for table in metadata.tables
    }


def create_as_declared(connection: Connection) -> None:
    """Recreate all tables without migrations."""
    metadata.drop_all(connection)
    metadata.create_all(connection)


async def test_migrations_create_the_declared_tables(database: Database) -> None:
    async with database._engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrations_create_the_declared_checks(database: Database) -> None:
    async with database._engine.begin() as connection:
        migrated = await connection.run_sync(checks)
        await connection.run_sync(create_as_declared)
        assert migrated == await connection.run_sync(checks)
    assert len(migrated["games"]) == 7


@pytest.mark.slow
async def test_the_comparison_notices_a_difference(database: Database) -> None:
    async with database._engine.begin() as connection:
        await connection.execute(text("DROP INDEX ix_games_player_id_finished_at"))
        assert len(await connection.run_sync(differences)) == 1


async def test_another_players_game_cannot_be_active(database: Database) -> None:
    anns = await create_game(database, Deal(1, "saratoga", 1, NOON))
    await create_game(database, Deal(2, "saratoga", 1, NOON))
    async with database._engine.connect() as connection:
        await connection.execute(delete(active_games).where(active_games.c.player_id == 1))
        with pytest.raises(IntegrityError):
            await connection.execute(update(active_games).values(game_id=anns.id))


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "won"},
        {"state": "lost"},
        {"finished_at": NOON},
        {"deal_number": 0},
        {"version": -1},
        {"moves": 1},
        {"guild_id": 5},
    ],
    ids=str,
)
async def test_an_inconsistent_game_violates_a_constraint(
    database: Database, wrong: dict[str, object]
) -> None:
    await create_game(database, Deal(1, "saratoga", 1, NOON))
    async with database._engine.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(update(games).values(**wrong))


async def test_a_move_changes_no_index(database: Database) -> None:
    """PostgreSQL then keeps the versions of a row together, and makes room by itself."""
    changing = {"version", "state", "moves", "played_ms", "updated_at", "progress", "log"}
    async with database.transaction() as connection:
        indexes = await connection.run_sync(lambda sync: inspect(sync).get_indexes("games"))
    for index in indexes:
        assert not changing & set(index["column_names"])
        options = index.get("dialect_options", {})
        for condition in (options.get("postgresql_where"), options.get("sqlite_where")):
            assert not any(name in str(condition) for name in changing)
