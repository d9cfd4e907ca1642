"""Backing up a database, in use or not, and restoring it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.database.copies import (
    _link,
    back_up,
    copy_database,
    daily_copies,
    keep_daily_copies,
    restore,
)
from bot.store.database.engines import MIGRATION_LOCK
from bot.store.database.errors import StoreInUse, StoreUnavailable, UnknownRevision
from bot.store.database.files import copy_name
from bot.store.database.open import open_database
from bot.store.play.games import create_game
from bot.store.play.schema import games
from bot.store.players.privacy import delete_player
from tests.postgresql import Server, programs_of, running_server
from tests.store.database.later_versions import later_migrations
from tests.store.database.migrated import sqlite_url
from tests.store.database.proxy import Proxy
from tests.waiting import until

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
LIKE_DAYS: Final = ("aside", "zoo", "20261399T000000000000Z")
"""What daily copies are not called, although it is nearly a time."""
_NUMBERS: Final = select(games.c.deal_number).order_by(games.c.id)
PAGE: Final = 4096
MANY: Final = 5


KILLED: Final = """
import asyncio, os, shutil, signal, sys
from pathlib import Path
from bot.store.database.copies import restore

folder, backup = map(Path, sys.argv[1:])
changes = {"os.rename", "os.link", "os.remove"}

def killed_at(last, copy):
    count = 0
    def kill(event, arguments):
        nonlocal count
        count += event in changes or (event == "open" and bool((arguments[2] or 0) & os.O_CREAT))
        if count == last and event != "os.kill":
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(kill)
    asyncio.run(restore(f"sqlite+aiosqlite:///{copy / 'patience.db'}", backup))
    os._exit(0)

status, last = 1, 0
while status:
    last += 1
    copy = shutil.copytree(folder, f"{folder}-{last}")
    if not (child := os.fork()):
        killed_at(last, Path(copy))
    status = os.waitpid(child, 0)[1]
    assert status in {0, signal.SIGKILL}
"""
"""Restores a backup in copies of a folder, and is killed before its first change, its second ..."""


RESTORES: Final = """
import asyncio, sys
from pathlib import Path
from bot.store.database.copies import restore

asyncio.run(restore(sys.argv[1], Path(sys.argv[2])))
"""
KILLS_ITS_PARENT: Final = """#!/bin/sh
case "$*" in
    *--data-only*) exec {program} "$@" ;;
    *) {program} "$@" | head --lines 40; kill -9 $PPID ;;
esac
"""
WAITS_FOR_GATE: Final = """#!/bin/sh
case "$*" in
    *--data-only*) ;;
    *) while [ ! -e {gate} ]; do sleep 0.1; done ;;
