"""Why a challenge, or an action on one, is refused."""

from __future__ import annotations

from typing import Final

from bot.i18n import N_
from bot.models import Challenge, ChallengeState
from bot.service.errors import ServiceError

_NO_LONGER: Final = {
    ChallengeState.PENDING: N_(
        "This challenge has not been accepted yet. The race begins when it is."
    ),
    ChallengeState.RUNNING: N_("This race has already begun. Go to your board, or leave the race."),
    ChallengeState.DECLINED: N_("This challenge was declined. Type /challenge to send another."),
    ChallengeState.WITHDRAWN: N_("This challenge was withdrawn. Type /challenge to send another."),
    ChallengeState.EXPIRED: N_(
        "This challenge was not answered in time. Type /challenge to send another."
    ),
    ChallengeState.FINISHED: N_("This race is over. Type /challenge to start another."),
}


class NoChallenge(ServiceError):
    """The challenge does not exist, is not the player's, or does not allow the action."""


class CannotChallenge(ServiceError):
    """The player cannot challenge that opponent, or not now."""


def not_open(challenge: Challenge) -> NoChallenge:
    """Why the state of a challenge does not allow the action."""
    return NoChallenge(_NO_LONGER[challenge.state])


def expired() -> NoChallenge:
    """Why a challenge past its deadline cannot be answered."""
    return NoChallenge(_NO_LONGER[ChallengeState.EXPIRED])
