"""What is logged while a database is migrated, and what becomes of progress."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from bot.store.play.game_logs import stored_log
from tests.store.database.before_2_0 import before_2_0
from tests.store.database.later_versions import later_migrations, newest_revision
from tests.store.database.migrated import sqlite_url

LENGTH_OF_A_REVISION: Final = 32
"""Of the column that Alembic keeps it in, which PostgreSQL insists on."""


async def open_and_close(file: Path, migrations: Path = MIGRATIONS) -> None:
    async with open_database(sqlite_url(file), migrations=migrations):
        pass


async def test_migrations_of_an_older_database_are_logged_step_by_step(
    file: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await open_and_close(file)
    with caplog.at_level(logging.INFO, "bot.store"):
        await open_and_close(file, later_migrations(tmp_path / "later", steps=2))
    copied, *migrated = caplog.messages
    copy = file.parent / f"patience-{newest_revision()}-"
    assert copied.startswith(f"Copying the database to {copy}")
    assert migrated == [
        "Bringing the database up to date, which can take minutes.",
        "Step 1 of 2: A revision after the newest.",
        "Step 2 of 2: A revision after the newest.",
        "The database is up to date.",
    ]


async def test_a_step_is_logged_before_it_is_taken(
    migrated_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = later_migrations(tmp_path / "later", more='op.execute("SELECT * FROM nothing")')
    with caplog.at_level(logging.INFO, "bot.store"), pytest.raises(StoreUnavailable):
        async with open_database(migrated_url, migrations=broken):
            pass
    assert caplog.messages[-1] == "Step 1 of 1: A revision after the newest."


async def test_a_new_database_logs_no_steps(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "bot.store"):
        await open_and_close(file)
    assert caplog.messages == []


async def test_of_two_boards_of_a_days_deal_the_last_one_played_counts(new_url: str) -> None:
    insert = text("""
        INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves, played_ms,
            created_at, updated_at, log, day, slot)
        VALUES (:id, :player, 'golf', 7, 0, 'playing', 0, 0, 1, :at, '', '2026-11-29', 'headline')
    """)
    rows = [
        {"id": game_id, "player": player, "at": at}
        for game_id, player, at in [(1, 1, 5), (2, 1, 9), (3, 1, 9), (4, 2, 5)]
    ]
    async with before_2_0(new_url) as connection:
        await connection.execute(insert, rows)
    async with open_database(new_url) as database, database.reading() as connection:
        query = text("SELECT id FROM games WHERE NOT practice ORDER BY id")
        assert (await connection.execute(query)).scalars().all() == [3, 4]


async def test_moves_with_a_row_each_are_packed(new_url: str) -> None:
    insert = text("""
        INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves, played_ms,
            created_at, updated_at, finished_at, log)
        VALUES (:id, 1, 'golf', 7, 2, :state, 2, 1, 1000, 1, :finished_at, :log)
    """)
    games = [
        {"id": 1, "state": "playing", "finished_at": None, "log": None},
        {"id": 2, "state": "won", "finished_at": 9, "log": None},
        {"id": 3, "state": "playing", "finished_at": None, "log": None},
        {"id": 4, "state": "playing", "finished_at": None, "log": "sBX"},
    ]
    moves = [
        {"game_id": game_id, "version": version, "text": move, "at": at}
        for game_id in (1, 2)
        for version, move, at in [(1, "3-5*2", 2112), (2, "undo", 2113)]
    ]
    async with before_2_0(new_url) as connection:
        await connection.execute(insert, games)
        is_postgresql = connection.dialect.name == "postgresql"
        if is_postgresql:
            await connection.execute(text("ALTER TABLE actions DISABLE TRIGGER refuse_actions"))
        row = "INSERT INTO actions VALUES (:game_id, :version, :text, :at)"
        await connection.execute(text(row), moves)
        if is_postgresql:
            await connection.execute(text("ALTER TABLE actions ENABLE TRIGGER refuse_actions"))
    async with open_database(new_url) as database, database.reading() as connection:
        query = text("SELECT id, log, finished_log FROM games ORDER BY id")
        found = (await connection.execute(query)).all()
    logs = {row.id: stored_log(row.log, row.finished_log) for row in found}
    assert logs == {1: "3-5*2BQUundoB", 2: "3-5*2BQUundoB", 3: "", 4: "sBX"}


def test_the_names_of_the_migrations_are_their_revisions_in_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    files = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"), reverse=True)
    assert [(one.revision, Path(one.path)) for one in scripts] == [
        (file.stem, file) for file in files
    ]


def test_no_two_migrations_have_one_number_and_each_fits_into_its_column() -> None:
    names = [file.stem for file in (MIGRATIONS / "versions").glob("[0-9]*.py")]
    assert len({name[:4] for name in names}) == len(names)
    assert all(len(name) <= LENGTH_OF_A_REVISION for name in names)
