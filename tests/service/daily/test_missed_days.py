"""Missed days: played later, they count for neither the streak nor the day's ranks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.daily import DailyDeal
from bot.models.play import GameState
from bot.service.daily.daily import Daily, NotMissed, NotReady
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.streaks import Streak
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.play.results import load_daily_result
from engine import solve
from tests.service.conftest import Clock
from tests.service.daily.proofs import always

ANN, BOB = 7, 8
DAY = timedelta(days=1)
FIRST, LAST = date(2026, 4, 1), date(2026, 5, 31)


@pytest.fixture
async def daily(games: Games, database: Database, clock: Clock) -> Daily:
    """Two months of deals that are quickly won; the clock is at the end of the first."""
    for later in range((LAST - FIRST).days + 1):
        await save_daily_deal(
            database, DailyDeal(FIRST + later * DAY, "saratoga", 42, 1, 112), clock()
        )
    clock.now = datetime(2026, 4, 30, 12, tzinfo=UTC)
    return Daily(games, "a secret of some length", always, clock=clock)


async def win(games: Games, player: int = ANN) -> int:
    """Win a player's active game."""
    snapshot = await games.active(player)
    for move in solve(snapshot.game.board).moves:
        snapshot = await games.play(player, move)
    assert snapshot.state is GameState.WON
    return snapshot.game_id


async def test_days_without_a_result_of_this_month_and_the_last_are_missed(
    daily: Daily, games: Games, clock: Clock
) -> None:
    await daily.play(ANN)
    await win(games)
    clock.now = datetime(2026, 5, 3, 12, tzinfo=UTC)
    missed = [deal.day for deal in await daily.missed(ANN)]
    assert missed[:3] == [date(2026, 5, 2), date(2026, 5, 1), date(2026, 4, 29)]
    assert (len(missed), missed[-1]) == (31, FIRST)
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    assert [deal.day for deal in await daily.missed(ANN)][-1] == date(2026, 5, 1)


async def test_a_day_won_later_counts_for_no_streak_and_in_no_comparison(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    await daily.play(ANN)
    await win(games)
    await daily.play(BOB)
    await win(games, BOB)
    bobs = (await daily.status(BOB)).result
    assert bobs is not None
    before = await daily.compare(bobs)
    clock.advance(days=2)
    await daily.play(ANN)
    await win(games)
    await daily.play_missed(ANN, date(2026, 5, 1))
    game_id = await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)
    late = await load_daily_result(database, ANN, date(2026, 5, 1))
    assert late is not None
    assert late.game_id == game_id
    table = await Leaderboards(database).page(6, ANN, Period.YESTERDAY, daily.today())
    assert table.lines == ()
    summary = await Statistics(database).for_win(await games.get(game_id), daily.today(), None)
    assert not summary.days_in_a_row
    assert date(2026, 5, 1) not in [deal.day for deal in await daily.missed(ANN)]

    await daily.play_missed(BOB, date(2026, 5, 1))
    await games.give_up(BOB)
    assert await daily.compare(bobs) == before


@pytest.mark.slow
async def test_a_late_result_changes_nobodys_comparison(
    daily: Daily, games: Games, clock: Clock
) -> None:
    await daily.play(BOB)
    await win(games, BOB)
    bobs = (await daily.status(BOB)).result
    assert bobs is not None
    before = await daily.compare(bobs)
    clock.advance(days=1)
    await daily.play_missed(ANN, date(2026, 4, 30))
    await win(games)
    assert await daily.compare(bobs) == before


async def test_a_game_begun_on_its_day_and_won_later_still_counts_for_the_streak(
    daily: Daily, games: Games, clock: Clock
) -> None:
    begun = await daily.play(ANN)
    clock.advance(days=1)
    resumed = await daily.play_missed(ANN, date(2026, 4, 30))
    assert resumed.game_id == begun.game_id
    await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)


async def test_a_deal_asked_for_before_midnight_and_dealt_just_after_is_not_late(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    clock.now = datetime(2026, 5, 1, 0, 0, 8, tzinfo=UTC)
    await games.start_in_contest(ANN, await daily.deal(date(2026, 4, 30)))
    await win(games)
    assert await daily.streak(ANN) == Streak(1, 1)


@pytest.mark.slow
async def test_a_frozen_day_stays_frozen_when_it_is_won_later(
    daily: Daily, games: Games, clock: Clock
) -> None:
    for _ in range(7):
        await daily.play(ANN)
        await win(games)
        clock.advance(days=1)
    assert (await daily.streak(ANN)).has_freeze
    clock.advance(days=1)
    frozen = Streak(7, 7, frozen=(date(2026, 5, 7),))
    assert await daily.streak(ANN) == frozen
    await daily.play_missed(ANN, date(2026, 5, 7))
    await win(games)
    assert await daily.streak(ANN) == frozen


async def test_the_cards_of_a_missed_day_are_no_secret(daily: Daily, clock: Clock) -> None:
    clock.advance(days=1)
    assert not (await daily.play_missed(ANN, date(2026, 4, 30))).is_secret


async def test_simultaneous_starts_of_a_missed_day_share_one_game(
    daily: Daily, clock: Clock
) -> None:
    clock.advance(days=1)
    first = await daily.play_missed(ANN, date(2026, 4, 30))
    assert (await daily.play_missed(ANN, date(2026, 4, 30))).game_id == first.game_id


async def test_days_played_too_old_or_to_come_are_refused(
    daily: Daily, games: Games, clock: Clock
) -> None:
    clock.now = datetime(2026, 5, 31, 23, 59, tzinfo=UTC)
    await daily.play_missed(ANN, FIRST)
    await games.give_up(ANN)
    with pytest.raises(NotMissed, match="already played the deal of 2026-04-01"):
        await daily.play_missed(ANN, FIRST)
    with pytest.raises(NotReady, match="stays secret"):
        await daily.play_missed(ANN, date(2026, 6, 1))
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    with pytest.raises(NotMissed, match="until the end of the month after theirs"):
        await daily.play_missed(ANN, FIRST)
