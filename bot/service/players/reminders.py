"""Reminders by direct message: only for players who asked, at most one of a kind for each day.

A reminder is claimed before it is sent, and moved on to its next day with that, so that neither
several processes nor a crash send it twice; a crash between the two loses it. One that could not be
sent is tried again until its moment has passed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.models import Reminder, ReminderKind
from bot.service.reminder_times import LATEST, is_timely, next_due
from bot.service.streaks import Streak, daily_streak
from bot.store import Database
from bot.store.reminders import (
    claim_reminder,
    due_reminders,
    load_reminders,
    release_reminder,
    save_reminder,
    save_reminder_channel,
    skip_reminders,
    stop_reminders,
)
from bot.store.results import days_won_by

MIN_STREAK: Final = 3
"""How many days a streak has before its player is reminded that it ends."""
MAX_SENT: Final = 50
"""How many reminders are sent at once: a stop waits for them."""
MAX_CHECKED: Final = 1000
"""How many reminders one pass looks at; most are moved on, as their players have played."""

_UTC: Final = "UTC"
_LAST_HOURS: Final = 24


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """How a player's reminders are set.

    Attributes:
        hour: the local hour at which they are reminded of an unplayed day; None for never.
        time_zone: their time zone's IANA name; None if they have not chosen one.
        hours_before: how many hours before the day ends they are reminded of a streak that would
            end; None for never.
        were_refused: whether Discord refused to deliver one since they set them, which turned them
            off.
    """

    hour: int | None = None
    time_zone: str | None = None
    hours_before: int | None = None
    were_refused: bool = False

    @property
    def are_on(self) -> bool:
        """Whether any reminder is on."""
        return self.hour is not None or self.hours_before is not None


@dataclass(frozen=True, slots=True)
class DueReminder:
    """A reminder to be sent now.

    Attributes:
        reminder: how it is set.
        next_due_at: when it is due after that.
        streak: the player's streak of days won.
    """

    reminder: Reminder
    next_due_at: datetime
    streak: Streak


class Reminders:
    """Players' reminders.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Prepare.

        Args:
            database: an open database.
            clock: returns the current time, with its zone.
        """
        self._database = database
        self._clock = clock

    async def settings(self, player: int) -> ReminderSettings:
        """How a player's reminders are set."""
        stored = {one.kind: one for one in await load_reminders(self._database, player)}
        day, streak = stored.get(ReminderKind.DAY), stored.get(ReminderKind.STREAK)
        return ReminderSettings(
            hour=None if day is None or day.due_at is None else day.hour,
            time_zone=None if day is None else day.time_zone,
            hours_before=None
            if streak is None or streak.due_at is None
            else _LAST_HOURS - streak.hour,
            were_refused=any(one.refused_at is not None for one in stored.values()),
        )

    async def set_daily(
        self, player: int, hour: int | None, time_zone: str, language: str
    ) -> ReminderSettings:
        """Set the reminder of an unplayed day.

        Args:
            player: the player's id.
            hour: the hour at which it is due, 0 to 23; None turns it off.
            time_zone: the IANA name of the player's time zone.
            language: the language of the player's Discord.
        """
        return await self._save(player, ReminderKind.DAY, hour, time_zone, language)

    async def set_streak(
        self, player: int, hours_before: int | None, language: str
    ) -> ReminderSettings:
        """Set the reminder of a streak that would end.

        Args:
            player: the player's id.
            hours_before: how many hours before the day ends it is due, 1 to 24; None turns it off.
            language: the language of the player's Discord.
        """
        hour = None if hours_before is None else _LAST_HOURS - hours_before
        return await self._save(player, ReminderKind.STREAK, hour, _UTC, language)

    async def stop(self, player: int) -> ReminderSettings:
        """Turn a player's reminders off."""
        await stop_reminders(self._database, player)
        return await self.settings(player)

    async def due(self) -> tuple[DueReminder, ...]:
        """The reminders to be sent now; those that are due in vain are moved on."""
        now = self._clock()
        today = now.astimezone(UTC).date()
        due = await due_reminders(self._database, now, today, MAX_CHECKED)
        timely = [
            one
            for one, has_played in due
            if not has_played and one.told_day != today and _is_timely(one, now)
        ]
        days_won = await days_won_by(self._database, {one.player_id for one in timely[:MAX_SENT]})
        wanted = []
        for one in timely[:MAX_SENT]:
            streak = daily_streak(days_won[one.player_id], today)
            if one.kind is ReminderKind.DAY or _would_end(streak):
                next_due_at = next_due(one.hour, one.time_zone, now)
                wanted.append(DueReminder(one, next_due_at, streak))
        kept = {one.reminder for one in wanted} | {*timely[MAX_SENT:]}
        await skip_reminders(
            self._database,
            [(one, _due_after_skipping(one, now)) for one, _has_played in due if one not in kept],
        )
        return tuple(wanted)

    async def claim(self, due: DueReminder) -> bool:
        """Claim a reminder; False if it is claimed, off, too late, or the day is played."""
        now = self._clock()
        if not _is_timely(due.reminder, now):
            return False
        today = now.astimezone(UTC).date()
        return await claim_reminder(self._database, due.reminder, today, due.next_due_at)

    async def release(self, due: DueReminder) -> None:
        """Release the claim after sending failed, so that it is tried again."""
        await release_reminder(self._database, due.reminder, due.next_due_at)

    async def refused(self, due: DueReminder) -> None:
        """Turn the player's reminders off: Discord delivers none."""
        await stop_reminders(self._database, due.reminder.player_id, refused_at=self._clock())

    async def opened(self, due: DueReminder, channel: int) -> None:
        """Remember the channel of the direct messages with the player."""
        await save_reminder_channel(self._database, due.reminder.player_id, channel)

    async def _save(
        self, player: int, kind: ReminderKind, hour: int | None, time_zone: str, language: str
    ) -> ReminderSettings:
        now = self._clock()
        due_at = None if hour is None else next_due(hour, time_zone, now)
        await save_reminder(
            self._database,
            Reminder(player, kind, hour or 0, time_zone, language, due_at),
        )
        return await self.settings(player)


def _is_timely(reminder: Reminder, now: datetime) -> bool:
    return reminder.due_at is not None and is_timely(reminder.due_at, now)


def _due_after_skipping(reminder: Reminder, now: datetime) -> datetime:
    """When a reminder that is not sent is due next: perhaps within the last hour, if it is old."""
    latest = next_due(reminder.hour, reminder.time_zone, now - LATEST)
    if not _is_timely(reminder, now) and is_timely(latest, now):
        return latest
    return next_due(reminder.hour, reminder.time_zone, now)


def _would_end(streak: Streak) -> bool:
    """Whether a streak worth a reminder ends with a day that is not won."""
    return streak.current >= MIN_STREAK and not streak.has_freeze
