"""Reminders that players have asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class ReminderKind(StrEnum):
    """What a player is reminded of."""

    DAY = "day"
    """That the day's deal is unplayed, at an hour of their choice."""
    STREAK = "streak"
    """That a streak ends with the day, some hours before."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that a player has set.

    Attributes:
        player_id: the player.
        kind: what they are reminded of.
        hour: the hour on the clock of the time zone.
        time_zone: the time zone's IANA name.
        language: the language of the player's Discord when they set it.
        due_at: when it is due next; None while it is off.
        told_day: the last day whose deal they were reminded of.
        channel_id: the direct messages with the player, once they are open.
        refused_at: when Discord refused to deliver it, which turned it off.
    """

    player_id: int
    kind: ReminderKind
    hour: int
    time_zone: str
    language: str
    due_at: datetime | None
    told_day: date | None = None
    channel_id: int | None = None
    refused_at: datetime | None = None
