"""Reminders by direct message: only for players who asked, at most one of a kind for each day.

A reminder is due until it was sent, and then on its next day; one that could not be sent, until its
moment has passed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.models.due import Due
from bot.models.players import Reminder, ReminderKind
from bot.service.daily.streaks import Streak, daily_streak
from bot.store.daily.daily import days_nobody_could_play
from bot.store.database.connection import Database
from bot.store.due.posts import load_post
from bot.store.play.results import days_won_by
from bot.store.players.reminders import (
    has_played,
    load_reminders,
    save_reminder,
    save_reminder_channel,
    stop_reminders,
)

LATEST: Final = timedelta(hours=1)
"""How long a reminder may be sent after it was due; later, its moment has passed."""

_DAY: Final = timedelta(days=1)


def next_due(hour: int, time_zone: str, after: datetime) -> datetime:
    """When the clock of a time zone shows an hour next.

    Once a day: of an hour that the clock shows twice, the first is meant; instead of one that it
    skips, the moment at which it jumps.

    Args:
        time_zone: the IANA name of the time zone; UTC is taken for one that is not known.

    >>> spring = datetime(2026, 3, 28, 12, tzinfo=UTC)
    >>> next_due(18, "Europe/Berlin", spring).isoformat()
    '2026-03-28T17:00:00+00:00'
    >>> next_due(2, "Europe/Berlin", spring).isoformat()
    '2026-03-29T01:00:00+00:00'
    """
    zone = _zone(time_zone)
    today = after.astimezone(zone).date()
    days = (today + number * _DAY for number in range(-1, 3))
    moments = (datetime.combine(day, time(hour), zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > after)


def is_timely(due_at: datetime, now: datetime) -> bool:
    """Whether a reminder that was due may still be sent: soon after, and on the same day in UTC.

    >>> due_at = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    >>> is_timely(due_at, due_at), is_timely(due_at, due_at + timedelta(minutes=30))
    (True, False)
    """
    return due_at <= now < too_late(due_at)


def too_late(due_at: datetime) -> datetime:
    """The moment from which on a reminder that was due is not sent."""
    tomorrow = due_at.astimezone(UTC).date() + _DAY
    return min(due_at + LATEST, datetime.combine(tomorrow, time(), UTC))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")


MIN_STREAK: Final = 3
"""How many days a streak has before its player is reminded that it ends."""

_UTC: Final = "UTC"
_LAST_HOURS: Final = 24


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """How a player's reminders are set.

    Attributes:
        hours_before: how many hours before the day ends they are reminded of a streak that would
            end; None for never.
        refused: whether Discord refused to deliver one since they set them, which turned them
            off.
    """

    hour: int | None = None
    time_zone: str | None = None
    hours_before: int | None = None
    refused: bool = False

    @property
    def enabled(self) -> bool:
        """Whether any reminder is on."""
        return self.hour is not None or self.hours_before is not None


@dataclass(frozen=True, slots=True)
class ReminderNow:
    """A reminder that is to be sent now, and when the next one is due."""

    reminder: Reminder
    streak: Streak
    next_at: datetime


class Reminders:
    """Players' reminders."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock

    async def settings(self, player: int) -> ReminderSettings:
        """How a player's reminders are set."""
        stored = {one.kind: one for one in await load_reminders(self._database, player)}
        day, streak = stored.get(ReminderKind.DAY), stored.get(ReminderKind.STREAK)
        return ReminderSettings(
            hour=None if day is None else day.hour,
            time_zone=None if day is None else day.time_zone,
            hours_before=None
            if streak is None or streak.hour is None
            else _LAST_HOURS - streak.hour,
            refused=any(one.refused_at is not None for one in stored.values()),
        )

    async def set_daily(
        self, player: int, hour: int | None, time_zone: str, language: str
    ) -> ReminderSettings:
        """Set the reminder of an unplayed day."""
        return await self._save(player, ReminderKind.DAY, hour, time_zone, language)

    async def set_streak(
        self, player: int, hours_before: int | None, language: str
    ) -> ReminderSettings:
        """Set how many hours before the day ends a streak is reminded of; None for never."""
        hour = None if hours_before is None else _LAST_HOURS - hours_before
        return await self._save(player, ReminderKind.STREAK, hour, _UTC, language)

    async def stop(self, player: int) -> ReminderSettings:
        """Turn a player's reminders off."""
        await stop_reminders(self._database, player)
        return await self.settings(player)

    async def look(self, due: Due) -> ReminderNow | datetime | None:
        """What a player is to be reminded of now; else when to look again, None for never."""
        player, kind = due.subject.id, ReminderKind(due.subject.part)
        stored = await load_reminders(self._database, player)
        reminder = next((one for one in stored if one.kind is kind), None)
        if reminder is None or reminder.hour is None:
            return None
        now = self._clock()
        next_at = next_due(reminder.hour, reminder.time_zone, now)
        if not is_timely(due.at, now):
            latest = next_due(reminder.hour, reminder.time_zone, now - LATEST)
            return latest if is_timely(latest, now) else next_at
        today = now.astimezone(UTC).date()
        told = await load_post(self._database, due.subject)
        is_told = told is not None and told.state == str(today)
        if is_told or await has_played(self._database, player, today):
            return next_at
        won = await days_won_by(self._database, (player,))
        passed_over = await days_nobody_could_play(self._database)
        streak = daily_streak(won[player], today, passed_over)
        is_safe = today in won[player] or not _would_end(streak)
        if kind is ReminderKind.STREAK and is_safe:
            return next_at
        return ReminderNow(reminder, streak, next_at)

    async def refused(self, player: int) -> None:
        """Turn a player's reminders off: Discord delivers none."""
        await stop_reminders(self._database, player, refused_at=self._clock())

    async def channel(self, player: int) -> int | None:
        """The channel of the direct messages with a player, once it was opened."""
        stored = await load_reminders(self._database, player)
        return next((one.channel_id for one in stored if one.channel_id is not None), None)

    async def opened(self, player: int, channel: int) -> None:
        """Remember the channel of the direct messages with a player."""
        await save_reminder_channel(self._database, player, channel)

    async def _save(
        self, player: int, kind: ReminderKind, hour: int | None, time_zone: str, language: str
    ) -> ReminderSettings:
        due_at = None if hour is None else next_due(hour, time_zone, self._clock())
        await save_reminder(
            self._database, Reminder(player, kind, hour, time_zone, language), due_at
        )
        return await self.settings(player)


def _would_end(streak: Streak) -> bool:
    """Whether a streak worth a reminder ends with a day that is not won."""
    return streak.current >= MIN_STREAK and not streak.has_freeze
