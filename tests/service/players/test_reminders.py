"""Reminders: for those who asked, once for a day, and never when their moment has passed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from time import tzset
from zoneinfo import ZoneInfo

import pytest

from bot.models.daily import DailyDeal, Slot
from bot.models.due import Due, Shown
from bot.models.places import Place
from bot.models.players import ReminderKind
from bot.models.shards import ShardPlan
from bot.service.daily.daily import Daily
from bot.service.due import CLAIM, DueList
from bot.service.play.games import Games
from bot.service.players.reminders import ReminderNow, Reminders, ReminderSettings, too_late
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from tests.service.conftest import Clock
from tests.store.finished_games import play_to_the_end

ANN, BOB = 7, 8
ALL = ShardPlan((0,), 1)
TODAY = date(2026, 5, 1)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
BERLIN = "Europe/Berlin"
"""Two hours ahead of UTC in May."""


@pytest.fixture
def reminders(database: Database, clock: Clock) -> Reminders:
    return Reminders(database, clock=clock)


def at(hour: int, minute: int = 0, day: date = TODAY) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)


async def win_days(database: Database, *ago: int, player: int = ANN) -> None:
    """Win the deals of days before today."""
    for number in ago:
        await play_day(database, TODAY - number * DAY, player=player)


async def play_day(database: Database, day: date, *, won: bool = True, player: int = ANN) -> None:
    await play_to_the_end(database, player, day=day, won=won, at=at(12, day=day), moves=1)


def daily_at(database: Database, clock: Clock) -> Daily:
    return Daily(Games(database, clock=clock), "a secret of some length", None, clock=clock)


async def told(reminders: Reminders) -> list[tuple[int, str]]:
    """Send what is due; to whom and of what."""
    sent, list_ = [], DueList(reminders._database, clock=reminders._clock)
    while taken := await list_.take(ALL, 8):
        for due in taken:
            now = await reminders.look(due)
            if isinstance(now, ReminderNow):
                day, player = reminders._clock().date(), due.subject.id
                shown = Shown(due.subject, Place(1), 1, str(day), reminders._clock(), player)
                await list_.finish(due, again_at=now.next_at, shown=shown)
                sent.append((player, due.subject.part))
            else:
                await list_.finish(due, again_at=now)
    return sorted(sent)


async def only(reminders: Reminders) -> Due:
    """Take the one reminder that is due."""
    [one] = await DueList(reminders._database, clock=reminders._clock).take(ALL, 8)
    return one


@pytest.mark.slow
@pytest.mark.parametrize("hour", [1, 2, 19])
async def test_when_summer_time_ends_each_day_is_told_once_at_its_hour(
    url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch, hour: int
) -> None:
    """Every five minutes, through restarts, on a machine whose own clock shows two o'clock twice.

    The day's deal and the calendar change at midnight in UTC all the same.
    """
    change = date(2026, 10, 25)
    days = [change + number * DAY for number in range(-1, 2)]
    expected = [datetime.combine(day, time(hour), ZoneInfo(BERLIN)).astimezone(UTC) for day in days]
    heard, began = list[datetime](), dict[date, datetime]()
    clock.now = at(20, day=days[0] - DAY)
    with monkeypatch.context() as moved:
        moved.setenv("TZ", BERLIN)
        tzset()
        async with open_database(url) as database:
            await Reminders(database, clock=clock).set_daily(ANN, hour, BERLIN, "de")
        while clock.now < at(22, day=days[-1]):
            async with open_database(url) as database:
                reminders, daily = Reminders(database, clock=clock), daily_at(database, clock)
                for _ in range(24):
                    heard += [clock.now for _told in await told(reminders)]
                    began.setdefault(daily.today(), clock.now)
                    clock.now += 5 * MINUTE
    tzset()
    assert heard == expected
    assert [moment for day, moment in began.items() if day in days] == [
        at(0, day=day) for day in days
    ]


async def test_nobody_is_reminded_who_did_not_ask(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await win_days(database, 1, 2, 3, 4)
    for hour in range(24):
        clock.now = at(hour)
        assert await told(reminders) == []
    assert await reminders.settings(ANN) == ReminderSettings()


async def test_an_unplayed_day_is_told_at_the_hour_of_the_players_clock(
    reminders: Reminders, clock: Clock
) -> None:
    settings = await reminders.set_daily(ANN, 18, BERLIN, "de")
    assert settings == ReminderSettings(hour=18, time_zone=BERLIN)
    clock.now = at(15, 59)
    assert await told(reminders) == []
    clock.now = at(16)
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]


async def test_a_day_is_told_once(reminders: Reminders, clock: Clock) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(16)
    assert await told(reminders)
    for minute in range(0, 24 * 60 - 1, 10):
        clock.now = at(16, 1) + minute * MINUTE
        assert await told(reminders) == []
    clock.now = at(16) + DAY
    assert await told(reminders)


async def test_an_hour_chosen_anew_on_a_day_told_waits_for_the_next(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(16)
    assert await told(reminders)
    await reminders.set_daily(ANN, 20, BERLIN, "de")
    clock.now = at(18)
    assert await told(reminders) == []
    clock.now = at(18) + DAY
    assert await told(reminders)


@pytest.mark.parametrize("won", [True, False])
async def test_a_day_that_is_played_is_not_told(
    reminders: Reminders, database: Database, clock: Clock, won: bool
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    await play_day(database, TODAY, won=won)
    clock.now = at(16)
    assert await told(reminders) == []
    clock.now = at(16) + DAY
    assert await told(reminders)


async def test_a_day_that_is_played_before_it_is_told_is_not_told(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(16)
    due = await only(reminders)
    await play_day(database, TODAY)
    assert await reminders.look(due) == at(16) + DAY


async def test_a_reminder_comes_within_the_hour_or_not_at_all(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    await reminders.set_daily(BOB, 17, BERLIN, "de")
    clock.now = at(16, 30)
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]
    clock.now = at(16, 30) + DAY
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]
    clock.now = at(15) + 2 * DAY
    assert await told(reminders) == [(BOB, ReminderKind.DAY)]


async def test_after_days_of_silence_nothing_is_made_up_for(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(20) + 5 * DAY
    assert await told(reminders) == []
    clock.now = at(16) + 6 * DAY
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]


async def test_after_days_of_silence_one_that_is_timely_today_still_comes(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(16, 30) + 5 * DAY
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]
    assert await told(reminders) == []


async def test_a_reminder_found_just_before_midnight_is_too_late_after_it(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 5, "Asia/Kolkata", "en")
    clock.now = at(23, 59)
    due = await only(reminders)
    clock.now = at(0) + DAY
    assert too_late(due.at) == clock.now
    assert await told(reminders) == []


async def test_the_hour_stays_when_the_clocks_change(reminders: Reminders, clock: Clock) -> None:
    clock.now = datetime(2026, 10, 24, 12, tzinfo=UTC)
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    for moment in (datetime(2026, 10, 24, 16, tzinfo=UTC), datetime(2026, 10, 25, 17, tzinfo=UTC)):
        clock.now = moment - MINUTE
        assert await told(reminders) == []
        clock.now = moment
        assert await told(reminders)


async def test_a_short_day_does_not_tell_of_one_deal_twice(
    reminders: Reminders, clock: Clock
) -> None:
    """In Berlin, 01:00 is midnight in UTC until the clocks change, and 23:00 from then on."""
    clock.now = datetime(2026, 3, 27, 12, tzinfo=UTC)
    await reminders.set_daily(ANN, 1, BERLIN, "de")
    sent = []
    while clock.now < datetime(2026, 4, 1, tzinfo=UTC):
        if await told(reminders):
            sent.append(clock.now)
        clock.advance(minutes=30)
    assert len({one.date() for one in sent}) == len(sent)
    assert sent[0] == datetime(2026, 3, 28, 0, tzinfo=UTC)
    assert datetime(2026, 3, 29, 0, tzinfo=UTC) in sent


async def test_one_that_was_not_sent_stays_due_while_its_moment_lasts(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    for minute in (0, 20, 59):
        clock.now = at(16, minute)
        assert isinstance(await reminders.look(await only(reminders)), ReminderNow)
    clock.now = at(17)
    assert await told(reminders) == []
    clock.now = at(16) + DAY
    assert await told(reminders)


async def test_a_reminder_turned_off_is_not_wanted_nor_comes_back(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    clock.now = at(16)
    due = await only(reminders)
    assert (await reminders.set_daily(ANN, None, BERLIN, "de")).hour is None
    assert await reminders.look(due) is None
    assert (await reminders.settings(ANN)).hour is None
    clock.now += CLAIM
    assert await told(reminders) == []


async def test_stopping_turns_everything_off_and_keeps_the_time_zone(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    await reminders.set_streak(ANN, 3, "de")
    assert await reminders.stop(ANN) == ReminderSettings(time_zone=BERLIN)
    clock.now = at(16)
    assert await told(reminders) == []


async def test_refused_ones_stop_and_that_is_known_until_one_is_set_again(
    reminders: Reminders, clock: Clock
) -> None:
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    await reminders.set_streak(ANN, 3, "de")
    clock.now = at(16)
    await reminders.refused((await only(reminders)).subject.id)
    assert await reminders.settings(ANN) == ReminderSettings(time_zone=BERLIN, refused=True)
    clock.now = at(16) + DAY
    assert await told(reminders) == []
    assert not (await reminders.set_streak(ANN, 3, "de")).refused


async def test_a_streak_is_told_hours_before_the_day_ends(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await win_days(database, 1, 2, 3)
    assert (await reminders.set_streak(ANN, 3, "en")).hours_before == 3
    clock.now = at(20, 59)
    assert await told(reminders) == []
    clock.now = at(21)
    due = await only(reminders)
    now = await reminders.look(due)
    assert isinstance(now, ReminderNow)
    assert (due.subject.part, now.streak.current) == (ReminderKind.STREAK, 3)


async def test_a_streak_that_days_without_a_deal_did_not_end_is_told(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await win_days(database, 3, 4, 5)
    for ago in (0, 3, 4, 5):
        deal = DailyDeal(TODAY - ago * DAY, "saratoga", 42, 1, 112)
        await save_daily_deal(database, deal, clock())
    await reminders.set_streak(ANN, 3, "en")
    clock.now = at(21)
    assert await told(reminders) == [(ANN, ReminderKind.STREAK)]


@pytest.mark.parametrize(
    "won",
    [
        (),
        (1, 2),  # short
        (2, 3, 4, 5),  # over
        tuple(range(1, 8)),  # frozen on the day that is missed
    ],
)
async def test_a_streak_that_does_not_end_with_the_day_is_not_told(
    reminders: Reminders, database: Database, clock: Clock, won: tuple[int, ...]
) -> None:
    await win_days(database, *won)
    await reminders.set_streak(ANN, 3, "en")
    clock.now = at(21)
    assert await told(reminders) == []


async def test_a_streak_that_another_deal_of_today_has_kept_is_not_told_but_the_day_is(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await win_days(database, 1, 2, 3)
    await play_to_the_end(database, ANN, day=TODAY, slot=Slot.CURIOUS, at=at(12), moves=1)
    await reminders.set_streak(ANN, 3, "en")
    await reminders.set_daily(ANN, 21, "UTC", "en")
    clock.now = at(21)
    assert await told(reminders) == [(ANN, ReminderKind.DAY)]


async def test_a_streak_is_told_when_its_freeze_is_used(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    clock.now = at(12) + 9 * DAY
    won = [TODAY + number * DAY for number in (*range(7), 8)]
    for day in won:
        await play_day(database, day)
    await reminders.set_streak(ANN, 3, "en")
    clock.now = at(21) + 9 * DAY
    now = await reminders.look(await only(reminders))
    assert isinstance(now, ReminderNow)
    assert now.streak.frozen == (TODAY + 7 * DAY,)


async def test_a_player_may_have_both_each_once(
    reminders: Reminders, database: Database, clock: Clock
) -> None:
    await win_days(database, 1, 2, 3)
    await reminders.set_daily(ANN, 18, BERLIN, "de")
    await reminders.set_streak(ANN, 3, "de")
    sent = []
    for minutes in range(0, 12 * 60, 10):
        clock.now = at(12) + minutes * MINUTE
        sent += [(kind, clock.now) for _player, kind in await told(reminders)]
    assert sent == [(ReminderKind.DAY, at(16)), (ReminderKind.STREAK, at(21))]
