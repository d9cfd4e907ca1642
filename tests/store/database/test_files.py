"""The files of an SQLite database: who may read them, and what restores a lost one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.models.play import Deal
from bot.store.database.copies import restore
from bot.store.database.errors import StoreUnavailable
from bot.store.database.identity import games_dealt
from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from bot.store.play.games import create_game
from tests.store.database.later_versions import later_migrations
from tests.store.database.migrated import copied, sqlite_url

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
OLDER_COPY: Final = "patience-0023-20260101T120000000000Z.db"
NEWER_COPY: Final = "patience-0007-20260501T120000000000Z.db"
EMPTY_COPY: Final = "patience-0022-20260601T120000000000Z.db"
NOBODY: Final = 65_534
PAGE: Final = 4096
KEEPS: Final = "which keeps what is there under another name"
ANEW: Final = "or let DATABASE_URL name another file to begin anew"


def in_its_place(file: Path) -> str:
    return f"run “python -m bot restore {file.with_name(NEWER_COPY)}”, its newest copy, {KEEPS}"


@pytest.fixture(autouse=True)
def ordinary_umask() -> Iterator[None]:
    """The usual umask, with which everybody may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def shared_file(migrated_file: Path) -> Path:
    """A database that everybody may read, beside files that are not its own."""
    migrated_file.chmod(0o644)
    make(migrated_file.with_name("other.db"))
    return migrated_file


def make(file: Path, content: bytes = b"x") -> Path:
    file.write_bytes(content)
    file.chmod(0o644)
    return file


def add_copies(file: Path) -> None:
    make(file.with_name(OLDER_COPY))
    make(file.with_name(NEWER_COPY))
    make(file.with_name(EMPTY_COPY), b"")


def exists(file: Path) -> bool:
    return file.exists()


def delete(file: Path) -> None:
    file.unlink()


def rename(file: Path, other: Path) -> None:
    file.replace(other)


def make_notes(file: Path) -> None:
    """Make an SQLite database with a table of somebody else's."""
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE notes (note)")


def forget(file: Path) -> None:
    """Make a database like that of an earlier version, which had no id."""
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM installation")


