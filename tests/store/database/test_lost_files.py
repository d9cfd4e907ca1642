"""The file of a database that is deleted or replaced while a bot uses it: nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.database.copies import restore
from bot.store.database.errors import StoreDamaged, StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.games import create_game
from tests.store.database.migrated import copied, sqlite_url
from tests.waiting import until

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
BEFORE: Final = 42
AFTER: Final = 43


async def deal(database: Database, number: int, player_id: int = 1) -> None:
    await create_game(database, Deal(player_id, "saratoga", number, NOON))


def deals_in(file: Path) -> list[int]:
    """The numbers of the deals in a database that may be in use."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return [number for (number,) in connection.execute("SELECT deal_number FROM games")]


def beside(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}{ending}")


def delete(file: Path) -> None:
    file.unlink()


def delete_all(file: Path) -> None:
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()


def delete_log(file: Path) -> None:
    beside(file, "-wal").unlink()


def delete_shared_memory(file: Path) -> None:
    beside(file, "-shm").unlink()


def delete_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


def move(file: Path) -> None:
    file.rename(file.with_name("moved.db"))


def move_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("moved"))


def replace_by_another(file: Path) -> None:
    other = beside(file, ".other")
    with contextlib.closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE notes (note)")
    other.replace(file)


def replace_by_old_copy(file: Path) -> None:
    file.with_name("old.db").replace(file)


def replace_log(file: Path) -> None:
    delete_log(file)
    beside(file, "-wal").touch()


LOSSES: Final = (
    delete,
    delete_all,
    delete_log,
    delete_shared_memory,
    delete_folder,
    move,
    move_folder,
    replace_by_another,
    replace_by_old_copy,
    replace_log,
)


@pytest.fixture
async def file(original_file: Path, tmp_path: Path) -> Path:
    """A database beside an old copy of it, in a folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    file = copied(original_file, folder / "patience.db")
    async with open_database(sqlite_url(file)):
        pass
    copied(file, folder / "old.db")
    return file


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    """The database, open, with a game in its log."""
    async with open_database(sqlite_url(file)) as database:
        await deal(database, BEFORE)
        async with database.reading():
            pass
        yield database


async def damage_of(database: Database) -> StoreDamaged:
    async with asyncio.timeout(20):
        return await database.until_damaged()


def saved_copy(file: Path) -> Path:
    [saved] = file.parent.glob("patience-saved-*.db")
    return saved


@pytest.mark.parametrize("lose", LOSSES)
async def test_what_was_played_is_saved_beside_a_lost_file(
    database: Database, file: Path, lose: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    lose(file)
    with pytest.raises(StoreUnavailable, match="try again in a minute"):
        await deal(database, AFTER)
    error = await damage_of(database)
    saved = saved_copy(file)
    assert deals_in(saved) == [BEFORE, AFTER], "Also what came after the loss, if unconfirmed."
    assert f"run “python -m bot restore {saved}”" in str(error)
    assert any(str(saved) in line for line in caplog.messages)


@pytest.mark.parametrize("lose", LOSSES)
async def test_a_start_after_a_loss_asks_for_the_saved_copy_and_goes_on_with_it(
    file: Path, lose: Callable[[Path], None]
) -> None:
    async with open_database(sqlite_url(file)) as database:
        await deal(database, BEFORE)
        await asyncio.to_thread(lose, file)
        await damage_of(database)
    saved = saved_copy(file)
    with pytest.raises(StoreDamaged, match=f"bot restore {saved}”"):
        async with open_database(sqlite_url(file)):
            pass
    await restore(sqlite_url(file), saved)
    async with open_database(sqlite_url(file)) as database:
        await deal(database, AFTER, player_id=2)
        assert deals_in(file) == [BEFORE, AFTER]


async def test_a_loss_is_noticed_while_nobody_plays(database: Database, file: Path) -> None:
    assert database.outage_reason() == ""
    await asyncio.to_thread(delete, file)
    await damage_of(database)
    assert "deleted" in database.outage_reason()


async def test_a_move_is_not_confirmed_if_its_file_went_meanwhile(
    database: Database, file: Path
) -> None:
    with pytest.raises(StoreUnavailable):
        async with database.transaction():
            await asyncio.to_thread(delete, file)


async def test_a_file_that_went_just_before_the_end_is_saved_at_the_end(file: Path) -> None:
    async with open_database(sqlite_url(file)) as database:
        await deal(database, BEFORE)
        await asyncio.to_thread(delete, file)
    assert deals_in(saved_copy(file)) == [BEFORE]


async def test_another_database_in_its_place_stays_as_it_is(file: Path) -> None:
    """SQLite would write a log that lies beside a file into it, whosever it is."""
    async with open_database(sqlite_url(file)) as database:
        await deal(database, BEFORE)
        await asyncio.to_thread(replace_by_another, file)
        await damage_of(database)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("notes",)]


async def test_what_cannot_be_saved_yet_is_saved_once_it_can(
    database: Database, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await asyncio.to_thread(delete_folder, file)
    file.parent.touch()
    looking = asyncio.create_task(damage_of(database))
    await until(lambda: any("cannot be saved" in line for line in caplog.messages))
    assert not looking.done()
    file.parent.unlink()
    await looking
    assert deals_in(saved_copy(file)) == [BEFORE]


async def test_a_log_that_is_emptied_is_no_loss(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await database.checkpoint()
    await deal(database, AFTER)
    assert caplog.messages == []


async def test_a_connection_made_anew_is_no_loss(database: Database) -> None:
    await database._engine.dispose()
    await deal(database, AFTER)
