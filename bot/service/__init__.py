"""What a player can do, in plain async Python that knows no Discord."""

from __future__ import annotations

from bot.service.advice import Advisor, Hint, Odds, Solution
from bot.service.errors import Finished, NoGame, NotYours, ServiceError, Stale, Unreadable
from bot.service.preferences import Choices, GuildPreferences, Preferences, Tap
from bot.service.seats import Seat, Seen, Summary
from bot.service.solving import SolverBusy, Solvers
from bot.service.tables import HIGHEST_RANDOM_DEAL, Tables
from bot.service.unseen import sees_all
from bot.service.winnable import Chosen, WinnableDeals
from bot.store import Outcome, Place

__all__ = [
    "HIGHEST_RANDOM_DEAL",
    "Advisor",
    "Choices",
    "Chosen",
    "Finished",
    "GuildPreferences",
    "Hint",
    "NoGame",
    "NotYours",
    "Odds",
    "Outcome",
    "Place",
    "Preferences",
    "Seat",
    "Seen",
    "ServiceError",
    "Solution",
    "SolverBusy",
    "Solvers",
    "Stale",
    "Summary",
    "Tables",
    "Tap",
    "Unreadable",
    "WinnableDeals",
    "sees_all",
]
