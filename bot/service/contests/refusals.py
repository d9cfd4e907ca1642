"""Why a race, or an action in one, is refused."""

from __future__ import annotations

from typing import Final

from bot.i18n import N_
from bot.models.contests import Race, RacerOutcome, RaceState
from bot.service.errors import ServiceError

_TABLE_REFUSALS: Final = {
    RaceState.OPEN: N_("This race has not begun yet. It begins when its organizer presses Start."),
    RaceState.RUNNING: N_(
        "This race has already begun. Type /race start to open a table for another."
    ),
    RaceState.FINISHED: N_("This race is over. Type /race start to open a table for another."),
    RaceState.CLOSED: N_("This table is closed. Type /race start to open another."),
}
_CHALLENGE_REFUSALS: Final = {
    RaceState.OPEN: N_("This challenge has not been accepted yet. The race begins when it is."),
    RaceState.RUNNING: N_("This race has already begun. Go to your board, or leave the race."),
    RaceState.FINISHED: N_("This race is over. Type /race challenge to start another."),
    RaceState.CLOSED: N_(
        "This challenge was not answered in time. Type /race challenge to send another."
    ),
    RacerOutcome.DECLINED: N_("This challenge was declined. Type /race challenge to send another."),
    RacerOutcome.LEFT: N_("This challenge was withdrawn. Type /race challenge to send another."),
}


class NoRace(ServiceError):
    """The race does not exist, the player is not in it, or its state does not allow the action."""


class CannotRace(ServiceError):
    """The player cannot open, join or start this race, or not now."""


def not_now(race: Race) -> NoRace:
    """Why the state of a race does not allow the action."""
    if race.by_invitation:
        return NoRace(_CHALLENGE_REFUSALS[race.refusal or race.state])
    return NoRace(_TABLE_REFUSALS[race.state])


def not_in(race: Race) -> NoRace:
    """Why a player who does not take part cannot act."""
    if race.by_invitation:
        return NoRace(
            N_("This race is between two other players. Type /race challenge to start your own.")
        )
    return NoRace(N_("You are not in this race. Type /race start to open a table of your own."))


def no_such_race(*, by_invitation: bool) -> NoRace:
    """Why nobody can act in a race that does not exist."""
    if by_invitation:
        return NoRace(N_("This challenge no longer exists. Type /race challenge to send another."))
    return NoRace(N_("This race no longer exists. Type /race start to open a table for another."))


def alone() -> CannotRace:
    """Why a race of one player does not start."""
    return CannotRace(N_("You are alone at this table. Wait until somebody joins."))
