"""Days and clocks: time zones, leap days, clocks set back, simultaneous results."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import GameSnapshot, GameState
from bot.service.daily.calendar import game_of
from bot.service.daily.daily import AlreadyPlayed, Daily, NotReady
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.streaks import Streak
from bot.service.play.games import Games
from bot.store.daily.daily import load_daily_deal, save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.results import load_daily_result
from engine import solve
from tests.service.conftest import Clock
from tests.service.daily.proofs import always
from tests.service.daily.zones import process_in
from tests.store.finished_games import load_result
from tests.waiting import SECONDS

ANN = 7
HERE = Place(5, guild_id=6)
SECRET = "a secret of some length"
DAY = timedelta(days=1)
ZONES = ["Pacific/Kiritimati", "America/Los_Angeles", "AHEAD-24", "BEHIND+24"]
"""The last two are a whole day away from UTC, so that their date always differs."""


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run the process in another time zone."""
    with process_in(request.param):
        yield


def daily_at(games: Games, clock: Clock, secret: str = SECRET) -> Daily:
    return Daily(games, secret, always, clock=clock, max_wait=SECONDS)


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    return daily_at(games, clock)


async def deal_saratoga(database: Database, clock: Clock, *days: date) -> None:
    """Give days a deal that is quickly won."""
    for day in days:
        await save_daily_deal(database, DailyDeal(day, "saratoga", 42, 1, 112), clock())


async def play_on(games: Games, leave: int = 0) -> GameSnapshot:
    """Play the active game towards its win, leaving out the last moves."""
    snapshot = await games.active(ANN)
    for move in solve(snapshot.game.board).moves[: -leave or None]:
        snapshot = await games.play(ANN, move)
    return snapshot


async def win(daily: Daily, games: Games) -> GameSnapshot:
    await daily.play(ANN, HERE)
    snapshot = await play_on(games)
    assert snapshot.state is GameState.WON
    return snapshot


# Zones


@pytest.mark.usefixtures("zone")
def test_the_day_is_in_utc_whatever_the_process_time_zone(games: Games) -> None:
    before = datetime.now(UTC).date()
    assert before <= Daily(games, SECRET, always).today() <= datetime.now(UTC).date()


@pytest.mark.slow
@pytest.mark.usefixtures("zone")
async def test_results_and_leaderboards_use_utc_days_in_every_time_zone(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    first, last = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 5, 2, 23, 59, 59, tzinfo=UTC)
    for moment in (first, last):
        clock.now = moment
        await deal_saratoga(database, clock, clock.now.date())
        snapshot = await win(daily, games)
        result = await load_result(database, snapshot.game_id)
        assert result is not None
        assert (result.day, result.finished_at) == (clock.now.date(), clock.now)
        assert (await daily.status(ANN)).deal.ends_at.date() == clock.now.date() + DAY
        today = await Leaderboards(database).page(6, ANN, Period.TODAY, daily.today())
        assert [line.player_id for line in today.lines] == [ANN]
    assert await daily.streak(ANN) == Streak(2, 2)


@pytest.mark.parametrize(
    "midnight",
    [
        datetime(2026, 3, 29, tzinfo=UTC),
        datetime(2026, 10, 25, tzinfo=UTC),
        datetime(2026, 3, 8, tzinfo=UTC),
        datetime(2026, 11, 1, tzinfo=UTC),
    ],
)
@pytest.mark.parametrize("summer", ["Europe/Berlin", "America/New_York"])
async def test_summer_time_does_not_change_the_length_of_a_day(
    daily: Daily, clock: Clock, summer: str, midnight: datetime
) -> None:
    with process_in(summer):
        clock.now = midnight - timedelta(seconds=1)
        last = daily.today()
        days = set()
        for hour in range(24):
            clock.now = midnight + timedelta(hours=hour, minutes=59)
            days.add(daily.today())
        clock.now = midnight + DAY
        following = daily.today()
    assert (last, days, following) == (midnight.date() - DAY, {midnight.date()}, last + 2 * DAY)


# Leap days and the ends of years


@pytest.mark.slow
@pytest.mark.parametrize(
    "days",
    [
        [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)],
        [date(2027, 2, 27), date(2027, 2, 28), date(2027, 3, 1)],
        [date(2100, 2, 28), date(2100, 3, 1)],
        [date(2026, 12, 31), date(2027, 1, 1)],
        [date(2028, 12, 30), date(2028, 12, 31), date(2029, 1, 1)],
    ],
)
async def test_a_streak_continues_across_the_ends_of_february_and_the_year(
    daily: Daily, games: Games, database: Database, clock: Clock, days: list[date]
) -> None:
    clock.now = datetime.combine(days[0], clock.now.timetz())
    for length, day in enumerate(days, start=1):
        assert daily.today() == day
        await deal_saratoga(database, clock, day)
        await win(daily, games)
        assert await daily.streak(ANN) == Streak(length, length)
        clock.advance(days=1)


async def test_29_february_has_its_own_deal(daily: Daily, clock: Clock) -> None:
    clock.now = datetime(2028, 2, 28, 12, tzinfo=UTC)
    before = await daily.prepare(date(2028, 2, 28))
    leap = await daily.prepare(date(2028, 2, 29))
    after = await daily.prepare(date(2028, 3, 1))
    assert leap.rules_id == game_of(date(2028, 2, 29))
    assert len({(deal.rules_id, deal.deal_number) for deal in (before, leap, after)}) == 3
    with pytest.raises(NotReady, match="2028-02-29"):
        await daily.deal(date(2028, 2, 29))
    clock.advance(days=1)
    assert await daily.deal() == leap


