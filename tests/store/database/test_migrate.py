"""What is logged while a database is migrated, and what becomes of progress."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.database.revisions import MIGRATIONS
from bot.store.play.game_logs import stored_log
from tests.store.database.later_versions import later_migrations, newest_revision
from tests.store.database.migrated import EACH_KIND, sqlite_url


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


@pytest.fixture
def first_day(tmp_path: Path) -> Path:
    """The migrations before the second day's."""
    folder = tmp_path / "first_day"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__", "003[2-9]_*"))
    return folder


@pytest.fixture(params=EACH_KIND)
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "new.db")
    return str(request.getfixturevalue("postgres_url"))


async def test_the_logs_of_finished_games_are_compressed(
    new_url: str, first_day: Path, tmp_path: Path
) -> None:
    """A page of them after the other; other logs stay as they are."""
    one_by_one = tmp_path / "one_by_one"
    shutil.copytree(MIGRATIONS, one_by_one, ignore=shutil.ignore_patterns("__pycache__"))
    migration = one_by_one / "versions" / "0033_third_day.py"
    pages = migration.read_text().replace("_PAGE = 10_000", "_PAGE = 1")
    migration.write_text(pages)
    logs = {1: "sKundoK" * 9, 2: "3-5BQU", 3: None, 4: "give upK", 5: "3-5*2BXKsA"}
    insert = text("""
        INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves, played_ms,
            created_at, updated_at, finished_at, log)
        VALUES (:id, 1, 'golf', 7, 9, :state, 9, 1, 1, 1, :finished_at, :log)
    """)
    rows = [
        {"id": game_id, "log": log, "state": state, "finished_at": finished_at}
        for game_id, log in logs.items()
        for state, finished_at in [("won", 1) if game_id % 2 else ("playing", None)]
    ]
    first = open_database(new_url, migrations=first_day)
    async with first as database, database.transaction() as connection:
        await connection.execute(insert, rows)
    second = open_database(new_url, migrations=one_by_one)
    async with second as database, database.transaction() as connection:
        query = text("SELECT id, log, finished_log FROM games ORDER BY id")
        found = (await connection.execute(query)).all()
    assert {row.id: stored_log(row.log, row.finished_log) for row in found} == logs
    assert [row.id for row in found if row.finished_log is not None] == [1, 5]


async def test_cards_that_the_stock_dealt_are_no_progress_any_more(
    file: Path, first_day: Path
) -> None:
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


async def test_of_two_boards_of_a_days_deal_the_last_one_played_counts(
    new_url: str, tmp_path: Path
) -> None:
    before = tmp_path / "before"
    ignored = shutil.ignore_patterns("__pycache__", "003[6-9]_*")
    shutil.copytree(MIGRATIONS, before, ignore=ignored)
    insert = text("""
        INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves, played_ms,
            created_at, updated_at, log, day, slot)
        VALUES (:id, :player, 'golf', 7, 0, 'playing', 0, 0, 1, :at, '', '2026-11-29', 'headline')
    """)
    rows = [
        {"id": game_id, "player": player, "at": at}
        for game_id, player, at in [(1, 1, 5), (2, 1, 9), (3, 1, 9), (4, 2, 5)]
    ]
    first = open_database(new_url, migrations=before)
    async with first as database, database.transaction() as connection:
        await connection.execute(insert, rows)
    async with open_database(new_url) as database, database.reading() as connection:
        query = text("SELECT id FROM games WHERE NOT practice ORDER BY id")
        assert (await connection.execute(query)).scalars().all() == [3, 4]


def test_the_names_of_the_migrations_are_their_revisions_in_order() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    files = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"), reverse=True)
    assert [(one.revision, Path(one.path)) for one in scripts] == [
        (file.name.split("_")[0], file) for file in files
    ]
