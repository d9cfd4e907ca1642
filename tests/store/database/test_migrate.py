"""What is logged while a database is migrated, and what becomes of progress."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from tests.store.database.later_versions import later_migrations, newest_revision
from tests.store.database.migrated import sqlite_url


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
        "Bringing the database up to date in 2 steps, which can take minutes.",
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


async def test_cards_that_the_stock_dealt_are_no_progress_any_more(
    file: Path, tmp_path: Path
) -> None:
    first_day = tmp_path / "first_day"
    shutil.copytree(MIGRATIONS, first_day, ignore=shutil.ignore_patterns("__pycache__", "0032_*"))
    await open_and_close(file, first_day)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript("""
            INSERT INTO races (id, by_invitation, rules_id, time_limit_ms, hints, created_at,
                deadline, state, deal_number, posted_version)
            VALUES (1, 0, 'golf', 1, 0, 1, 9, 'running', 7, 0),
                (2, 0, 'klondike', 1, 0, 1, 9, 'running', 7, 0);
            INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves,
                played_ms, created_at, updated_at, foundation_count)
            VALUES (1, 1, 'golf', 7, 9, 'playing', 9, 1, 1, 1, 17),
                (2, 2, 'golf', 7, 9, 'playing', 9, 1, 1, 1, 26),
                (3, 1, 'klondike', 7, 9, 'playing', 9, 1, 1, 1, 26);
            INSERT INTO racers (race_id, player_id, game_id, started_at, deadline)
            VALUES (1, 1, 1, 1, 9), (1, 2, 2, 1, 9), (2, 1, 3, 1, 9);
            INSERT INTO racers (race_id, player_id, started_at, deadline, outcome, ended_at,
                foundation_count, moves, undos, hints, odds)
            VALUES (1, 3, 1, 9, 'given up', 2, 20, 9, 0, 0, 0);
        """)
    await open_and_close(file)
    with closing(sqlite3.connect(file)) as connection:
        counts = connection.execute("SELECT foundation_count FROM games ORDER BY id").fetchall()
        ended = connection.execute("SELECT foundation_count FROM racers WHERE player_id = 3")
        assert (counts, ended.fetchall()) == ([(0,), (9,), (26,)], [(3,)])


def test_the_names_of_the_migrations_are_their_revisions_in_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    files = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"), reverse=True)
    assert [(one.revision, Path(one.path)) for one in scripts] == [
        (file.name.split("_")[0], file) for file in files
    ]
