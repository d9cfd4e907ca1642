"""Why a race for many, or an action in one, is refused."""

from __future__ import annotations

from typing import Final

from bot.i18n import N_
from bot.models import Race, RaceState
from bot.service.errors import ServiceError

_NOT_NOW: Final = {
    RaceState.OPEN: N_("This race has not begun yet. It begins when its organizer presses Start."),
    RaceState.RUNNING: N_("This race has already begun. Type /race to open a table for another."),
    RaceState.FINISHED: N_("This race is over. Type /race to open a table for another."),
    RaceState.CLOSED: N_("This table is closed. Type /race to open another."),
}


class NoRace(ServiceError):
    """The race does not exist, the player is not in it, or its state does not allow the action."""


class CannotRace(ServiceError):
    """The player cannot open, join or start this race, or not now."""


def not_now(race: Race) -> NoRace:
    """Why the state of a race does not allow the action."""
    return NoRace(_NOT_NOW[race.state])


def not_in_race() -> NoRace:
    """Why a player who does not take part cannot act."""
    return NoRace(N_("You are not in this race. Type /race to open a table of your own."))
