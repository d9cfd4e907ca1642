"""What becomes of days, races and tournaments of a database from before they were contests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest

from bot.models.contest_deals import ContestKind, Terms
from bot.models.contests import RaceProgress, RacerOutcome, RaceState, TournamentKind
from bot.models.daily import DailyDeal, Slot
from bot.models.places import Place
from bot.store.contests.races import load_race, open_race, recent_races
from bot.store.contests.tournaments import (
    end_tournament,
    latest_tournament,
    load_tournament,
    tournament_entries,
)
from bot.store.daily.daily import load_daily_deals, save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.games import load_game, unfinished_games, unfinished_of
from bot.store.play.results import load_daily_result
from bot.store.players.privacy import delete_player
from tests.store.contests.racing import new_race
from tests.store.database.before_2_0 import before_2_0
from tests.store.players.player_rows import rows_of

ANN, BOB, EVE = 1, 2, 3
DAY: Final = date(2026, 5, 1)
NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
GUILD: Final = 6
_NOON_MS: Final = int(NOON.timestamp()) * 1000
_FILLING: Final = """
INSERT INTO daily_deals (day, slot, rules_id, deal_number, attempt, par, chosen_at, goal) VALUES
    ('2026-05-01', 'headline', 'golf', 7, 2, 60, {noon} - 86400000, '90 moves'),
    ('2026-05-01', 'spider', 'spider', 8, 1, 99, {noon} - 86400000, NULL),
    ('2026-05-02', 'headline', 'saratoga', 9, 1, 80, {noon}, NULL);
INSERT INTO games (id, player_id, rules_id, deal_number, version, state, moves, played_ms,
    created_at, updated_at, finished_at, day, slot, log) VALUES
    (1, 1, 'golf', 7, 1, 'won', 1, 1000, {noon}, {noon}, {noon}, '2026-05-01', 'headline', ''),
    (2, 1, 'spider', 8, 0, 'playing', 0, 0, {noon}, {noon}, NULL, '2026-05-01', 'spider', ''),
    (3, 2, 'golf', 7, 0, 'playing', 0, 0, {noon}, {noon}, NULL, '2026-05-01', 'headline', ''),
    (4, 2, 'golf', 7, 0, 'playing', 0, 0, {noon}, {noon} + 1, NULL, '2026-05-01', 'headline', ''),
    (5, 1, 'saratoga', 42, 0, 'playing', 0, 0, {noon}, {noon}, NULL, NULL, NULL, ''),
    (6, 1, 'klondike', 11, 1, 'won', 1, 1000, {noon}, {noon}, {noon}, NULL, NULL, ''),
    (7, 1, 'phoenix', 1, 1, 'playing', 1, 1000, {noon}, {noon}, NULL, NULL, NULL, ''),
    (8, 3, 'golf', 5, 0, 'playing', 0, 0, {noon}, {noon}, NULL, '2026-04-01', 'headline', '');
INSERT INTO results (game_id, player_id, rules_id, deal_number, state, moves, played_ms, undos,
    hints, winnable, started_at, finished_at, daily) VALUES
    (1, 1, 'golf', 7, 'won', 1, 1000, 0, 0, true, {noon}, {noon}, '2026-05-01'),
    (6, 1, 'klondike', 11, 'won', 1, 1000, 0, 0, true, {noon}, {noon}, NULL);
INSERT INTO races (id, by_invitation, guild_id, channel_id, message_id, rules_id, time_limit_ms,
    hints, created_at, deadline, state, deal_number, ended_at, posted_version) VALUES
    (3, false, 6, 5, 88, 'saratoga', 600000, true, {noon}, {noon} + 1, 'running', 42, NULL, 4),
    (12, true, NULL, NULL, NULL, 'golf', 900000, false, {noon}, {noon} + 1, 'finished', 43,
        {noon} + 3600000, 0),
    (13, true, NULL, NULL, NULL, 'golf', 900000, false, {noon}, {noon} + 1, 'closed', NULL,
        {noon} + 1, 0);
