"""Moving everything to another database, of either kind."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, Table, event, insert, select, text, update

from bot.models.play import Deal
from bot.store.contests.schema import ratings
from bot.store.database.columns import metadata
from bot.store.database.errors import StoreInUse, StoreUnavailable
from bot.store.database.moving import move
from bot.store.database.open import open_database
from bot.store.fleet.schema import claims
from bot.store.play.games import create_game
from bot.store.players.privacy import delete_player
from bot.store.players.schema import player_names
from tests.store.database.migrated import EACH_KIND, sqlite_url
from tests.store.finished_games import NOON, play_to_the_end
from tests.store.players.played_everywhere import play_everywhere

SHAPE: Final = text("""
    SELECT concat(relname, conname, pg_get_constraintdef(pg_constraint.oid)) AS part
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    UNION ALL SELECT concat(tablename, indexdef) FROM pg_indexes
    UNION ALL SELECT concat(attrelid::regclass, attname, atttypid, attnotnull, atthasdef)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE attnum > 0 AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat(tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY part
""")

KILLED_HALFWAY: Final = """
import os, signal
from bot.__main__ import cli
from bot.store.database import moving

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

moving._compare = die
cli()
"""
"""`python -m bot` that dies when all is written, indexes included."""

DELETED: Final = 9
SPECIAL: Final = "\b\t\n\v\f\r\x01\x1f\x7f\u2028"

MIXED_UP: Final = {
    "a row is missing": (claims, "DELETE FROM claims"),
    "-1 has become -2": (ratings, "UPDATE ratings SET mu = -2 WHERE mu = -1"),
}
"""What may happen to rows of a table."""
AFTER_EACH_ROW: Final = {
    "sqlite": ("CREATE TRIGGER mixing AFTER INSERT ON {table} BEGIN {change}; END",),
    "postgresql": (
        """
        CREATE FUNCTION mixing() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN {change}; RETURN NULL; END $$
        """,
        "CREATE TRIGGER mixing AFTER INSERT ON {table} EXECUTE FUNCTION mixing()",
    ),
}
"""What makes it happen."""

Tables = Mapping[str, list[tuple[object, ...]]]


@pytest.fixture(params=EACH_KIND)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "moved.db")
    return str(request.getfixturevalue("postgres_url"))


async def fill(url: str) -> None:
    """Make rows in every table, and delete the game that was last."""
    async with open_database(url) as database:
        await play_everywhere(database)
        await play_to_the_end(database, DELETED)
        await delete_player(database, DELETED, NOON)


async def tables_of(url: str) -> Tables:
    """All that a database holds."""
    async with open_database(url) as database, database.reading() as connection:
        return {
            table.name: [
                tuple(row)
                for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
            if table.name != "installation"  # An SQLite file has an id there.
        }


def digest_of(url: str) -> str:
    return hashlib.sha256(Path(url.removeprefix("sqlite+aiosqlite:///")).read_bytes()).hexdigest()


def names_of(file: Path) -> list[str]:
    """What is there of a database, finished or not."""
    return sorted(path.name for path in file.parent.glob(f"{file.name}*"))


async def test_all_tables_are_moved(migrated_url: str, target: str) -> None:
    await fill(migrated_url)
    before = await tables_of(migrated_url)
    assert all(before.values()), "Every table is moved here."
    counts = await move(migrated_url, target)
    assert await tables_of(target) == before
    assert await tables_of(migrated_url) == before
    assert {name: counts[name] for name in before} == {
        name: len(rows) for name, rows in before.items()
    }


@pytest.mark.slow
async def test_ids_of_deleted_games_are_not_given_again_after_a_move(
    migrated_url: str, target: str
) -> None:
    await fill(migrated_url)
    await move(migrated_url, target)
    async with open_database(migrated_url) as database:
        expected = (await create_game(database, Deal(1, "saratoga", 1, NOON))).id
    async with open_database(target) as database:
        assert (await create_game(database, Deal(1, "saratoga", 1, NOON))).id == expected


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_moved_database_has_the_keys_indexes_and_triggers_of_any_other(
    migrated_postgres_url: str, postgres_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "between.db"
    await move(migrated_postgres_url, sqlite_url(file))
    await move(sqlite_url(file), postgres_url)
    assert await shape_of(postgres_url) == await shape_of(migrated_postgres_url)


async def test_the_file_that_is_moved_stays_as_it_is(migrated_file: Path, tmp_path: Path) -> None:
    url = sqlite_url(migrated_file)
    await fill(url)
    before = digest_of(url)
    await move(url, sqlite_url(tmp_path / "moved.db"))
    assert digest_of(url) == before


async def test_a_database_in_use_is_not_moved(migrated_url: str, target: str) -> None:
    async with open_database(migrated_url) as database:
        await create_game(database, Deal(1, "saratoga", 1, NOON))
        with pytest.raises(StoreInUse, match="stop that one first"):
            await move(migrated_url, target)


async def test_a_database_is_not_moved_to_itself(migrated_url: str) -> None:
    with pytest.raises(StoreUnavailable, match="is the one that is moved; name another one"):
        await move(migrated_url, migrated_url)


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_database_is_not_moved_to_itself_by_another_address(
    migrated_postgres_url: str,
) -> None:
    with pytest.raises(StoreInUse, match="or by this move itself; name another one"):
        await move(migrated_postgres_url, f"{migrated_postgres_url}&port=5432")


@pytest.mark.slow
async def test_nothing_is_moved_into_a_database_that_is_not_empty(
    migrated_url: str, target: str
) -> None:
    async with open_database(target) as database:
        await create_game(database, Deal(7, "saratoga", 7, NOON))
    before = await tables_of(target)
    with pytest.raises(StoreUnavailable, match=r"not empty|is or was another"):
        await move(migrated_url, target)
    assert await tables_of(target) == before


@pytest.mark.slow
async def test_a_move_that_is_killed_leaves_nothing_half_done(
    migrated_url: str, target: str
) -> None:
    await fill(migrated_url)
    await move_after_a_kill(migrated_url, target)


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_move_to_a_file_that_is_killed_leaves_nothing_beside_it(
    migrated_postgres_url: str, tmp_path: Path
) -> None:
    await fill(migrated_postgres_url)
    target = tmp_path / "moved.db"
    await move_after_a_kill(migrated_postgres_url, sqlite_url(target))
    assert not [name for name in names_of(target) if ".moved" in name]


async def move_after_a_kill(url: str, target: str) -> None:
    before = await tables_of(url)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED_HALFWAY, "move", "--to", target),
        env=os.environ | {"DATABASE_URL": url},
    )
    assert await process.wait() == -signal.SIGKILL
    await move(url, target)
    assert await tables_of(target) == before


@pytest.mark.slow
async def test_texts_and_fractions_come_out_as_they_were(migrated_url: str, target: str) -> None:
    """Whatever characters a text has, and to the last bit."""
    texts = ["\\N", "\\\\N", "\\", "\\t", "", " ", "%s", "'", "♠ Zoë \N{GRINNING FACE}", *SPECIAL]
    texts += [f"a{char}b\\N" for char in SPECIAL]
    fractions = [25.0, 0.1 + 0.2, 1 / 3, 1e-7, -1.5e-300, 123456789.123456789, 5e20]
    async with open_database(migrated_url) as database, database.transaction() as connection:
        names = [{"player_id": number, "name": name} for number, name in enumerate(texts)]
        await connection.execute(insert(player_names), names)
        rated = {"scope": 0, "races": 1, "wins": 0, "sigma": 1 / 3, "at": NOON}
        rows = [
            {"player_id": number, "race_id": number, "mu": mu, **rated}
            for number, mu in enumerate(fractions)
        ]
        await connection.execute(insert(ratings), rows)
    before = await tables_of(migrated_url)
    await move(migrated_url, target)
    assert await tables_of(target) == before


@pytest.mark.slow
@pytest.mark.parametrize(("table", "change"), MIXED_UP.values(), ids=MIXED_UP)
async def test_what_comes_out_different_is_not_kept(
    migrated_url: str, target: str, table: Table, change: str
) -> None:
    await fill(migrated_url)
    async with open_database(migrated_url) as database, database.transaction() as tables:
        await tables.execute(update(ratings).values(mu=-1.0))

    def mix_up(_: Table, connection: Connection, **__: object) -> None:
        for statement in AFTER_EACH_ROW[connection.dialect.name]:
            connection.exec_driver_sql(statement.format(table=table.name, change=change))

    event.listen(table, "after_create", mix_up)
    try:
        with pytest.raises(StoreUnavailable, match=f"The table {table.name} came out different"):
            await move(migrated_url, target)
    finally:
        event.remove(table, "after_create", mix_up)
    await move(migrated_url, target)


async def shape_of(url: str) -> list[object]:
    """All columns, keys, indexes and triggers of a database of PostgreSQL."""
    async with open_database(url) as database, database.reading() as connection:
        return list((await connection.scalars(SHAPE)).all())
