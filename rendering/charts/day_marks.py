"""The mark of a day: what a player has made of its deal."""

from __future__ import annotations

from enum import StrEnum


class DayMark(StrEnum):
    """The mark of a day, in the order of the legend."""

    PERFECT = "perfect"
    WON = "won"
    LATE = "late"
    """Won, but begun after the day."""
    GIVEN_UP = "given up"
    FROZEN = "frozen"
    """Missed, and outlasted by the streak."""
    MISSED = "missed"
    TO_COME = "to come"
    """Or not over yet."""

    @property
    def is_won(self) -> bool:
        """Whether the day's deal was won, on its day or later."""
        return self in (DayMark.PERFECT, DayMark.WON, DayMark.LATE)
