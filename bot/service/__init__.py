"""What a player can do, in plain async Python that knows no Discord."""

from __future__ import annotations

from bot.service.advice import Advisor, Hint, Odds, Solution
from bot.service.calendar import game_of, week_of
from bot.service.challenges import CannotChallenge, Challenges, NoChallenge, NoDeal, Race
from bot.service.daily import AlreadyPlayed, Daily, NotReady, Post, Prover, Today
from bot.service.errors import Finished, NoGame, NotYours, ServiceError, Stale, Unreadable
from bot.service.leaderboards import Leaderboard, Period, leaderboard
from bot.service.preferences import Choices, GuildPreferences, Preferences, Tap
from bot.service.privacy import Export, Privacy, TooLarge
from bot.service.races import Mark
from bot.service.seats import Seat, Seen, Summary
from bot.service.solving import SolverBusy, Solvers
from bot.service.statistics import (
    GuildStatistics,
    PlayerStatistics,
    Private,
    guild_statistics,
    may_see,
    player_statistics,
    refuse_unless_seen,
)
from bot.service.streaks import Streak
from bot.service.tables import HIGHEST_RANDOM_DEAL, Tables
from bot.service.unseen import sees_all
from bot.service.winnable import Chosen, WinnableDeals
from bot.store import (
    GONE,
    Challenge,
    ChallengeState,
    Count,
    DailyDeal,
    DailyLine,
    DayRank,
    Ending,
    Holdings,
    Outcome,
    Place,
    Result,
    Tally,
)

__all__ = [
    "GONE",
    "HIGHEST_RANDOM_DEAL",
    "Advisor",
    "AlreadyPlayed",
    "CannotChallenge",
    "Challenge",
    "ChallengeState",
    "Challenges",
    "Choices",
    "Chosen",
    "Count",
    "Daily",
    "DailyDeal",
    "DailyLine",
    "DayRank",
    "Ending",
    "Export",
    "Finished",
    "GuildPreferences",
    "GuildStatistics",
    "Hint",
    "Holdings",
    "Leaderboard",
    "Mark",
    "NoChallenge",
    "NoDeal",
    "NoGame",
    "NotReady",
    "NotYours",
    "Odds",
    "Outcome",
    "Period",
    "Place",
    "PlayerStatistics",
    "Post",
    "Preferences",
    "Privacy",
    "Private",
    "Prover",
    "Race",
    "Result",
    "Seat",
    "Seen",
    "ServiceError",
    "Solution",
    "SolverBusy",
    "Solvers",
    "Stale",
    "Streak",
    "Summary",
    "Tables",
    "Tally",
    "Tap",
    "Today",
    "TooLarge",
    "Unreadable",
    "WinnableDeals",
    "game_of",
    "guild_statistics",
    "leaderboard",
    "may_see",
    "player_statistics",
    "refuse_unless_seen",
    "sees_all",
    "week_of",
]
