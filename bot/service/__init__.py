"""What a player can do, in plain async Python that knows no Discord."""

from __future__ import annotations

from bot.service.errors import Finished, NoGame, NotYours, ServiceError, Stale, Unreadable
from bot.service.seats import Seat, Seen, Summary
from bot.service.tables import HIGHEST_RANDOM_DEAL, Tables
from bot.store import Outcome, Place

__all__ = [
    "HIGHEST_RANDOM_DEAL",
    "Finished",
    "NoGame",
    "NotYours",
    "Outcome",
    "Place",
    "Seat",
    "Seen",
    "ServiceError",
    "Stale",
    "Summary",
    "Tables",
    "Unreadable",
]
