"""Why a day's deal cannot be played."""

from __future__ import annotations

from bot.i18n import N_
from bot.models import Result
from bot.service.errors import ServiceError


class NotReady(ServiceError):
    """The day has no such deal, or none yet."""


class AlreadyPlayed(ServiceError):
    """The player has a result of the deal, and did not ask to play again.

    Attributes:
        result: their result.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(
            N_("You have already played today's deal. The next one comes at midnight UTC.")
        )
        self.result = result


class NotMissed(ServiceError):
    """The deal of a past day cannot be played, or no longer."""
