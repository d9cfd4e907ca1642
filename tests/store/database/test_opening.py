"""Opening a database: the file, its lock, its durability, and the errors."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import StoreError
from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.database.errors import InvalidUrl, StoreInUse, StoreUnavailable, UnknownRevision
from bot.store.database.open import open_database, open_to_read
from bot.store.database.revisions import MIGRATIONS
from bot.store.database.url import parse_url
from bot.store.play.games import create_game, unfinished_games
from tests.store.database.later_versions import later_migrations, newest_revision
from tests.store.database.migrated import sqlite_url
from tests.waiting import until

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)

HOLDER: Final = """
import asyncio, sys
from bot.store.database.open import open_database, open_to_read

async def main():
    async with open_database(sys.argv[1]):
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@contextlib.contextmanager
def held(url: str) -> Iterator[None]:
    """Another process that holds the database open until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        yield
        holder.kill()


def write(file: Path, content: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(content)


def read(file: Path) -> str:
    return file.read_text()


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


async def limit_pages(database: Database, pages: int) -> None:
    """Limit the size of an SQLite file, at least to what it already has."""
    async with database._engine.connect() as connection:
        await connection.execute(text(f"PRAGMA max_page_count = {pages}"))


async def keep_a_game(url: str, migrations: Path = MIGRATIONS) -> None:
    async with open_database(url, migrations=migrations) as database:
        await create_game(database, Deal(1, "saratoga", 42, NOON))


async def kept_games(url: str, migrations: Path = MIGRATIONS) -> list[int]:
    async with open_database(url, migrations=migrations) as database:
        return [game.deal_number for game in await unfinished_games(database, 1)]


def rewrite(file: Path, old: str, new: str) -> None:
    file.write_text(file.read_text().replace(old, new))


def of_another_program(file: Path) -> tuple[bytes, int]:
    """Make a database that anybody can read; what is in it, and its permissions."""
    file.parent.mkdir()
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (title TEXT)")
    file.chmod(0o644)
    return content_and_mode(file)


def content_and_mode(file: Path) -> tuple[bytes, int]:
    return file.read_bytes(), file.stat().st_mode


async def set_revision(url: str, revision: str) -> None:
    """Let a database seem to be of another release."""
    statement = "UPDATE alembic_version SET version_num = :revision"
    await execute(url, statement, {"revision": revision})


async def execute(url: str, statement: str, values: Mapping[str, str] | None = None) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text(statement), values)
    await engine.dispose()


async def test_games_survive_reopening(url: str) -> None:
    await keep_a_game(url)
    assert await kept_games(url) == [42]


async def test_the_folder_of_a_database_file_is_created(file: Path) -> None:
    assert files_in(file.parent) == []
    await keep_a_game(sqlite_url(file))
    assert "patience.db" in files_in(file.parent)


async def test_a_closed_database_is_a_single_file(file: Path) -> None:
    await keep_a_game(sqlite_url(file))
    assert files_in(file.parent) == ["patience.db", "patience.db.id", "patience.db.lock"]
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT deal_number FROM games").fetchall() == [(42,)]
    connection.close()


async def test_sqlite_is_configured_for_durability(file: Path) -> None:
    url = sqlite_url(file)
    async with open_database(url) as database, database._engine.connect() as connection:
        found = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "locking_mode")
        }
    full = 2
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "locking_mode": "normal",
    }


async def test_a_file_is_opened_only_once(file: Path) -> None:
    async with open_database(sqlite_url(file)):
        with pytest.raises(StoreInUse, match=r"patience\.db is in use by another Patience; stop"):
            await kept_games(sqlite_url(file))
    assert await kept_games(sqlite_url(file)) == []


@pytest.mark.slow
async def test_a_file_is_locked_until_the_process_that_opened_it_ends(
    file: Path,
) -> None:
    with held(sqlite_url(file)), pytest.raises(StoreInUse):
        await kept_games(sqlite_url(file))
    assert await kept_games(sqlite_url(file)) == []


@pytest.mark.slow
@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
async def test_a_file_is_opened_only_once_whatever_it_is_called(
    file: Path, tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    await keep_a_game(sqlite_url(file))
    other = tmp_path / "elsewhere" / "games.db"
    other.parent.mkdir()
    link(file, other)
    with held(sqlite_url(file)), pytest.raises(StoreInUse):
        await kept_games(sqlite_url(other))
    with held(sqlite_url(other)), pytest.raises(StoreInUse):
        await kept_games(sqlite_url(file))
    assert await kept_games(sqlite_url(other)) == [42]


@pytest.mark.slow
async def test_other_programs_can_copy_an_open_database(file: Path, tmp_path: Path) -> None:
    async with open_database(sqlite_url(file)) as database:
        await create_game(database, Deal(1, "saratoga", 42, NOON))
        with (
            contextlib.closing(sqlite3.connect(file)) as source,
            contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as target,
        ):
            source.backup(target)
    assert await kept_games(sqlite_url(tmp_path / "copy.db")) == [42]


async def test_where_memory_cannot_be_shared_there_is_one_connection(file: Path) -> None:
    file.parent.mkdir()
    # SQLite cannot open a folder as the file that it shares memory through.
    file.with_name(f"{file.name}-shm").mkdir()
    async with open_database(sqlite_url(file)) as database:
        await create_game(database, Deal(1, "saratoga", 42, NOON))
        async with database.reading() as connection:
            rows = await connection.execute(text("SELECT deal_number FROM games"))
            assert rows.scalars().all() == [42]
    assert await kept_games(sqlite_url(file)) == [42]


async def test_a_newer_database_is_refused_and_unchanged(url: str, tmp_path: Path) -> None:
    later = later_migrations(tmp_path / "later")
    await keep_a_game(url, later)
    advice = (
        r"newer Patience .*; start the newer one, or give this one a DATABASE_URL of its own\.$"
    )
    with pytest.raises(UnknownRevision, match=f"revision 9999_later .* {advice}"):
        await kept_games(url)
    assert await kept_games(url, later) == [42]


async def test_a_database_too_old_to_be_migrated_is_refused_and_unchanged(url: str) -> None:
    await keep_a_game(url)
    await set_revision(url, "0033")
    advice = r"at 0034 or later; let DATABASE_URL name another one to begin anew\.$"
    with pytest.raises(UnknownRevision, match=f"is at revision 0033, while .* {advice}"):
        await kept_games(url)
    await set_revision(url, newest_revision())
    assert await kept_games(url) == [42]


async def test_a_migration_of_another_branch_is_told_from_the_one_of_its_number(
    url: str, tmp_path: Path
) -> None:
    other = later_migrations(tmp_path / "other")
    later = other / "versions" / "9999_later.py"
    later.rename(later.with_stem("9999_of_a_branch"))
    rewrite(later.with_stem("9999_of_a_branch"), "9999_later", "9999_of_a_branch")
    await keep_a_game(url, other)
    advice = r"start that, or give this one a DATABASE_URL of its own\.$"
    known = "is at revision 9999_of_a_branch, which this Patience knows as 9999_later"
    with pytest.raises(UnknownRevision, match=f"{known}: .*; {advice}"):
        await kept_games(url, later_migrations(tmp_path / "later"))
    assert await kept_games(url, other) == [42]


async def test_a_database_without_a_declared_column_is_refused(url: str) -> None:
    await keep_a_game(url)
    await execute(url, "ALTER TABLE games DROP COLUMN grade")
    with pytest.raises(UnknownRevision, match=r"has no games\.grade, .*; start that, or give"):
        await kept_games(url)
    with pytest.raises(UnknownRevision, match=r"has no games\.grade"):
        async with open_to_read(url):
            pass


async def test_a_database_without_a_declared_table_is_refused(url: str) -> None:
    await keep_a_game(url)
    await execute(url, "DROP TABLE solutions")
    with pytest.raises(UnknownRevision, match=r"has no solutions\.game_id"):
        await kept_games(url)


async def test_an_older_database_is_migrated_with_its_games(url: str, tmp_path: Path) -> None:
    await keep_a_game(url)
    assert await kept_games(url, later_migrations(tmp_path / "later")) == [42]


async def test_an_older_file_is_copied_before_migration(file: Path, tmp_path: Path) -> None:
    await keep_a_game(sqlite_url(file))
    await kept_games(sqlite_url(file), later_migrations(tmp_path / "later"))
    [copy] = file.parent.glob("patience-0*.db")
    assert await kept_games(sqlite_url(copy)) == [42]


async def test_ids_of_deleted_games_stay_used_after_a_migration(file: Path, tmp_path: Path) -> None:
    await keep_a_game(sqlite_url(file))
    async with open_database(sqlite_url(file)) as database, database.transaction() as connection:
        await connection.execute(text("DELETE FROM active_games"))
        await connection.execute(text("DELETE FROM games"))
    copying = """rows = {"sqlite_autoincrement": True}
    with op.batch_alter_table("games", recreate="always", table_kwargs=rows):
        pass