esac
exec {program} "$@"
"""
HELD: Final = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
WAITING: Final = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


@pytest.fixture(autouse=True)
def programs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's programs of the server's version, in front of any others."""
    if "postgres_server" in request.fixturenames or "postgresql" in request.node.name:
        server: Server = request.getfixturevalue("postgres_server")
        monkeypatch.setenv("PATH", str(server.programs), prepend=":")


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Where a backup is to be."""
    return tmp_path / "backup"


async def deal(database: Database, number: int) -> None:
    await create_game(database, Deal(1, "saratoga", number, NOON))


async def dealt(url: str) -> list[int]:
    async with open_database(url) as database, database.reading() as connection:
        return list((await connection.scalars(_NUMBERS)).all())


def write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def read(file: Path) -> bytes:
    return file.read_bytes()


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def folders(backup: Path, pattern: str) -> list[Path]:
    """Folders beside a backup, in the order of their numbers."""
    return sorted(backup.parent.glob(pattern), key=lambda path: int(path.name.split("-")[-1]))


def make_program(file: Path, script: str) -> None:
    file.parent.mkdir()
    file.write_text(script)
    file.chmod(0o755)


def restore_and_kill(folder: Path, backup: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, folder, backup], check=True)


def names_of(backup: Path) -> list[str]:
    """What is there under the name of a backup, finished or not."""
    return [path.name for path in backup.parent.glob(f"{backup.name}*")]


@contextlib.asynccontextmanager
async def somebody_who_plays(database: Database) -> AsyncIterator[None]:
    """Deals games without pause."""

    async def play() -> None:
        number = 100
        while True:
            number += 1
            await deal(database, number)

    playing = asyncio.create_task(play())
    try:
        yield
    finally:
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing


async def test_a_database_is_backed_up_while_somebody_plays(
    migrated_url: str, backup: Path
) -> None:
    async with open_database(migrated_url) as database:
        await deal(database, 1)
        async with somebody_who_plays(database):
            await back_up(migrated_url, backup)
        await deal(database, 2)
    await restore(migrated_url, backup)
    found = await dealt(migrated_url)
    assert 1 in found
    assert 2 not in found


async def test_a_backup_is_readable_by_its_owner_only(migrated_url: str, backup: Path) -> None:
    await back_up(migrated_url, backup)
    assert mode(backup) == 0o600
    assert names_of(backup) == ["backup"]


@pytest.mark.slow
async def test_what_is_played_after_a_restore_is_kept(migrated_url: str, backup: Path) -> None:
    async with open_database(migrated_url) as database:
        await deal(database, 1)
    await back_up(migrated_url, backup)
    await restore(migrated_url, backup)
    async with open_database(migrated_url) as database:
        await deal(database, 2)
    assert await dealt(migrated_url) == [1, 2]
    # The second one is of what the first one made.
    second = backup.with_name("second")
    await back_up(migrated_url, second)
    await restore(migrated_url, second)
    assert await dealt(migrated_url) == [1, 2]


async def test_a_backup_takes_no_other_files_place(migrated_url: str, backup: Path) -> None:
    write(backup, b"dear diary")
    with pytest.raises(StoreUnavailable, match="is there already; name a file that is not"):
        await back_up(migrated_url, backup)
    assert read(backup) == b"dear diary"


async def test_a_backup_needs_a_folder(migrated_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"There is no folder .*; create it first"):
        await back_up(migrated_url, tmp_path / "missing" / "backup")


async def test_a_database_in_use_is_not_replaced(migrated_url: str, backup: Path) -> None:
    await back_up(migrated_url, backup)
    async with open_database(migrated_url) as database:
        await deal(database, 1)
        with pytest.raises(StoreInUse, match="stop that one first"):
            await restore(migrated_url, backup)
    assert await dealt(migrated_url) == [1]


@pytest.mark.slow
async def test_a_backup_of_a_newer_version_is_refused(
    url: str, backup: Path, tmp_path: Path
) -> None:
    later = later_migrations(tmp_path / "later")
    async with open_database(url, migrations=later) as database:
        await deal(database, 1)
    await back_up(url, backup)
    with pytest.raises(UnknownRevision, match=r"revision 9999_later .* newer Patience"):
        await restore(url, backup)
    async with open_database(url, migrations=later) as database, database.reading() as connection:
        assert (await connection.scalars(_NUMBERS)).all() == [1]


async def test_what_is_no_backup_is_refused(migrated_url: str, backup: Path) -> None:
    async with open_database(migrated_url) as database:
        await deal(database, 1)
    write(backup, b"dear diary " * 100)
    with pytest.raises(StoreUnavailable, match="is no backup of a database; name one"):
        await restore(migrated_url, backup)
    with pytest.raises(StoreUnavailable, match="There is no file"):
        await restore(migrated_url, backup.with_name("missing"))
    assert await dealt(migrated_url) == [1]


async def test_a_new_machine_begins_with_a_backup(
    migrated_file: Path, file: Path, backup: Path
) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await deal(database, 1)
    await back_up(sqlite_url(migrated_file), backup)
    assert await restore(sqlite_url(file), backup) == ""
    assert await dealt(sqlite_url(file)) == [1]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_new_server_begins_with_a_dump(
    migrated_postgres_url: str, postgres_url: str, backup: Path
) -> None:
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    await back_up(migrated_postgres_url, backup)
    assert await restore(postgres_url, backup) == ""
    assert await dealt(postgres_url) == [1]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_restore_of_a_dump_shows_what_was_there_until_it_is_complete(
    migrated_postgres_url: str, backup: Path
) -> None:
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    await back_up(migrated_postgres_url, backup)
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 2)
    engine = create_async_engine(migrated_postgres_url)
    async with engine.connect() as start:
        await start.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        restoring = asyncio.create_task(restore(migrated_postgres_url, backup))
        await until(lambda: start.scalar(WAITING))
        assert (await start.scalars(_NUMBERS)).all() == [1, 2]
    await engine.dispose()
    await restoring
    assert await dealt(migrated_postgres_url) == [1]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_start_during_a_restore_of_a_dump_says_that_it_waits_and_goes_on(
    migrated_postgres_url: str,
    backup: Path,
    postgres_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    await back_up(migrated_postgres_url, backup)
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 2)
    waiting = "Waiting until another start, a restore or a move is done with the database."
    assert waiting not in caplog.messages
    # The script of the dump comes once the gate is there; the lock is taken before.
    gate, program = backup.with_name("gate"), postgres_server.programs / "pg_restore"
    slow = backup.with_name("programs") / "pg_restore"
    make_program(slow, WAITS_FOR_GATE.format(gate=gate, program=program))
    monkeypatch.setenv("PATH", str(slow.parent), prepend=":")
    restoring = asyncio.create_task(restore(migrated_postgres_url, backup))
    engine = create_async_engine(migrated_postgres_url)
    async with engine.connect() as other:
        await until(lambda: other.scalar(HELD))
        starting = asyncio.create_task(dealt(migrated_postgres_url))
        await until(lambda: other.scalar(WAITING))
    await engine.dispose()
    assert caplog.messages.count(waiting) == 1
    assert not starting.done()
    gate.touch()
    await restoring
    assert await starting == [1]


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_killed_restore_of_a_dump_leaves_what_was_there(
    migrated_postgres_url: str,
    backup: Path,
    postgres_server: Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await back_up(migrated_postgres_url, backup)
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    program = postgres_server.programs / "pg_restore"
    killing = backup.with_name("programs") / "pg_restore"
    make_program(killing, KILLS_ITS_PARENT.format(program=program))
    monkeypatch.setenv("PATH", str(killing.parent), prepend=":")
    restoring = await asyncio.create_subprocess_exec(
        sys.executable, "-c", RESTORES, migrated_postgres_url, backup
    )
    assert await restoring.wait() == -signal.SIGKILL
    assert await dealt(migrated_postgres_url) == [1]


async def test_what_was_there_before_a_restore_is_kept_aside(
    migrated_file: Path, backup: Path
) -> None:
    url = sqlite_url(migrated_file)
    await back_up(url, backup)
    async with open_database(url) as database:
        await deal(database, 1)
    where = await restore(url, backup)
    assert await dealt(url) == []
    aside = Path(where.removeprefix("in "))
    assert aside.parent == migrated_file.parent
    assert await dealt(sqlite_url(aside)) == [1]


@pytest.mark.slow
async def test_a_killed_restore_leaves_the_database_before_or_the_one_restored(
    file: Path, backup: Path
) -> None:
    url = sqlite_url(file)
    async with open_database(url) as database:
        await deal(database, 1)
        await back_up(url, backup)
        await deal(database, 2)
        # With moves that are not yet in the file itself, as a killed bot leaves them.
        shutil.copytree(file.parent, backup.with_name("left"))
    restore_and_kill(backup.with_name("left"), backup)
    found = [await dealt(sqlite_url(copy / file.name)) for copy in folders(backup, "left-*")]
    assert found[0] == [1, 2]
    assert found[-1] == [1]
    assert [games for games in found if games not in ([1], [1, 2])] == []
    assert len(found) > MANY


async def test_what_is_left_of_a_file_that_was_moved_is_not_written_into_a_restored_one(
    migrated_file: Path, backup: Path
) -> None:
    url = sqlite_url(migrated_file)
    log = migrated_file.with_name(f"{migrated_file.name}-wal")
    await back_up(url, backup)
    async with open_database(url) as database:
        await deal(database, 1)
        left = read(log)
    shutil.move(migrated_file, backup.with_name("moved"))
    write(log, left)
    assert await restore(url, backup) == ""
    assert await dealt(url) == []


async def test_a_damaged_database_is_not_taken_for_a_backup(
    migrated_file: Path, backup: Path
) -> None:
    damage(migrated_file)
    with pytest.raises(StoreUnavailable):
        await back_up(sqlite_url(migrated_file), backup)
    assert names_of(backup) == []


async def test_a_damaged_backup_is_refused(migrated_file: Path, backup: Path) -> None:
    shutil.copy(migrated_file, backup)
    damage(backup)
    before = read(migrated_file)
    with pytest.raises(StoreUnavailable):
        await restore(sqlite_url(migrated_file), backup)
    assert read(migrated_file) == before


def test_damage_that_only_a_check_finds_is_found(tmp_path: Path) -> None:
    file, marker = tmp_path / "patience.db", b"a marker that stands in two places"
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE notes (note)")
        connection.execute("CREATE INDEX by_note ON notes (note)")
        connection.execute("INSERT INTO notes VALUES (?)", (marker.decode(),))
    # The row and its index no longer agree, which reading either of them does not tell.
    write(file, read(file).replace(marker, marker.upper(), 1))
    with pytest.raises(StoreUnavailable, match=r"The copy of .* is damaged .*; it is not kept"):
        copy_database(file, tmp_path / "backup")
    assert names_of(tmp_path / "backup") == []


async def test_a_database_is_no_backup_of_itself(migrated_file: Path) -> None:
    with pytest.raises(StoreUnavailable, match="is the database itself"):
        await restore(sqlite_url(migrated_file), migrated_file)


def damage(file: Path) -> None:
    """Overwrite the root pages of some tables."""
    with file.open("r+b") as stream:
        for page in range(2, 30):
            stream.seek(page * PAGE)
            stream.write(b"\xff" * 64)


@pytest.mark.slow
@pytest.mark.postgres
async def test_what_was_there_before_a_dump_is_kept_aside(
    migrated_postgres_url: str, backup: Path
) -> None:
    await back_up(migrated_postgres_url, backup)
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    where = await restore(migrated_postgres_url, backup)
    schema = where.removeprefix("in its schema ")
    assert await dealt(migrated_postgres_url) == []
    async with (
        open_database(migrated_postgres_url) as database,
        database.transaction() as connection,
    ):
        await connection.execute(text(f"SET LOCAL search_path TO {schema}"))
        assert (await connection.scalars(_NUMBERS)).all() == [1]


@pytest.mark.postgres
@pytest.mark.parametrize("before", ["", "host=127.0.0.1:1&"], ids=["one", "the second"])
async def test_a_dump_is_made_and_restored_by_the_hosts_and_ports_of_the_url(
    migrated_postgres_url: str, postgres_server: Server, backup: Path, before: str
) -> None:
    proxy = Proxy(postgres_server, backup.parent)
    listener = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    address, _ = migrated_postgres_url.split("?")
    url = f"{address}?{before}host=127.0.0.1:{port}"
    async with listener:
        async with open_database(url) as database:
            await deal(database, 1)
        await back_up(url, backup)
        await restore(url, backup)
        assert await dealt(url) == [1]
        await proxy.close()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("schema", ["postgres", "of the bot"])
async def test_a_dump_is_restored_whichever_schema_the_tables_are_in(
    postgres_server: Server, backup: Path, schema: str
) -> None:
    url, another = (postgres_server.create_database() for _ in range(2))
    for one in (url, another):
        engine = create_async_engine(one)
        async with engine.connect() as connection, connection.begin():
            await connection.execute(text(f'CREATE SCHEMA "{schema}"'))
            name = await connection.scalar(text("SELECT current_database()"))
            path = f'ALTER DATABASE {name} SET search_path = "{schema}", public'
            await connection.execute(text(path))
        await engine.dispose()
    async with open_database(url) as database:
        await deal(database, 1)
    await back_up(url, backup)
    async with open_database(url) as database:
        await deal(database, 2)
    assert await restore(url, backup) != ""
    assert await restore(another, backup) == ""
    assert [await dealt(one) for one in (url, another)] == [[1], [1]]


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.usefixtures("postgres_server")
async def test_newer_programs_restore_a_dump_on_an_older_server(backup: Path) -> None:
    with running_server(oldest=True) as server:
        url = server.create_database()
        async with open_database(url) as database:
            await deal(database, 1)
        await back_up(url, backup)
        await restore(url, backup)
        assert await dealt(url) == [1]


@pytest.mark.postgres
async def test_a_dump_that_ends_early_changes_nothing(
    migrated_postgres_url: str, backup: Path
) -> None:
    async with open_database(migrated_postgres_url) as database:
        await deal(database, 1)
    await back_up(migrated_postgres_url, backup)
    write(backup, read(backup)[:-200])
    with pytest.raises(StoreUnavailable, match="pg_restore failed"):
        await restore(migrated_postgres_url, backup)
    assert await dealt(migrated_postgres_url) == [1]


async def test_without_a_program_it_is_said_which_to_install(
    backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreUnavailable, match=r"pg_dump is not installed.*postgresql-client"):
        await back_up("postgresql+asyncpg://patience@127.0.0.1/patience", backup)


@pytest.mark.postgres
async def test_programs_that_are_too_old_for_the_server_say_so(
    migrated_postgres_url: str, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(programs_of(oldest=True)), prepend=":")
    with pytest.raises(StoreUnavailable, match=r"pg_dump failed .*server version mismatch"):
        await back_up(migrated_postgres_url, backup)
    assert names_of(backup) == []


class Days:
    """A clock that stands at the start of a day until it is told to go on."""

    def __init__(self) -> None:
        self.now = NOON
        self.looks = 0

    def __call__(self) -> datetime:
        self.looks += 1
        return self.now


@contextlib.asynccontextmanager
async def daily(file: Path, days: Days, kept: int = 2) -> AsyncIterator[None]:
    copying = asyncio.create_task(keep_daily_copies(file, kept, clock=days, pause=0))
    try:
        yield
    finally:
        copying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await copying


async def two_looks(days: Days) -> None:
    """Wait until it was looked whether a copy is due, and a copy made if so."""
    looks = days.looks
    await until(lambda: days.looks > looks + 1)


async def test_a_copy_is_made_each_day_and_the_newest_are_kept(migrated_file: Path) -> None:
    days = Days()
    async with open_database(sqlite_url(migrated_file)) as database, daily(migrated_file, days):
        for day in range(1, 5):
            await deal(database, day)
            days.now = NOON + timedelta(days=day)
            await two_looks(days)
        days.now += timedelta(hours=23)
        await two_looks(days)
    copies = daily_copies(migrated_file)
    assert copies == [
        copy_name(migrated_file, "daily", NOON + timedelta(days=day)) for day in (3, 4)
    ]
    assert [mode(copy) for copy in copies] == [0o600] * 2
    assert await dealt(sqlite_url(copies[-1])) == [1, 2, 3, 4]


async def test_a_clock_set_back_makes_no_copy_each_look(migrated_file: Path) -> None:
    days = Days()
    async with daily(migrated_file, days, kept=9):
        await two_looks(days)
        days.now -= timedelta(days=400)
        await two_looks(days)
        await two_looks(days)
    assert len(daily_copies(migrated_file)) == 2


async def test_todays_copy_is_kept_rather_than_those_of_days_to_come(migrated_file: Path) -> None:
    days = Days()
    async with daily(migrated_file, days):
        for day in (400, 401, 0, 1):
            days.now = NOON + timedelta(days=day)
            await two_looks(days)
    assert daily_copies(migrated_file) == [
        copy_name(migrated_file, "daily", NOON + timedelta(days=day)) for day in (0, 1)
    ]


async def test_copies_with_more_games_stay(
    migrated_file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    days = Days()
    emptier = tmp_path / "emptier.db"
    shutil.copy(migrated_file, emptier)
    async with open_database(sqlite_url(migrated_file)) as database:
        await deal(database, 1)
        async with daily(migrated_file, days, kept=1):
            await two_looks(days)
    shutil.move(emptier, migrated_file)
    async with daily(migrated_file, days, kept=1):
        for day in range(1, 4):
            days.now = NOON + timedelta(days=day)
            await two_looks(days)
    better, newest = daily_copies(migrated_file)
    assert better == copy_name(migrated_file, "daily", NOON)
    assert newest == copy_name(migrated_file, "daily", NOON + timedelta(days=3))
    assert f"{better} stays beyond its time" in caplog.text


async def test_copies_are_rotated_after_a_player_has_deleted_games(migrated_file: Path) -> None:
    days = Days()
    async with open_database(sqlite_url(migrated_file)) as database:
        await deal(database, 1)
        async with daily(migrated_file, days, kept=1):
            await two_looks(days)
            await delete_player(database, 1, NOON)
            days.now += timedelta(days=1)
            await two_looks(days)
    assert daily_copies(migrated_file) == [
        copy_name(migrated_file, "daily", NOON + timedelta(days=1))
    ]


async def test_files_of_like_names_are_no_daily_copies(migrated_file: Path) -> None:
    file = migrated_file.with_name("patience [1].db")
    shutil.move(migrated_file, file)
    others = [file.with_name(f"patience [1]-daily-{name}.db") for name in LIKE_DAYS]
    for other in others:
        write(other, b"dear diary")
    days = Days()
    async with daily(file, days, kept=1):
        await two_looks(days)
        await two_looks(days)
    assert daily_copies(file) == [copy_name(file, "daily", NOON)]
    assert [read(other) for other in others] == [b"dear diary"] * len(LIKE_DAYS)


async def test_what_a_killed_process_left_of_a_daily_copy_is_removed(migrated_file: Path) -> None:
    file = migrated_file.with_name("patience [1].db")
    shutil.move(migrated_file, file)
    day_before = copy_name(file, "daily", NOON - timedelta(days=1))
    left = [day_before.with_name(f"{day_before.name}.partial{end}") for end in ("", "-journal")]
    backup = file.with_name("patience [1]-mine.db.partial")
    for path in (*left, backup):
        write(path, b"half a copy")
    days = Days()
    async with daily(file, days):
        await two_looks(days)
    assert [path for path in left if path.exists()] == []
    assert read(backup) == b"half a copy", "Somebody may be making it just now."
    assert daily_copies(file) == [copy_name(file, "daily", NOON)]


async def test_copies_of_better_days_stay_when_the_database_is_damaged(
    migrated_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    days = Days()
    async with daily(migrated_file, days, kept=1):
        await two_looks(days)
        before = daily_copies(migrated_file)
        damage(migrated_file)
        days.now += timedelta(days=2)
        await two_looks(days)
        await two_looks(days)
    assert daily_copies(migrated_file) == before
    [warning] = caplog.messages
    assert warning.startswith("No daily copy: ")


async def test_a_copy_under_way_is_given_up_when_the_bot_stops(migrated_file: Path) -> None:
    with contextlib.closing(sqlite3.connect(migrated_file)) as connection, connection:
        connection.execute("CREATE TABLE ballast (content)")
        rows = [(bytes(100_000),)] * 500
        connection.executemany("INSERT INTO ballast VALUES (?)", rows)
    days = Days()
    async with daily(migrated_file, days):
        await until(lambda: list(migrated_file.parent.glob("*.partial")))
    await until(lambda: not list(migrated_file.parent.glob("*.partial")))
    assert daily_copies(migrated_file) == []


async def test_a_backup_of_the_other_kind_of_database_is_refused(
    migrated_url: str, backup: Path
) -> None:
    is_dump = migrated_url.startswith("sqlite")
    write(backup, b"PGDMP\1\17\0" if is_dump else b"SQLite format 3\0")
    other = "PostgreSQL" if is_dump else "SQLite"
    with pytest.raises(StoreUnavailable, match=f"is a backup of {other}, and DATABASE_URL names"):
        await restore(migrated_url, backup)


async def test_an_empty_database_is_not_copied(tmp_path: Path) -> None:
    file, target = tmp_path / "patience.db", tmp_path / "backup"
    file.touch()
    with pytest.raises(StoreUnavailable, match="is empty, so it is not copied"):
        await back_up(sqlite_url(file), target)
    assert not target.exists()


def test_a_database_that_cannot_be_linked_is_copied(tmp_path: Path) -> None:
    file, there_already = tmp_path / "patience.db", tmp_path / "patience.replaced.db"
    file.write_bytes(b"new")
    there_already.write_bytes(b"old")
    _link(file, there_already)
    assert there_already.read_bytes() == b"new"
    assert not there_already.samefile(file)
