"""The schema: migrations lead to what the code declares, and constraints hold."""

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
from bot.store.database.open import open_database
from bot.store.play.games import create_game
from bot.store.play.schema import active_games, games
from tests.store.database.before_2_0 import before_2_0

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
_OPTIONS: Final = """
    SELECT relname, reloptions, attname, attidentity, pg_get_expr(adbin, adrelid)
    FROM pg_class LEFT JOIN pg_attrdef ON adrelid = pg_class.oid
    LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum = adnum
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname, attname
"""
_OPTIONS_OF_SQLITE: Final = """
    SELECT name, wr, strict, sql LIKE '%AUTOINCREMENT%'
    FROM pragma_table_list JOIN sqlite_master USING (name) ORDER BY name
"""


def differences(connection: Connection) -> list[object]:
    """What Alembic would change to match the declared tables."""
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def parts(connection: Connection) -> dict[str, object]:
    """What Alembic does not compare: checks, names of constraints, and options of tables."""
    inspector = inspect(connection)
    found: dict[str, object] = {
        table: (
            sorted(map(str, inspector.get_check_constraints(table))),
            sorted(map(str, inspector.get_foreign_keys(table))),
            sorted(map(str, inspector.get_unique_constraints(table))),
            inspector.get_pk_constraint(table),
        )
        for table in metadata.tables
    }
    query = _OPTIONS if connection.dialect.name == "postgresql" else _OPTIONS_OF_SQLITE
    found["options"] = connection.execute(text(query)).all()
    return found


async def test_migrations_lead_to_the_declared_tables(new_url: str) -> None:
    async with before_2_0(new_url):
        pass
    async with open_database(new_url) as database, database._engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrations_lead_to_all_that_a_new_database_has(new_url: str) -> None:
    async with before_2_0(new_url):
        pass
    async with open_database(new_url) as database, database._engine.begin() as connection:
        migrated = await connection.run_sync(parts)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        assert migrated == await connection.run_sync(parts)


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