# Clocks set back


@pytest.mark.slow
@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1), timedelta(days=40)])
async def test_a_clock_set_back_between_two_starts_keeps_each_result_once(
    url: str, clock: Clock, back: timedelta
) -> None:
    clock.now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        won = []
        for _ in range(3):
            await deal_saratoga(database, clock, clock.now.date())
            won.append((await win(daily_at(games, clock), games)).game_id)
            clock.advance(days=1)
    clock.now -= DAY + back
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        daily = daily_at(games, clock)
        assert (await daily.streak(ANN)).current == 3
        for game_id, day in zip(won, range(1, 4), strict=True):
            result = await load_daily_result(database, ANN, date(2026, 5, day))
            assert result is not None
            assert result.game_id == game_id
        await deal_saratoga(database, clock, clock.now.date())
        if back < timedelta(days=3):
            with pytest.raises(AlreadyPlayed):
                await daily.play(ANN)
        again = await daily.play(ANN, again=True)
        assert (await play_on(games)).state is GameState.WON
        saved = await load_result(database, again.game_id)
        assert saved is not None
        assert saved.day == (None if back < timedelta(days=3) else clock.now.date())


async def test_a_clock_set_back_during_a_game_gives_no_negative_time(
    url: str, clock: Clock
) -> None:
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        await deal_saratoga(database, clock, clock.now.date())
        await daily_at(games, clock).play(ANN)
        clock.advance(minutes=2)
        await play_on(games, leave=3)
    clock.advance(hours=-1)
    async with open_database(url) as database:
        snapshot = await play_on(Games(database, clock=clock))
        result = await load_result(database, snapshot.game_id)
        assert result is not None
        assert result.played >= timedelta(0)
        assert result.started_at <= result.finished_at


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1)])
async def test_a_clock_set_back_between_two_starts_keeps_deals(
    url: str, clock: Clock, back: timedelta
) -> None:
    clock.now = datetime(2026, 5, 1, 0, 30, tzinfo=UTC)
    days = [date(2026, 4, 30) + later * DAY for later in range(3)]
    async with open_database(url) as database:
        daily = daily_at(Games(database, clock=clock), clock)
        clock.advance(days=2)
        chosen = [await daily.prepare(day) for day in days]
    clock.now -= DAY + back
    async with open_database(url) as database:
        other = daily_at(Games(database, clock=clock), clock, "another secret, as long")
        assert [await other.prepare(day) for day in days] == chosen


# Simultaneous results


async def test_simultaneous_last_moves_give_one_result(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    await deal_saratoga(database, clock, clock.now.date())
    await daily.play(ANN, HERE)
    snapshot = await play_on(games, leave=1)
    last = solve(snapshot.game.board).moves[0]
    ended = await asyncio.gather(
        *(games.play(ANN, last, expected=snapshot.board_version) for _ in range(3)),
        *(games.give_up(ANN, expected=snapshot.board_version) for _ in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(one, GameSnapshot) for one in ended) == 1
    assert all(len(str(one)) > 10 for one in ended if isinstance(one, Exception))
    result = (await daily.status(ANN)).result
    assert result is not None
    assert (result.game_id, result.is_won) == (snapshot.game_id, True)


# A new secret


@pytest.mark.parametrize("other", ["another secret, as long", ""])
async def test_a_new_secret_keeps_deals_and_results_and_is_logged_once(
    url: str, clock: Clock, caplog: pytest.LogCaptureFixture, other: str
) -> None:
    today = clock.now.date()
    async with open_database(url) as database:
        first = daily_at(Games(database, clock=clock), clock)
        chosen = await first.prepare(today)
        tomorrows = await first.prepare(today + DAY)
        await first.play(ANN)
        lost = await Games(database, clock=clock).give_up(ANN)
        await first.prepare(today)
    assert caplog.messages == []
    async with open_database(url) as database:
        second = daily_at(Games(database, clock=clock), clock, other)
        assert await second.prepare(today) == chosen == await load_daily_deal(database, today)
        assert await second.prepare(today + DAY) == tomorrows
        status = await second.status(ANN)
    assert status.result is not None
    assert status.result.game_id == lost.game_id
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert "PATIENCE_SECRET" in record.message
    assert f"{today}" in record.message


# Midnight


@pytest.mark.slow
@pytest.mark.parametrize("zone_name", ["UTC", *ZONES])
async def test_a_game_started_before_midnight_counts_for_its_day_after_a_restart(
    url: str, clock: Clock, zone_name: str
) -> None:
    clock.now = datetime(2026, 10, 24, 23, 59, 59, tzinfo=UTC)
    async with open_database(url) as database:
        games = Games(database, clock=clock)
        await deal_saratoga(database, clock, date(2026, 10, 24), date(2026, 10, 25))
        await daily_at(games, clock).play(ANN, HERE)
        await play_on(games, leave=2)
    clock.now = datetime(2026, 10, 25, 0, 0, 1, tzinfo=UTC)
    with process_in(zone_name):
        async with open_database(url) as database:
            games = Games(database, clock=clock)
            daily = daily_at(games, clock)
            snapshot = await play_on(games)
            result = await load_daily_result(database, ANN, date(2026, 10, 24))
            assert result is not None
            assert (result.game_id, result.is_won) == (snapshot.game_id, True)
            assert (await daily.status(ANN)).result is None
            assert (await daily.play(ANN)).day == date(2026, 10, 25)
            assert await daily.streak(ANN) == Streak(1, 1)