INSERT INTO racers (id, race_id, player_id, joined_at, game_id, started_at, deadline, outcome,
    foundation_count, moves, undos, hints, odds, ended_at, place) VALUES
    (1, 3, 1, {noon}, 5, {noon}, {noon} + 600000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (2, 3, 2, {noon}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (5, 12, 2, {noon}, NULL, {noon}, {noon} + 900000, 'won', 35, 30, 1, 0, 0, {noon} + 1, 1),
    (6, 12, 0, {noon}, NULL, {noon}, {noon} + 900000, 'left', 3, 2, 0, 0, 0, {noon} + 2, 2);
INSERT INTO ratings (player_id, scope, races, race_id, mu, sigma, at) VALUES
    (2, 0, 1, 11, 24, 8, {noon}), (2, 0, 2, 12, 26, 8, {noon}), (2, 0, 3, 13, 25, 8, {noon});
INSERT INTO tournaments (id, guild_id, channel_id, kind, started_at, ends_at, ended_at) VALUES
    (1, 6, 5, 'days', {noon} - 86400000, {noon} + 86400000, {noon} - 3600000),
    (2, 6, 5, 'games', {noon}, {noon} + 86400000, NULL);
INSERT INTO tournament_deals (id, tournament_id, rules_id, deal_number) VALUES
    (1, 2, 'spider', 10), (2, 2, 'klondike', 11);
INSERT INTO tournament_games (game_id, tournament_deal_id) VALUES (6, 2)
"""


@pytest.fixture
async def database(new_url: str) -> AsyncIterator[Database]:
    """A database that was filled at the last revision before contests, and brought over."""
    async with before_2_0(new_url) as connection:
        for statement in _FILLING.format(noon=_NOON_MS).split(";"):
            await connection.exec_driver_sql(statement.strip())
    async with open_database(new_url) as carried_over:
        yield carried_over


async def test_days_keep_their_deals_games_and_results(database: Database) -> None:
    headline, spider = await load_daily_deals(database, DAY)
    assert headline == DailyDeal(DAY, "golf", 7, 2, 60, goal="90 moves")
    assert (spider.slot, spider.deal_number) == (Slot.SPIDER, 8)
    result = await load_daily_result(database, ANN, DAY)
    assert result is not None
    assert result.game_id == 1
    game = await load_game(database, 2)
    assert game.contest is not None
    assert (game.day, game.slot, game.contest.id) == (DAY, Slot.SPIDER, spider.id)
    assert await unfinished_of(database, ANN, [spider.id]) == {spider.id: 2}
    assert (await load_game(database, 8)).day == date(2026, 4, 1)
    assert await load_daily_deals(database, date(2026, 4, 1)) == ()


async def test_of_two_unfinished_games_of_a_deal_the_one_played_last_counts(
    database: Database,
) -> None:
    headline, _spider = await load_daily_deals(database, DAY)
    assert await unfinished_of(database, BOB, [headline.id]) == {headline.id: 4}
    assert {game.id for game in await unfinished_games(database, BOB)} == {3, 4}
    assert (await load_game(database, 3)).practice


async def test_races_keep_their_ids_terms_and_racers(database: Database) -> None:
    race = await load_race(database, 3)
    assert race is not None
    assert (race.state, race.terms, race.place) == (
        RaceState.RUNNING,
        Terms(timedelta(minutes=10), hints=True),
        Place(5, GUILD),
    )
    assert [(one.player_id, one.game_id) for one in race.racers] == [(ANN, 5), (BOB, None)]
    game = await load_game(database, 5)
    assert game.contest is not None
    assert (game.race_id, game.contest.kind) == (3, ContestKind.TABLE)
    assert game.contest.is_secret(NOON + 99 * HOUR)
    [ended] = await recent_races(database, BOB, limit=5)
    assert (ended.id, ended.by_invitation, ended.ended_at) == (12, True, NOON + HOUR)
    assert ended.racers[0].outcome is RacerOutcome.WON
    assert ended.racers[0].result == RaceProgress(35, 30, 1)


async def test_ratings_count_the_races_that_were_won(database: Database) -> None:
    rows = (await rows_of(database, frozenset({"ratings"})))["ratings"]
    assert sorted((row["races"], row["wins"]) for row in rows) == [(1, 0), (2, 1), (3, 1)]


async def test_tournaments_keep_their_ends_deals_and_entries(database: Database) -> None:
    latest = await latest_tournament(database, GUILD)
    assert latest is not None
    assert (latest.kind, latest.is_over) == (TournamentKind.GAMES, False)
    spider, klondike = await tournament_entries(database, latest, ANN)
    assert (spider.deal.deal_number, spider.result) == (10, None)
    assert klondike.result is not None
    assert klondike.result.game_id == 6
    assert await end_tournament(database, latest.id, NOON + HOUR)
    earlier = await load_tournament(database, latest.id - 1)
    assert earlier is not None
    assert (earlier.kind, earlier.is_over, earlier.ends_at) == (
        TournamentKind.DAYS,
        True,
        NOON - HOUR,
    )


async def test_new_contests_take_ids_that_none_had(database: Database) -> None:
    opened = await open_race(database, new_race(EVE, place=Place(50, GUILD)))
    assert opened is not None
    assert opened.id > 13
    later = DailyDeal(DAY + timedelta(days=2), "golf", 1, 1, 1)
    assert (await save_daily_deal(database, later, NOON)).id > 0


async def test_a_player_who_was_brought_over_can_be_deleted(database: Database) -> None:
    for player in (ANN, BOB, EVE):
        await delete_player(database, player, NOON)
    assert await load_race(database, 3) is None
