"""The hour after a day: what was begun on it is finished, and its deals stay secret."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.models.daily import DailyDeal, Slot
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotMissed
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.daily.posts import DayMessages
from bot.service.daily.streaks import Streak
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from tests.service.conftest import Clock
from tests.service.daily.proofs import SECRET, win
from tests.service.daily.zones import process_in

ANN, BOB, GUILD = 7, 8, 6
HERE = Place(5, GUILD)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
MIDNIGHT = datetime(2026, 5, 1, tzinfo=UTC)
YESTERDAY = date(2026, 4, 30)


@pytest.fixture
def daily(games: Games, clock: Clock) -> Daily:
    """The days; the clock is five minutes before midnight."""
    clock.now = MIDNIGHT - 5 * MINUTE
    return Daily(games, SECRET, None, clock=clock)


async def deal_days(database: Database, midnight: datetime) -> None:
    for number, slot in enumerate((Slot.HEADLINE, Slot.KLONDIKE)):
        for day in (midnight.date() - DAY, midnight.date()):
            deal = DailyDeal(day, "saratoga", 42 + number, 1, 112, slot)
            await save_daily_deal(database, deal, midnight - 2 * DAY)


async def ranked(database: Database, daily: Daily) -> list[int]:
    """Who is on yesterday's leaderboard."""
    page = await Leaderboards(database).page(GUILD, 0, Period.YESTERDAY, daily.today())
    return [line.player_id for line in page.lines]


@pytest.mark.parametrize(
    ("zone", "midnight"),
    [
        ("UTC", datetime(2026, 3, 29, tzinfo=UTC)),
        # In Berlin two o'clock is skipped on the one, and comes twice on the other.
        ("Europe/Berlin", datetime(2026, 3, 29, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 25, tzinfo=UTC)),
        # In New York clocks have changed on the day before.
        ("America/New_York", datetime(2026, 3, 9, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 2, tzinfo=UTC)),
    ],
)
async def test_a_game_begun_on_its_day_can_be_finished_for_an_hour_of_any_clock(
    daily: Daily, games: Games, database: Database, clock: Clock, zone: str, midnight: datetime
) -> None:
    with process_in(zone):
        await deal_days(database, midnight)
        clock.now = midnight - MINUTE
        for player in (ANN, BOB):
            await daily.play(player, HERE)
        clock.now = midnight + timedelta(minutes=59, seconds=59)
        assert await daily.finish_by(await games.active(ANN)) == midnight + 60 * MINUTE
        await win(games, ANN)
        clock.now = midnight + 60 * MINUTE
        assert await daily.finish_by(await games.active(BOB)) is None
        await win(games, BOB)
        assert await ranked(database, daily) == [ANN]
        assert await daily.streak(BOB) == Streak(1, 1)


async def test_a_game_begun_after_midnight_counts_for_its_day_no_more(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    await deal_days(database, MIDNIGHT)
    clock.now = MIDNIGHT + 2 * MINUTE
    late = await daily.play_missed(ANN, YESTERDAY, HERE)
    assert late.is_secret
    assert await daily.finish_by(late) is None
    await win(games)
    assert await ranked(database, daily) == []


async def test_a_deal_played_again_has_no_time_to_be_finished_by(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    await deal_days(database, MIDNIGHT)
    await daily.play(ANN)
    await games.give_up(ANN)
    again = await daily.play(ANN, again=True)
    clock.now = MIDNIGHT + MINUTE
    assert await daily.finish_by(await games.get(again.game_id)) is None


async def test_a_deal_stays_secret_until_nobody_can_finish_it(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    """So whoever has a result is dealt it as a secret, and by its number only later."""
    await deal_days(database, MIDNIGHT)
    begun = await daily.play(ANN)
    await games.give_up(ANN)
    clock.now = MIDNIGHT + 59 * MINUTE
    assert (await games.get(begun.game_id)).is_secret
    for_fun = await daily.play_over(ANN, YESTERDAY, Slot.HEADLINE)
    assert (for_fun.day, for_fun.is_secret) == (YESTERDAY, True)
    with pytest.raises(NotMissed, match="only its first deal"):
        await daily.play_over(ANN, YESTERDAY, Slot.KLONDIKE)
    await games.give_up(ANN)
    clock.now = MIDNIGHT + 60 * MINUTE
    assert not (await games.get(begun.game_id)).is_secret
    for slot in (Slot.HEADLINE, Slot.KLONDIKE):
        dealt = await daily.play_over(ANN, YESTERDAY, slot)
        assert (dealt.day, dealt.is_secret) == (None, False)


async def test_who_begins_after_midnight_is_no_player_of_the_day(
    daily: Daily, games: Games, database: Database, clock: Clock
) -> None:
    await deal_days(database, MIDNIGHT)
    days = DayMessages(database, daily, clock=clock)
    clock.now = MIDNIGHT - MINUTE
    await daily.play(ANN, HERE)
    await games.play(ANN, "s")
    clock.now = MIDNIGHT + 2 * MINUTE
    await daily.play_missed(BOB, YESTERDAY, HERE)
    await games.play(BOB, "s")
    deal = await daily.deal(YESTERDAY)
    assert [one.player_id for one in (await days.board(GUILD, deal)).players] == [ANN]
    assert (await days.digest(GUILD, deal)).started == 1