def truncate(file: Path) -> None:
    os.truncate(file, size(file) // PAGE // 2 * PAGE)


def overwrite(file: Path) -> None:
    make(file, b"dear diary " * 100)


def damage_games(file: Path) -> None:
    """Overwrite the first page of the table of games, which is not read on opening."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'games'"
        [page] = connection.execute(query).fetchone()
    with file.open("r+b") as stream:
        stream.seek((page - 1) * PAGE)
        stream.write(b"\xff" * PAGE)


def size(file: Path) -> int:
    return file.stat().st_size


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def files_in(folder: Path) -> list[Path]:
    """The database's files but its lock and its id."""
    return sorted(path for path in folder.glob("patience*") if path.suffix not in {".lock", ".id"})


def readable_by_others(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if mode(path) & 0o077)


async def open_and_close(file: Path, migrations: Path = MIGRATIONS) -> None:
    async with open_database(sqlite_url(file), migrations=migrations):
        pass


async def refusal(file: Path, migrations: Path = MIGRATIONS) -> str:
    with pytest.raises(StoreUnavailable) as caught:
        await open_and_close(file, migrations)
    return str(caught.value)


async def test_a_new_database_can_be_read_by_its_owner_only(file: Path) -> None:
    async with open_database(sqlite_url(file)) as database:
        await create_game(database, Deal(1, "saratoga", 42, NOON))
        assert file.with_name("patience.db-wal") in files_in(file.parent)
        assert readable_by_others(file.parent) == []
    assert mode(file.parent) == 0o700


async def test_the_copy_before_a_migration_can_be_read_by_its_owner_only(
    migrated_file: Path, tmp_path: Path
) -> None:
    await open_and_close(migrated_file, migrations=later_migrations(tmp_path / "later"))
    [copy, _] = files_in(tmp_path)
    assert mode(copy) == 0o600


async def test_an_existing_database_and_its_copies_become_private(
    shared_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make(shared_file.with_name("patience.db-shm"))
    add_copies(shared_file)
    with caplog.at_level(logging.INFO, "bot.store"):
        await open_and_close(shared_file)
    assert readable_by_others(shared_file.parent) == ["other.db"]
    restricted = f"patience.db, patience.db-shm, {EMPTY_COPY}, {NEWER_COPY}, {OLDER_COPY}"
    [line] = caplog.messages
    assert line == (
        f"Other users of this machine could read {restricted} in {shared_file.parent}; now only "
        "the owner can."
    )


async def test_the_permissions_of_an_existing_folder_stay(migrated_file: Path) -> None:
    migrated_file.parent.chmod(0o755)
    await open_and_close(migrated_file)
    assert mode(migrated_file.parent) == 0o755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_the_permissions_of_a_file_of_somebody_else_stay(shared_file: Path) -> None:
    os.chown(shared_file, NOBODY, NOBODY)
    await open_and_close(shared_file)
    assert mode(shared_file) == 0o644


async def test_an_emptied_database_is_refused_with_its_newest_copy(file: Path) -> None:
    file.parent.mkdir()
    make(file, b"")
    add_copies(file)
    assert await refusal(file) == (
        f"The database {file} is empty but was not always; {in_its_place(file)}, {ANEW}."
    )
    assert size(file) == 0


async def test_an_empty_file_without_a_copy_becomes_a_new_database(file: Path) -> None:
    file.parent.mkdir()
    make(file, b"")
    make(file.with_name("patience-notes.db"))
    await open_and_close(file)
    assert size(file)


async def test_a_missing_file_is_refused_with_its_newest_copy(file: Path) -> None:
    file.parent.mkdir()
    add_copies(file)
    assert await refusal(file) == (
        f"The database {file} is missing but was not always; {in_its_place(file)}, {ANEW}."
    )
    assert not exists(file)


async def test_a_missing_file_is_refused_without_a_copy(file: Path) -> None:
    await open_and_close(file)
    delete(file)
    assert "is missing but was not always" in await refusal(file)
    assert not exists(file)


async def test_a_database_without_tables_is_refused_where_there_was_one(file: Path) -> None:
    await open_and_close(file)
    delete(file)
    make_notes(file)
    assert "is empty but was not always" in await refusal(file)


async def test_another_database_is_refused_where_there_was_one(file: Path, tmp_path: Path) -> None:
    await open_and_close(file)
    other = tmp_path / "other.db"
    await open_and_close(other)
    rename(other, file)
    add_copies(file)
    assert await refusal(file) == (
        f"The database {file} is not the one that was here; {in_its_place(file)}, or move this one "
        "elsewhere and restore it from there to go on with it."
    )


async def test_an_emptier_database_is_refused_beside_a_copy_of_an_earlier_version(
    migrated_file: Path,
) -> None:
    copy = copied(migrated_file, migrated_file.with_name(NEWER_COPY))
    with contextlib.closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', 7)")
    forget(migrated_file)
    assert "is not the one that was here" in await refusal(migrated_file)


async def test_another_database_is_accepted_once_it_is_restored(file: Path, tmp_path: Path) -> None:
    await open_and_close(file)
    other = tmp_path / "other.db"
    await open_and_close(other)
    delete(file)
    await restore(sqlite_url(file), other)
    await open_and_close(file)


async def test_a_copy_that_was_put_in_place_by_hand_is_accepted(file: Path, tmp_path: Path) -> None:
    await open_and_close(file)
    copy = copied(file, tmp_path / "copy.db")
    delete(file)
    rename(copy, file)
    await open_and_close(file)


async def test_a_database_of_an_earlier_version_is_known_from_then_on(migrated_file: Path) -> None:
    forget(migrated_file)
    await open_and_close(migrated_file)
    delete(migrated_file)
    assert "is missing but was not always" in await refusal(migrated_file)


async def test_a_link_to_a_missing_file_is_refused(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(file)
    assert "is a link to a file that is missing" in await refusal(link)
    assert not exists(file)


@pytest.mark.parametrize(
    ("damage", "cause"),
    [
        (truncate, "database disk image is malformed"),
        (overwrite, "file is not a database"),
    ],
)
async def test_a_damaged_database_is_refused_with_its_newest_copy(
    migrated_file: Path, damage: Callable[[Path], None], cause: str
) -> None:
    damage(migrated_file)
    add_copies(migrated_file)
    assert await refusal(migrated_file) == (
        f"The database {migrated_file} is damaged ({cause}); {in_its_place(migrated_file)}."
    )


async def test_a_damaged_database_without_a_copy_asks_for_a_backup(
    migrated_file: Path, tmp_path: Path
) -> None:
    damage_games(migrated_file)
    assert await refusal(migrated_file, migrations=later_migrations(tmp_path / "later")) == (
        f"The database {migrated_file} is damaged (database disk image is malformed); run "
        f"“python -m bot restore FILE” with your newest backup, {KEEPS}."
    )


async def test_what_is_copied_when_copying_fails_is_removed(
    migrated_file: Path, tmp_path: Path
) -> None:
    damage_games(migrated_file)
    await refusal(migrated_file, migrations=later_migrations(tmp_path / "later"))
    assert files_in(tmp_path) == [migrated_file]


async def test_the_copy_that_is_named_restores_a_damaged_database(
    migrated_file: Path, tmp_path: Path
) -> None:
    later = later_migrations(tmp_path / "later")
    await open_and_close(migrated_file, migrations=later)
    [copy, _] = files_in(tmp_path)
    truncate(migrated_file)
    advice = await refusal(migrated_file, migrations=later)
    assert f"python -m bot restore {copy}”" in advice
    await restore(sqlite_url(migrated_file), copy)
    await open_and_close(migrated_file, migrations=later)


async def test_games_dealt_are_counted_whatever_a_file_is_called(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        for number in (1, 2):
            await create_game(database, Deal(7, "phoenix", number, datetime.now(UTC)))
    file = migrated_file.with_name("50% of #1?.db")
    await asyncio.to_thread(migrated_file.rename, file)
    assert games_dealt(file) == 2
    assert games_dealt(migrated_file) == 0
