"""No page reads all games there are, or all results, or anything else that grows with them."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import Deal
from bot.models.shards import ShardPlan
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.posts import DayMessages
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.store.daily.leaderboards import compare_daily_result
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.guilds.guilds import drop_removed_guilds, note_removed_guilds
from bot.store.play.games import create_game, popular_rules
from bot.store.play.results import load_daily_result
from bot.store.players.last_seen import note_unseen
from bot.store.players.privacy import delete_player, read_player, summarize_data
from bot.store.players.statistics import load_win_context
from bot.store.preferences import Owner, save_preferences
from tests.postgresql import Server
from tests.store.database.migrated import sqlite_url
from tests.store.database.plans import plan_of, tables_scanned, watch_queries

ANN, GUILD, TODAY = 7, 7, date(2026, 5, 20)
YESTERDAY: Final = date(2026, 5, 19)
NOW: Final = datetime(2026, 5, 20, 12, tzinfo=UTC)
HERE: Final = Place(9, GUILD)
VERBS: Final = ("SELECT", "WITH", "UPDATE", "DELETE")
FILLED: Final = ("games", "results", "guild_players")
EMPTY: Final = ("active_games", "badges", "posts", "solutions")
"""Without rows, PostgreSQL reads them as a whole in any case."""

_FILLING: Final = """
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
INSERT INTO games (player_id, rules_id, deal_number, guild_id, channel_id, version, state, moves,
    played_ms, created_at, updated_at, finished_at, log)
SELECT n % 10000 + 1, 'saratoga', n, n % 500 + 1, 9, 1,
    CASE WHEN n % 3 = 0 THEN 'won' ELSE 'given up' END, 1, 1000,
    1777600000000 + n * 86400, 1777600000000 + n * 86400, 1777600000000 + n * 86400, ''
FROM numbers;
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
INSERT INTO contests (id, kind, terms, state, opens_at, ends_at)
SELECT n, 'day', '{"time_limit": 86400000}', 'running',
    1777507200000 + CAST(n AS BIGINT) * 86400000, 1777593600000 + CAST(n AS BIGINT) * 86400000
FROM numbers;
INSERT INTO contest_deals (id, contest_id, slot, rules_id, deal_number, attempt, par, chosen_at)
SELECT id, id, 'headline', 'saratoga', 42, 1, 60, opens_at FROM contests;
INSERT INTO results (game_id, player_id, rules_id, deal_number, guild_id, state, moves, played_ms,
    undos, hints, winnable, started_at, finished_at, contest_deal_id, in_time)
SELECT id, player_id, rules_id, deal_number, guild_id, state, moves, played_ms, 0, 0, false,
    created_at, finished_at, CASE WHEN id < 15000 THEN id / 1000 + 1 END, true
FROM games WHERE finished_at IS NOT NULL;
INSERT INTO guild_players SELECT DISTINCT guild_id, player_id FROM games;
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
INSERT INTO games (player_id, rules_id, deal_number, version, state, moves, played_ms, created_at,
    updated_at, contest_deal_id, log)
SELECT n % 10000 + 1, 'saratoga', n, 1, 'playing', 1, 1000, 1777600000000 + n * 86400,
    1777600000000 + n * 86400, n / 100, ''
FROM numbers WHERE n >= 100
"""
"""Enough rows of each table that PostgreSQL does not read it as a whole without need."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind in turn.

    It is a new one: PostgreSQL's plans depend on what it has learned of a database before.
    """
    if request.param == "sqlite":
        return sqlite_url(request.getfixturevalue("migrated_file"))
    server: Server = request.getfixturevalue("postgres_server")
    return server.create_database(request.getfixturevalue("postgres_template"))


@pytest.fixture
async def grown(url: str) -> AsyncIterator[Database]:
    """A database with some thousand games."""
    async with open_database(url) as database:
        async with database.transaction() as connection:
            for statement in _FILLING.split(";"):
                await connection.exec_driver_sql(statement.strip())
            if database.is_postgresql:
                await connection.exec_driver_sql("ANALYZE")
        yield database


def pages_of(database: Database) -> dict[str, Callable[[], Awaitable[object]]]:
    """What players ask for."""
    statistics, boards, games = Statistics(database), Leaderboards(database), Games(database)

    days = DayMessages(database, Daily(games, "a secret", None, clock=lambda: NOW))
    deal = DailyDeal(TODAY, "saratoga", 42, 1, par=60)

    async def compare() -> None:
        result = await load_daily_result(database, ANN, date(2026, 5, 1))
        assert result is not None
        await compare_daily_result(database, result)

    async def play() -> None:
        await games.start(ANN, "phoenix", 7, HERE)
        await games.play(ANN, (await games.active(ANN)).game.legal_moves()[0])
        await games.undo(ANN)
        await games.give_up(ANN)

    async def export() -> None:
        async with read_player(database, ANN, NOW) as stored:
            assert [table async for table, _ in stored.pages()]

    boards_of = {
        f"the board of {period.value}": functools.partial(boards.page, GUILD, ANN, period, TODAY)
        for period in Period
    }
    return {
        "/profile, statistics": lambda: statistics.for_player(ANN, TODAY),
        "/profile": lambda: statistics.profile(ANN, TODAY),
        "/server": lambda: statistics.for_guild(GUILD, TODAY),
        "the month of /server": lambda: boards.month(GUILD, TODAY),
        "the card of a day": lambda: days.digest(
            GUILD, DailyDeal(YESTERDAY, "saratoga", 42, 1, 60)
        ),
        "the message of a day": lambda: days.board(GUILD, deal),
        "whether a day was played": lambda: days.was_played(GUILD, TODAY),
        "a result among all": compare,
        "what a win is compared with": lambda: load_win_context(database, 3, GUILD, TODAY),
        "/resume": lambda: games.unfinished(ANN),
        "/replay": lambda: games.recent(ANN),
        "popular games": lambda: popular_rules(database),
        "a game": play,
        "/privacy": lambda: summarize_data(database, ANN),
        "an export": export,
        "players about whom no day is known": lambda: note_unseen(database, TODAY),
        "a deletion": lambda: delete_player(database, ANN, NOW),
        **boards_of,
    }


@pytest.mark.slow
async def test_no_page_reads_a_table_that_grows_as_a_whole(grown: Database) -> None:
    tables = FILLED if grown.is_postgresql else (*FILLED, *EMPTY)
    scanned = {}
    for name, page in pages_of(grown).items():
        with watch_queries(grown, VERBS) as queries:
            await page()
        assert queries
        found = [await tables_scanned(grown, query, tables) for query in queries]
        if any(found):
            scanned[name] = set[str]().union(*found)
    assert scanned == {}


async def test_what_a_server_that_is_gone_left_behind_is_found_by_an_index(
    migrated_file: Path,
) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await save_preferences(database, Owner.GUILD, GUILD, {"language": "de"})
        everywhere = ShardPlan((0,), 1)
        await note_removed_guilds(database, (), everywhere, NOW)
        with watch_queries(database, ("DELETE",)) as queries:
            assert await drop_removed_guilds(database, everywhere, NOW) == (GUILD,)
        steps = [step for query in queries for step in await plan_of(database, query)]
    assert any("posts" in step for step in steps)
    assert [step for step in steps if "posts" in step and "SCAN" in step] == []


async def test_whether_a_deal_was_given_up_is_asked_by_its_number(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        with watch_queries(database, ("INSERT INTO games",)) as queries:
            await create_game(database, Deal(ANN, "saratoga", 42, NOW))
        steps = await plan_of(database, queries[0])
    assert any("player_id=? AND rules_id=? AND deal_number=?" in step for step in steps)
