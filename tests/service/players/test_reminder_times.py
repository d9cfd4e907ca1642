"""When reminders are due: once a day by every clock, on days of 23 and 25 hours too."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.service.players.reminders import LATEST, is_timely, next_due

DAY = timedelta(days=1)
CHANGING = (
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Africa/Cairo",  # begins summer time at midnight
    "Asia/Beirut",
    "Atlantic/Azores",
    "Australia/Lord_Howe",  # changes by half an hour
    "Pacific/Chatham",
    "Africa/Casablanca",
    "America/Santiago",
)
"""Time zones whose clocks change."""

hours = st.integers(0, 23)
zones = st.sampled_from([*CHANGING, "Asia/Kathmandu", "Pacific/Kiritimati", "UTC"]) | (
    st.sampled_from(sorted(available_timezones()))
)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 -- Hypothesis adds the zone


def due_on(hour: int, zone: str, day: date) -> list[datetime]:
    """When a reminder is due that was set long before, for ten days from a day on."""
    moment = datetime.combine(day, time(), UTC)
    found = []
    for _ in range(10):
        moment = next_due(hour, zone, moment)
        found.append(moment)
    return found


@given(hours, zones, moments)
def test_the_clock_shows_the_hour_or_jumps_over_it(hour: int, zone: str, after: datetime) -> None:
    due_at = next_due(hour, zone, after)
    local = due_at.astimezone(ZoneInfo(zone))
    before = (due_at - timedelta(milliseconds=1)).astimezone(ZoneInfo(zone))
    asked = datetime.combine(local.date(), time(hour))
    if (local.hour, local.minute) != (hour, 0):
        assert before.replace(tzinfo=None) < asked < local.replace(tzinfo=None)
    assert (local.second, local.fold) == (0, 0)


@given(hours, zones, moments)
def test_it_comes_within_a_day_and_the_clocks_change(hour: int, zone: str, after: datetime) -> None:
    due_at = next_due(hour, zone, after)
    assert after < due_at <= after + DAY + timedelta(hours=1)
    assert due_at.utcoffset() == timedelta()


@given(hours, zones, moments)
def test_it_is_due_once_on_each_local_day(hour: int, zone: str, after: datetime) -> None:
    days = [one.astimezone(ZoneInfo(zone)).date() for one in due_on(hour, zone, after.date())]
    assert days == [days[0] + number * DAY for number in range(len(days))]


@given(hours, zones, moments, moments)
def test_the_next_after_an_earlier_moment_is_not_later(
    hour: int, zone: str, one: datetime, other: datetime
) -> None:
    earlier, later = sorted((one, other))
    assume(earlier != later)
    assert next_due(hour, zone, earlier) <= next_due(hour, zone, later)


def test_an_hour_that_the_clock_skips_comes_when_it_jumps() -> None:
    """In Berlin, 01:59 is followed by 03:00."""
    due_at = next_due(2, "Europe/Berlin", datetime(2026, 3, 28, 12, tzinfo=UTC))
    assert due_at == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert due_at.astimezone(ZoneInfo("Europe/Berlin")).hour == 3


def test_an_hour_that_the_clock_shows_twice_comes_the_first_time_only() -> None:
    """In Berlin, 02:59 is followed by 02:00."""
    first = next_due(2, "Europe/Berlin", datetime(2026, 10, 24, 12, tzinfo=UTC))
    assert first == datetime(2026, 10, 25, 0, tzinfo=UTC)
    for later in (0, 30, 60, 90):
        after = first + timedelta(minutes=later)
        assert next_due(2, "Europe/Berlin", after) == datetime(2026, 10, 26, 1, tzinfo=UTC)


def test_a_midnight_that_the_clock_skips_comes_at_one() -> None:
    """In Cairo, summer time begins at midnight."""
    due_at = next_due(0, "Africa/Cairo", datetime(2026, 4, 23, 12, tzinfo=UTC))
    assert due_at.astimezone(ZoneInfo("Africa/Cairo")) == datetime(
        2026, 4, 24, 1, tzinfo=ZoneInfo("Africa/Cairo")
    )


def test_a_reminder_keeps_its_hour_through_the_year() -> None:
    summer = next_due(18, "Europe/Berlin", datetime(2026, 7, 1, tzinfo=UTC))
    winter = next_due(18, "Europe/Berlin", datetime(2026, 12, 1, tzinfo=UTC))
    assert (summer.hour, winter.hour) == (16, 17)


@pytest.mark.parametrize("unknown", ["Europe/Atlantis", "", "../etc/passwd"])
def test_a_time_zone_that_is_not_known_is_taken_for_utc(unknown: str) -> None:
    """As after a restore to a machine with older data on time zones."""
    after = datetime(2026, 5, 1, 12, tzinfo=UTC)
    assert next_due(18, unknown, after) == datetime(2026, 5, 1, 18, tzinfo=UTC)


@given(moments, st.timedeltas(-DAY, DAY))
def test_a_reminder_may_come_a_little_late_but_not_another_day(
    due_at: datetime, late: timedelta
) -> None:
    now = due_at + late
    assert is_timely(due_at, now) == (timedelta() <= late < LATEST and now.date() == due_at.date())
