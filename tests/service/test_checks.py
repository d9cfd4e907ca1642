"""Checking a database: nothing is wrong with what was played, and everything that is, is found."""

from __future__ import annotations

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.models.places import Place
from bot.service.checks import find_faults
from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_to_read
from tests.service.conftest import Clock
from tests.store.database.migrated import sqlite_url

ANN, BOB = 81384788765712384, 2**63 - 1
HERE = Place(5, guild_id=6)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(request.getfixturevalue("emptied_file"))
    return str(request.getfixturevalue("migrated_postgres_url"))


@pytest.fixture
async def played(database: Database, games: Games, clock: Clock) -> Database:
    """A database in which Ann has finished three games, one of them as of earlier versions."""
    for number in (1, 2, 3):
        await games.start(ANN, "saratoga", number, HERE)
        await games.play(ANN, "s")
        await games.undo(ANN)
        await games.play(ANN, "s")
        await games.give_up(ANN)
        clock.advance(minutes=1)
    await games.start(BOB, "phoenix", 7)
    return database


async def faults_of(database: Database) -> list[str]:
    """What is found to be wrong."""
    with ThreadPoolExecutor(1) as workers:
        return [fault.text async for fault in find_faults(database, workers)]


async def test_nothing_is_wrong_with_what_was_played(played: Database) -> None:
    assert await faults_of(played) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("UPDATE games SET log = 'sKundoKsKundoK' WHERE id = 1", "Game 1: it is playing instead"),
        ("UPDATE games SET log = 'sKundoKs' WHERE id = 1", "Game 1: it has 2 actions instead of 4"),
        ("UPDATE games SET log = 'sKundoK9-9Kgive upK' WHERE id = 1", "Game 1: it cannot be repl"),
        ("UPDATE games SET moves = 2 WHERE id = 3", "Game 3: it has 1 moves instead of 2"),
        ("DELETE FROM results WHERE game_id = 3", "Game 3: its result is missing"),
        ("UPDATE results SET undos = 0 WHERE game_id = 2", "Game 2: its result has 0 undos"),
        ("UPDATE results SET moves = 0 WHERE game_id = 2", "Game 2: its result is missing, or"),
    ],
)
async def test_what_is_wrong_is_found(played: Database, damage: str, fault: str) -> None:
    async with played.transaction() as connection:
        await connection.execute(text(damage))
    found = await faults_of(played)
    assert [one for one in found if one.startswith(fault)], found


async def test_a_database_is_read_without_being_changed(played: Database, url: str) -> None:
    async with open_to_read(url) as opened:
        assert await faults_of(opened) == []


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_the_commands_work_while_the_bot_runs(played: Database, url: str) -> None:
    assert await run("check", "--processes=1", url=url) == (0, [])
    status, lines = await run("stats", url=url)
    figures = dict(line.rsplit(maxsplit=1) for line in lines[:-1])
    assert status == 0
    assert {name: figures[name] for name in ("players", "games", "games finished", "actions")} == {
        "players": "2",
        "games": "4",
        "games finished": "3",
        "actions": "12",
    }
    assert figures["games of saratoga"] == "3"


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
async def test_of_many_faults_the_first_are_printed_and_all_are_counted(
    games: Games, played: Database, url: str, tmp_path: Path
) -> None:
    for player in range(1, 8):
        await games.start(player, "phoenix", 7)
    async with played.transaction() as connection:
        await connection.execute(text("UPDATE games SET version = version + 1"))
        await connection.execute(text("UPDATE results SET moves = 0 WHERE game_id = 3"))
    file = tmp_path / "faults.txt"
    status, lines = await run("check", "--processes=1", f"--all={file}", url=url)
    assert (status, len(lines)) == (1, 5 + 1 + 2)
    assert lines[-2:] == [
        "11 games with too few or too many actions.",
        "1 games without their result.",
    ]
    all_of_them = file.read_text().splitlines()
    assert len(all_of_them) == 11 + 1
    assert set(lines[:-2]) < set(all_of_them)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "stats"])
async def test_a_damaged_file_is_reported_with_the_way_to_restore_it(
    command: str, tmp_path: Path
) -> None:
    file = tmp_path / "patience.db"
    file.write_bytes(b"no database " * 1000)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", command),
        env={**os.environ, "DATABASE_URL": f"sqlite+aiosqlite:///{file}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, errors = await process.communicate()
    assert (process.returncode, output) == (1, b"")
    assert errors.decode().count("\n") == 1
    assert f"The database {file} is damaged" in errors.decode()
    assert "python -m bot restore" in errors.decode()


async def test_a_server_that_is_away_is_reported_to_whoever_reads_its_database() -> None:
    url = "postgresql+asyncpg://nobody:hidden@127.0.0.1:1/none"
    with pytest.raises(StoreUnavailable, match="none cannot be read") as told:
        async with open_to_read(url):
            pass
    assert "hidden" not in str(told.value)


async def run(*command: str, url: str) -> tuple[int | None, list[str]]:
    """Run a command of the bot on a database; its exit code, and what it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *command),
        env={**os.environ, "DATABASE_URL": url},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return process.returncode, output.decode().splitlines()