"""
    later = later_migrations(tmp_path / "later", more=copying)
    async with open_database(sqlite_url(file), migrations=later) as database:
        assert (await create_game(database, Deal(1, "saratoga", 42, NOON))).id == 2


async def test_a_database_with_a_dangling_reference_is_not_migrated(
    file: Path, tmp_path: Path
) -> None:
    await keep_a_game(sqlite_url(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE active_games SET game_id = 999")
        before = list(connection.iterdump())
    connection.close()
    message = "active_games refers to a missing row of games, so the database cannot be migrated"
    with pytest.raises(StoreUnavailable, match=message):
        await kept_games(sqlite_url(file), later_migrations(tmp_path / "later"))
    with sqlite3.connect(file) as connection:
        assert list(connection.iterdump()) == before
    connection.close()


async def test_references_are_enforced_after_a_migration(file: Path, tmp_path: Path) -> None:
    await keep_a_game(sqlite_url(file))
    later = later_migrations(tmp_path / "later")
    async with open_database(sqlite_url(file), migrations=later) as database:
        with pytest.raises(StoreUnavailable, match="FOREIGN KEY"):
            async with database.transaction() as connection:
                await connection.execute(text("UPDATE active_games SET game_id = 999"))


async def test_a_current_file_is_not_copied(file: Path) -> None:
    await keep_a_game(sqlite_url(file))
    await keep_a_game(sqlite_url(file))
    assert [path.name for path in file.parent.glob("*.db")] == ["patience.db"]


@pytest.mark.slow
async def test_a_migration_that_fails_midway_changes_nothing(url: str, tmp_path: Path) -> None:
    await keep_a_game(url)
    broken = later_migrations(tmp_path / "later", more='op.execute("SELECT * FROM nothing")')
    with pytest.raises(StoreUnavailable, match="nothing"):
        await kept_games(url, broken)
    assert await kept_games(url) == [42]


@pytest.mark.slow
@pytest.mark.postgres
async def test_processes_that_start_at_once_migrate_in_turn(
    postgres_url: str,
) -> None:
    assert await asyncio.gather(*(kept_games(postgres_url) for _ in range(4))) == [[]] * 4


async def test_tables_of_another_program_are_refused_and_unchanged(url: str, file: Path) -> None:
    file.parent.mkdir()
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE games (title TEXT)"))
        await connection.execute(text("INSERT INTO games VALUES ('Go')"))
    try:
        with pytest.raises(UnknownRevision, match="not made by Patience"):
            await kept_games(url)
        async with engine.connect() as connection:
            assert (await connection.execute(text("SELECT * FROM games"))).all() == [("Go",)]
    finally:
        await engine.dispose()


@pytest.mark.parametrize("opened", [open_database, open_to_read])
async def test_a_file_of_another_program_is_refused_and_unchanged(
    file: Path, opened: Callable[[str], contextlib.AbstractAsyncContextManager[Database]]
) -> None:
    """Its format, which a log of ours would change, and its permissions, too."""
    before = of_another_program(file)
    with pytest.raises(UnknownRevision, match="is another program's: it has “bookmarks”"):
        async with opened(sqlite_url(file)):
            pass
    assert content_and_mode(file) == before


@pytest.mark.parametrize("lock", ["EXCLUSIVE", "IMMEDIATE"])
async def test_a_file_that_another_program_locks_is_said_to_be_so(file: Path, lock: str) -> None:
    await keep_a_game(sqlite_url(file))
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        if lock == "EXCLUSIVE":
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute(f"BEGIN {lock}")
        with pytest.raises(StoreInUse, match="is locked by another program; close that"):
            await kept_games(sqlite_url(file))
    assert await kept_games(sqlite_url(file)) == [42]


async def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    write(file, "dear diary " * 100)
    with pytest.raises(StoreUnavailable) as caught:
        await kept_games(sqlite_url(file))
    assert str(caught.value) == (
        f"The database {file} cannot be opened (file is not a database); check that DATABASE_URL "
        "names a database of Patience's own that this user may write to."
    )
    assert read(file) == "dear diary " * 100


async def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    write(tmp_path / "data", "a file")
    with pytest.raises(StoreUnavailable, match=r"cannot be opened .*DATABASE_URL"):
        await kept_games(sqlite_url(tmp_path / "data" / "patience.db"))


async def test_play_continues_once_a_full_disk_has_room(
    file: Path,
) -> None:
    deal = Deal(1, "x" * 65_536, 42, NOON)
    async with open_database(sqlite_url(file)) as database:
        await create_game(database, deal)
        await limit_pages(database, 1)
        with pytest.raises(StoreUnavailable, match=r"\(database or disk is full\); try again"):
            await create_game(database, deal)
        assert len(await unfinished_games(database, 1)) == 1
        await limit_pages(database, 1_000_000)
        created = await create_game(database, deal)
        assert [game.id for game in await unfinished_games(database, 1)] == [created.id]


@pytest.mark.postgres
async def test_a_missing_table_is_reported(
    postgres_url: str,
) -> None:
    async with open_database(postgres_url) as database:
        await create_game(database, Deal(1, "saratoga", 42, NOON))
        async with database._engine.begin() as connection:
            await connection.execute(text("ALTER TABLE games RENAME TO lost"))
        with pytest.raises(StoreUnavailable, match=r"cannot be read or saved .*try again"):
            await unfinished_games(database, 1)


@pytest.mark.postgres
async def test_a_lost_connection_is_replaced(postgres_url: str) -> None:
    async with open_database(postgres_url) as database, open_database(postgres_url) as other:
        await create_game(database, Deal(1, "saratoga", 42, NOON))
        async with database._engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
        assert isinstance(driver, asyncpg.Connection)
        async with other._engine.connect() as connection:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
            await connection.execute(text(f"{cut} pg_backend_pid() AND datname IS NOT NULL"))
        await until(driver.is_closed)
        assert [game.deal_number for game in await unfinished_games(database, 1)] == [42]


@pytest.mark.postgres
async def test_a_connection_error_hides_the_password(
    postgres_url: str,
) -> None:
    missing = postgres_url.replace("postgres@/", "postgres:hunter2@/missing_")
    with pytest.raises(StoreUnavailable, match="does not exist") as caught:
        await kept_games(missing)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("", "this is not a database URL; write sqlite"),
        ("data/patience.db", "this is not a database URL; write sqlite"),
        ("mysql+aiomysql://u:hunter2@host/db", "“mysql.aiomysql” databases are not supported"),
        ("sqlite:///data/patience.db", r"begin it with sqlite\+aiosqlite://"),
        ("postgres://u:hunter2@host/db", r"begin it with postgresql\+asyncpg://"),
        ("postgresql+psycopg://u:hunter2@host/db", r"begin it with postgresql\+asyncpg://"),
        ("postgresql+asyncpg://u:hunter2@host", "names no database"),
        ("postgresql+asyncpg://u:hunter2@host:port/db", "this is not a database URL"),
        (
            "postgresql+asyncpg://u:hunter2@host/db?sslmode=require",
            (
                "“sslmode” is not a supported option; write ssl=require for an encrypted "
                r"connection, and leave other options out\.$"
            ),
        ),
        (
            "sqlite+aiosqlite://data/patience.db",
            (
                "an SQLite URL needs three slashes before a relative path and four before an "
                "absolute one; write sqlite"
            ),
        ),
        ("sqlite+aiosqlite://", "must name a file"),
        ("sqlite+aiosqlite:///:memory:", "must name a file"),
        ("sqlite+aiosqlite:///file:x?uri=true", "must name a file"),
        ("sqlite+aiosqlite:///x.db?mode=ro", "takes no options"),
        ("sqlite+aiosqlite:////", "is a folder"),
    ],
)
def test_an_unusable_url_is_refused_with_advice(url: str, advice: str) -> None:
    with pytest.raises(InvalidUrl, match=advice) as caught:
        parse_url(url)
    assert "hunter2" not in str(caught.value)
    assert isinstance(caught.value, StoreError)
