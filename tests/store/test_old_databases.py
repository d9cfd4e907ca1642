"""Databases of every earlier version: copied, migrated, and played on; newer ones are refused."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.models import (
    DELETED_PLAYER,
    OVERALL,
    ChallengeState,
    DailyDeal,
    Ending,
    GameState,
    Place,
    Slot,
)
from bot.service import Daily, Games
from bot.service.rating import rate
from bot.service.streaks import Streak
from bot.store import Database, Deal, StoreUnavailable, UnknownRevision, open_database
from bot.store.challenges import finish_race, load_challenge, open_challenges
from bot.store.daily import guilds_awaiting_post, save_daily_deal
from bot.store.deals import take_winnable_deal
from bot.store.games import create_game
from bot.store.leaderboard_visibility import is_visible
from bot.store.preferences import Owner, load_preferences
from bot.store.ratings import load_rating, rate_next_race
from bot.store.results import load_result
from bot.store.revisions import MIGRATIONS
from engine import Move, deal
from tests.store.migrated import copied, database_name, sqlite_url
from tests.store.old_versions import migrations_until
from tools.postgresql import Server

ANN: Final = 7
NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
LAST_WITH_OLD_NAMES: Final = "0007"
"""The last revision with the names that ``ROWS`` and ``USED_ID`` use."""
REVISIONS: Final = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))

ROWS: Final = {
    "0001": """
        INSERT INTO games (id, player_id, game, number, guild_id, channel_id, version, outcome,
            moves, played_ms, created_at, updated_at, finished_at)
        VALUES (3, 7, 'saratoga', 42, 5, 6, 3, 'playing', 1, 9000, 1000, 3000, NULL),
            (4, 7, 'phoenix', 7, NULL, NULL, 1, 'given up', 0, 0, 1000, 2000, 2000),
            (6, 7, 'artic-garden', 42, NULL, NULL, 0, 'playing', 0, 0, 1000, 1000, NULL);
        INSERT INTO actions (game_id, n, action, at)
        VALUES (3, 1, 's', 2000), (3, 2, 's', 2500), (3, 3, 'undo', 3000),
            (4, 1, 'give up', 2000);
        INSERT INTO seats (player_id, game_id) VALUES (7, 3)
    """,
    "0002": """
        UPDATE games SET hints = 2 WHERE id = 3;
        INSERT INTO winnable_deals (game, number, proven_at) VALUES ('artic-garden', 9, 1000)
    """,
    "0003": """
        INSERT INTO player_choices (player_id, name, value)
        VALUES (7, 'suits', '4'), (7, 'listed:5', 'no'), (7, 'listed:9', 'yes'),
            (7, 'plays_safe', 'yes'), (7, 'confirms', 'no'), (7, 'public', 'no');
        INSERT INTO guild_choices (guild_id, name, value) VALUES (5, 'daily_channel', '6')
    """,
    "0004": """
        INSERT INTO games (id, player_id, game, number, version, outcome, moves, played_ms,
            created_at, updated_at, finished_at, day)
        VALUES (5, 7, 'saratoga', 42, 1, 'won', 1, 0, 1000, 2000, 2000, '2026-05-01'),
            (8, 7, 'saratoga', 42, 0, 'playing', 0, 0, 1000, 1000, NULL, '2026-05-02');
        INSERT INTO results (game_id, player_id, game, number, outcome, moves, played_ms, undos,
            hints, winnable, started_at, finished_at, daily)
        VALUES (5, 7, 'saratoga', 42, 'won', 1, 0, 0, 0, true, 1000, 2000, '2026-05-01'),
            (4, 7, 'phoenix', 7, 'given up', 0, 0, 0, 0, false, 1000, 2000, NULL)
    """,
    "0005": """
        INSERT INTO daily_deals (day, game, number, attempt, par, chosen_at)
        VALUES ('2026-05-02', 'saratoga', 42, 1, 112, 1000);
        INSERT INTO daily_posts (guild_id, day, posted_at) VALUES (5, '2026-05-01', 1000)
    """,
    "0006": """
        INSERT INTO games (id, player_id, game, number, version, outcome, moves, played_ms,
            created_at, updated_at)
        SELECT id, player, 'saratoga', 42, 0, 'playing', 0, 0, 1000, 1000
        FROM (SELECT 11 AS id, 7 AS player UNION SELECT 12, 8 UNION SELECT 13, 7 UNION SELECT 14, 8
            UNION SELECT 15, 7 UNION SELECT 16, 9) AS raced;
        INSERT INTO challenges (id, challenger_id, opponent_id, game, lasts_ms, asked_at, deadline,
            state, number, challenger_game, opponent_game, ending, winner_id, ended_at, told_at)
        VALUES
            (1, 7, 8, 'saratoga', 60000, 1000, 2000, 'declined', NULL, NULL, NULL, NULL, NULL,
                2000, NULL),
            (2, 7, 8, 'saratoga', 60000, 1000, 2000, 'finished', 42, 11, 12, 'silence', 7, 2000,
                2500),
            (3, 7, 8, 'saratoga', 60000, 1000, 2000, 'finished', 42, 13, 14, 'left', 8, 2000, NULL),
            (4, 7, 9, 'saratoga', 60000, 1000, 2000, 'running', 42, 15, 16, NULL, NULL, NULL,
                NULL),
            (5, 8, 7, 'artic-garden', 60000, 1000, 2000, 'asked', NULL, NULL, NULL, NULL, NULL,
                NULL, NULL)
    """,
    "0007": """
        UPDATE challenges SET opponent_id = 0, opponent_game = NULL, winner_id = 0 WHERE id = 3
    """,
}
"""Rows for the tables and columns that each version added, in its own names."""

USED_ID: Final = {
    "sqlite": """
        INSERT INTO games (id, player_id, game, number, version, outcome, moves, played_ms,
            created_at, updated_at)
        VALUES (20, 8, 'saratoga', 1, 0, 'playing', 0, 0, 1000, 1000);
        DELETE FROM games WHERE id = 20
    """,
    "postgresql": "SELECT setval(pg_get_serial_sequence('games', 'id'), 20)",
}
"""Uses game id 20 up, and leaves no row with it."""


def dump(file: Path) -> list[str]:
    """The whole content of a closed database."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def read(file: Path) -> bytes:
    return file.read_bytes()


