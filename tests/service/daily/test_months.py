"""Months of daily deals: the marks of their days, and badges."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.daily import DailyDeal, Slot
from bot.service.daily.calendar import Badge, badge_of, next_badge
from bot.service.daily.daily import Daily
from bot.service.daily.leaderboards import Leaderboards
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from rendering.charts.day_marks import DayMark
from tests.service.conftest import Clock
from tests.service.daily.proofs import always
from tests.store.finished_games import play_to_the_end

ANN = 7
DAY = timedelta(days=1)
APRIL, MAY = date(2026, 4, 1), date(2026, 5, 1)


@pytest.fixture
async def daily(games: Games, database: Database, clock: Clock) -> Daily:
    """Daily deals of two months, at the middle of the second."""
    for later in range(61):
        await save_daily_deal(
            database, DailyDeal(APRIL + later * DAY, "saratoga", 42, 1, 112), clock()
        )
    clock.now = datetime(2026, 5, 15, 12, tzinfo=UTC)
    return Daily(games, "a secret of some length", always, clock=clock)


async def finish(
    database: Database,
    day: date,
    *,
    won: bool = True,
    undos: int = 0,
    late: timedelta | None = None,
) -> None:
    """Finish the deal of a day, at its noon or later."""
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) + (late or timedelta())
    await play_to_the_end(database, ANN, day=day, won=won, undos=undos, at=at)


async def test_each_day_has_the_mark_of_its_result(daily: Daily, database: Database) -> None:
    for day in range(1, 8):
        await finish(database, date(2026, 5, day))
    await finish(database, date(2026, 5, 9), undos=1)
    await finish(database, date(2026, 5, 10), won=False)
    await finish(database, date(2026, 5, 11), late=2 * DAY)
    month = await daily.month(ANN, MAY)
    marks = list(month.marks.values())
    assert marks[6:11] == [
        *(DayMark.PERFECT, DayMark.MISSED, DayMark.WON, DayMark.GIVEN_UP, DayMark.LATE)
    ]
    assert marks[13:] == [DayMark.MISSED, *[DayMark.TO_COME] * 17]
    assert month.won == 9
    assert [deal.day.day for deal in month.missed] == [14, 13, 12, 8]


async def test_a_day_that_the_streak_outlasts_is_frozen(
    daily: Daily, database: Database, clock: Clock
) -> None:
    for day in range(26, 31):
        await finish(database, date(2026, 4, day))
    for day in (1, 2, 4):
        await finish(database, date(2026, 5, day))
    clock.now = datetime(2026, 5, 5, 12, tzinfo=UTC)
    month = await daily.month(ANN, MAY)
    assert month.marks[date(2026, 5, 3)] is DayMark.FROZEN
    assert month.streak.current == 8
    await finish(database, date(2026, 5, 3), late=2 * DAY)
    month = await daily.month(ANN, MAY)
    assert month.marks[date(2026, 5, 3)] is DayMark.LATE
    assert (month.won, month.streak.current) == (4, 8)


async def test_days_before_the_first_that_had_a_deal_are_not_missed(
    games: Games, database: Database, clock: Clock
) -> None:
    daily = Daily(games, "a secret of some length", always, clock=clock)
    clock.now = datetime(2026, 5, 15, 12, tzinfo=UTC)
    assert set((await daily.month(ANN, MAY)).marks.values()) == {None, DayMark.TO_COME}
    first = date(2026, 5, 13)
    await save_daily_deal(database, DailyDeal(first, "saratoga", 42, 1, 112), clock())
    for asked in (APRIL, MAY):
        month = await daily.month(ANN, asked)
        marks = list(month.marks.values())
        assert marks == [*[None] * 12, *[DayMark.MISSED] * 2, *[DayMark.TO_COME] * 17]
        assert [deal.day for deal in month.missed] == [first]
        assert (month.first, month.has_previous) == (MAY, False)


async def test_days_on_which_the_bot_was_down_are_unmarked_but_their_deals_can_be_played(
    games: Games, database: Database, clock: Clock
) -> None:
    daily = Daily(games, "a secret of some length", always, clock=clock)
    clock.now = datetime(2026, 5, 6, 12, tzinfo=UTC)
    for day, chosen_on in ((1, 1), (2, 1), (3, 2), (5, 5), (6, 5)):
        deal = DailyDeal(date(2026, 5, day), "saratoga", 42, 1, 112)
        await save_daily_deal(database, deal, datetime(2026, 5, chosen_on, tzinfo=UTC))
    for day in (1, 2, 5):
        await finish(database, date(2026, 5, day))
    month = await daily.month(ANN, MAY)
    marks = list(month.marks.values())
    assert marks[:2] == [DayMark.PERFECT] * 2
    assert marks[2:6] == [None, None, DayMark.PERFECT, DayMark.TO_COME]
    assert (month.streak.current, month.won, month.days) == (3, 3, 29)
    assert [deal.day.day for deal in month.missed] == [3]
    assert await daily.streak(ANN) == month.streak


async def test_months_lead_to_those_before_and_after(daily: Daily, clock: Clock) -> None:
    may = await daily.month(ANN, date(2027, 1, 1))
    assert (may.first, may.has_previous, may.has_next) == (MAY, True, False)
    april = await daily.month(ANN, APRIL)
    assert (april.first, april.has_previous, april.has_next) == (APRIL, False, True)
    assert len(april.missed) == 30
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    assert (await daily.month(ANN, APRIL)).missed == ()


async def test_a_month_won_in_full_later_earns_the_highest_badge(
    daily: Daily, database: Database, clock: Clock
) -> None:
    for day in range(30):
        await finish(database, APRIL + day * DAY, late=30 * DAY)
    month = await daily.month(ANN, APRIL)
    assert badge_of(month.won, month.days) is Badge.DIAMOND
    assert month.streak.longest == 0


@pytest.mark.parametrize(
    ("won", "badge", "following"),
    [
        (6, None, (Badge.BRONZE, 1)),
        (7, Badge.BRONZE, (Badge.SILVER, 7)),
        (14, Badge.SILVER, (Badge.GOLD, 7)),
        (21, Badge.GOLD, (Badge.DIAMOND, 7)),
        (28, Badge.DIAMOND, None),
    ],
)
def test_badges_are_earned_by_days_won(
    won: int, badge: Badge | None, following: tuple[Badge, int] | None
) -> None:
    assert badge_of(won, 28) is badge
    assert next_badge(won, 28) == following


def test_days_without_a_deal_are_not_asked_for() -> None:
    assert badge_of(26, 26) is Badge.DIAMOND
    assert (badge_of(21, 21), next_badge(21, 21)) == (Badge.GOLD, None)
    assert (badge_of(3, 3), next_badge(0, 3)) == (None, None)


@pytest.mark.slow
async def test_two_months_day_by_day_with_freezes_late_days_and_badges(
    daily: Daily, database: Database, clock: Clock
) -> None:
    missed = {date(2026, 4, 10), date(2026, 4, 20), date(2026, 5, 1), date(2026, 5, 2)}
    streaks = {}
    for later in range(61):
        day = APRIL + later * DAY
        clock.now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        if day not in missed:
            await finish(database, day)
        streaks[day] = await daily.streak(ANN)
    # The freeze of April saves the 10th; on the 20th it moves on, so that the streak is kept from
    # the 11th. Of two missed days in a row, the freeze of May saves only the first.
    assert streaks[date(2026, 4, 9)].has_freeze
    assert streaks[date(2026, 4, 11)].frozen == (date(2026, 4, 10),)
    assert streaks[date(2026, 4, 19)].current == 18
    assert not streaks[date(2026, 4, 19)].has_freeze
    assert streaks[date(2026, 4, 21)].current == 10
    assert streaks[date(2026, 4, 30)].current == 19
    assert streaks[date(2026, 5, 2)].current == 19
    assert streaks[date(2026, 5, 3)].current == 1
    assert streaks[date(2026, 5, 31)].current == 29

    before = {first: await daily.month(ANN, first) for first in (APRIL, MAY)}
    assert [badge_of(month.won, month.days) for month in before.values()] == [Badge.GOLD] * 2
    for day in sorted(missed):
        late = clock.now - datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        await finish(database, day, late=late)
    for first, month in before.items():
        after = await daily.month(ANN, first)
        assert badge_of(after.won, after.days) is Badge.DIAMOND
        assert after.streak == month.streak
        assert after.missed == ()


async def test_a_servers_streak_goes_on_over_the_turn_of_a_month(
    daily: Daily, database: Database, clock: Clock
) -> None:
    clock.now = datetime(2026, 5, 2, 12, tzinfo=UTC)
    for day in (APRIL + 29 * DAY, MAY):
        at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        await play_to_the_end(database, ANN, day=day, guild=5, at=at)
    month = await Leaderboards(database).month(5, daily.today())
    assert (len(month.days), month.streak) == (31, 2)
    assert [day for day, best in month.days.items() if best] == [MAY]
    # For the streak any of the day's deals will do.
    await play_to_the_end(database, ANN, day=MAY + DAY, slot=Slot.KLONDIKE, guild=5, at=clock.now)
    assert (await Leaderboards(database).month(5, daily.today())).streak == 3
