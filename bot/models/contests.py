"""Contests: what a game may be part of, so that others play its deal too."""

from __future__ import annotations

from enum import StrEnum


class Contest(StrEnum):
    """A contest that a game belongs to, and that is not over."""

    RACE = "race"
    RACE_WITH_HINTS = "race with hints"
    TOURNAMENT = "tournament"