def copies_of(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.stem}-*{file.suffix}"))


async def execute(database: Database, statements: str) -> None:
    async with database.transaction() as connection:
        for statement in statements.split(";"):
            await connection.exec_driver_sql(statement)


async def make_old(url: str, revision: str, folder: Path) -> None:
    """Make a database as an earlier version left it."""
    filled = migrations_until(min(revision, LAST_WITH_OLD_NAMES), folder)
    async with open_database(url, migrations=filled) as database:
        for since, statements in ROWS.items():
            if since <= revision:
                await execute(database, statements)
        await execute(database, USED_ID[url.partition("+")[0]])
    if revision > LAST_WITH_OLD_NAMES:
        newer = migrations_until(revision, folder.with_name("newer"))
        async with open_database(url, migrations=newer):
            pass


async def find_no_line(rules_id: str, deal_number: int) -> None:
    return None


@pytest.fixture(scope="module", params=REVISIONS[:-1])
def revision(request: pytest.FixtureRequest) -> str:
    """Every revision except the newest; its tests follow each other, and copy its databases."""
    return str(request.param)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def original_old_file(revision: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file as the earlier version left it."""
    folder = tmp_path_factory.mktemp("old")
    file = folder / "patience.db"
    await make_old(sqlite_url(file), revision, folder / "migrations")
    return file


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def original_upgraded_file(
    original_old_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A file of the earlier version that this version has opened."""
    file = copied(original_old_file, tmp_path_factory.mktemp("upgraded") / "patience.db")
    async with open_database(sqlite_url(file)):
        return file


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def upgraded_template(
    revision: str, postgres_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """The name of a PostgreSQL database of the earlier version that this version has opened."""
    url = postgres_server.create_database()
    await make_old(url, revision, tmp_path_factory.mktemp("old") / "migrations")
    async with open_database(url):
        return database_name(url)


@pytest.fixture
def old_file(original_old_file: Path, tmp_path: Path) -> Path:
    """A file as the earlier version left it."""
    return copied(original_old_file, tmp_path / "patience.db")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def upgraded_url(request: pytest.FixtureRequest, revision: str, tmp_path: Path) -> str:
    """The URL of a database of the earlier version that this version has opened, of each kind."""
    if request.param == "sqlite":
        original = request.getfixturevalue("original_upgraded_file")
        return sqlite_url(copied(original, tmp_path / "patience.db"))
    server: Server = request.getfixturevalue("postgres_server")
    return server.create_database(request.getfixturevalue("upgraded_template"))


async def test_an_older_file_is_copied_before_migration(
    old_file: Path, tmp_path: Path, revision: str
) -> None:
    before = dump(old_file)
    async with open_database(sqlite_url(old_file)):
        pass
    [copy] = copies_of(old_file)
    assert dump(copy) == before
    assert dump(old_file) != before
    old = migrations_until(revision, tmp_path / "migrations")
    async with (
        open_database(sqlite_url(copy), migrations=old) as database,
        database.transaction() as connection,
    ):
        assert (await connection.execute(text("SELECT min(id) FROM games"))).scalar_one() == 3


async def test_a_migrated_file_is_not_copied_again(old_file: Path) -> None:
    for _ in range(2):
        async with open_database(sqlite_url(old_file)):
            pass
    assert len(copies_of(old_file)) == 1


async def test_games_of_earlier_versions_play_on(upgraded_url: str, revision: str) -> None:
    async with open_database(upgraded_url) as database:
        games = Games(database, clock=lambda: NOON)
        current = await games.active(ANN)
        board = deal("saratoga", 42).board.apply(Move.parse("s"))
        assert (current.game_id, current.version, current.game.board) == (3, 3, board)
        assert (current.place, current.state) == (Place(6, guild_id=5), GameState.PLAYING)
        assert (await games.redo(ANN)).version == 4
        for _ in range(2):
            current = await games.undo(ANN)
        assert current.game.board == deal("saratoga", 42).board
        given_up = await games.give_up(ANN)
        result = await load_result(database, given_up.game_id)
        assert result is not None
        assert (result.undos, result.hints) == (3, 2 if revision >= "0002" else 0)


async def test_games_of_renamed_rules_play_on_under_the_new_name(
    upgraded_url: str, revision: str
) -> None:
    async with open_database(upgraded_url) as database:
        games = Games(database, clock=lambda: NOON)
        await games.resume(ANN, 6)
        ended = await games.give_up(ANN)
        result = await load_result(database, ended.game_id)
        assert result is not None
        assert result.rules_id == ended.game.rules.id == "arctic-garden"
        if revision >= "0002":
            assert await take_winnable_deal(database, "arctic-garden") == 9


async def test_results_and_daily_deals_of_earlier_versions_still_count(
    upgraded_url: str, revision: str
) -> None:
    async with open_database(upgraded_url) as database:
        ended = await load_result(database, 4)
        assert ended is not None
        assert (ended.state, ended.rules_id) == (GameState.GIVEN_UP, "phoenix")
        daily = Daily(Games(database), "", find_no_line, clock=lambda: NOON, max_wait=0)
        assert await daily.streak(ANN) == (Streak(1, 1) if revision >= "0004" else Streak())
        if revision >= "0005":
            assert (await daily.deal()).par == 112
            assert (await daily.play(ANN)).game_id == 8
            await save_daily_deal(
                database, DailyDeal(NOON.date(), "spider", 1, 1, 90, Slot.SPIDER), NOON
            )
            assert (await daily.deal()).par == 112


async def test_preferences_of_earlier_versions_still_hold(upgraded_url: str, revision: str) -> None:
    async with open_database(upgraded_url) as database:
        chosen = await load_preferences(database, Owner.PLAYER, ANN)
        if revision < "0003":
            assert chosen == {}
            return
        assert chosen == {
            "suits": "4",
            "visible:5": "no",
            "visible:9": "yes",
            "autoplay": "yes",
            "confirm_give_up": "no",
            "boards_are_public": "no",
        }
        assert not await is_visible(database, 5, ANN)
        assert await is_visible(database, 9, ANN)
        assert await guilds_awaiting_post(database, NOON.date()) == {5: "6"}
        if revision >= "0005":
            assert await guilds_awaiting_post(database, NOON.date().replace(day=1)) == {}


@pytest.mark.parametrize("revision", ["0006", "0007"], scope="module")
async def test_challenges_of_earlier_versions_stay_as_they_were(
    upgraded_url: str, revision: str
) -> None:
    async with open_database(upgraded_url) as database:
        declined, no_moves, forfeit = [await load_challenge(database, n) for n in (1, 2, 3)]
        assert declined is not None
        assert (declined.state, declined.time_limit.seconds) == (ChallengeState.DECLINED, 60)
        assert no_moves is not None
        assert (no_moves.ending, no_moves.winner_id) == (Ending.NO_MOVES, ANN)
        assert (no_moves.challenger_game_id, no_moves.opponent_game_id) == (11, 12)
        assert forfeit is not None
        is_deleted = revision >= "0007"
        assert forfeit.ending is Ending.FORFEIT
        assert forfeit.winner_id == (DELETED_PLAYER if is_deleted else 8)
        assert forfeit.opponent_game_id == (None if is_deleted else 14)
        pending, running = await open_challenges(database, ANN)
        assert (pending.state, pending.rules_id) == (ChallengeState.PENDING, "arctic-garden")
        assert (pending.created_at.timestamp(), pending.deal_number) == (1.0, None)
        assert (running.state, running.deal_number) == (ChallengeState.RUNNING, 42)


@pytest.mark.parametrize("revision", ["0006"], scope="module")
async def test_races_of_earlier_versions_are_rated(upgraded_url: str) -> None:
    async with open_database(upgraded_url) as database:
        await finish_race(database, 4, Ending.DRAW, None, NOON)
        while await rate_next_race(database, rate, NOON):
            pass
        rating = await load_rating(database, ANN, OVERALL)
        assert rating is not None
        assert rating.races == 3


async def test_ids_of_deleted_games_stay_used_after_a_migration(upgraded_url: str) -> None:
    async with open_database(upgraded_url) as database:
        created = await create_game(database, Deal(ANN, "saratoga", 1, NOON))
        assert created.id == 21


async def test_references_are_enforced_again_after_a_migration(old_file: Path) -> None:
    async with open_database(sqlite_url(old_file)) as database:
        with pytest.raises(StoreUnavailable, match="FOREIGN KEY"):
            await execute(database, "UPDATE active_games SET game_id = 999")


async def test_a_database_with_a_dangling_reference_is_not_migrated(
    old_file: Path, revision: str
) -> None:
    with sqlite3.connect(old_file) as connection:
        is_renamed = revision > LAST_WITH_OLD_NAMES
        connection.execute(
            "UPDATE active_games SET game_id = 999"
            if is_renamed
            else "UPDATE seats SET game_id = 999"
        )
    connection.close()
    before = dump(old_file)
    message = (
        "active_games refers to a missing row of games, so the database cannot be migrated; "
        "nothing was changed."
    )
    with pytest.raises(StoreUnavailable, match=message):
        async with open_database(sqlite_url(old_file)):
            pass
    assert dump(old_file) == before


@pytest.mark.parametrize("revision", [REVISIONS[-2]], scope="module")
async def test_a_newer_database_is_refused_in_one_sentence_and_not_written_to(
    old_file: Path,
) -> None:
    with sqlite3.connect(old_file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = read(old_file)
    with pytest.raises(UnknownRevision, match=r"9999 .* newer Patience") as refused:
        async with open_database(sqlite_url(old_file)):
            pass
    assert re.fullmatch(r"[^\n]+\.", str(refused.value))
    assert read(old_file) == before
    assert copies_of(old_file) == []
