"""Plain values of the domain, stored by the store and returned by the services."""

from __future__ import annotations

from bot.models.challenges import DELETED_PLAYER, Challenge, ChallengeState, Ending
from bot.models.cluster import ShardInUse, ShardLocks, ShardPlan, StartGate
from bot.models.contests import Contest
from bot.models.daily import (
    EXTRA_SLOTS,
    DailyDeal,
    DayFigures,
    DayRank,
    LeaderboardLine,
    LeaderboardPage,
    ProgressPost,
    Slot,
)
from bot.models.games import PERFECT_GAME, Experience, GameState, Result, is_late
from bot.models.places import BoardMessage, Place
from bot.models.races import (
    Race,
    RacePost,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    places,
)
from bot.models.ratings import OVERALL, FinishedRace, RaceKind, RatedPlayer, Rating
from bot.models.reminders import Reminder, ReminderKind
from bot.models.statistics import DataSummary, GameStats, WinContext, WinCount
from bot.models.tournaments import (
    Standings,
    Tournament,
    TournamentDeal,
    TournamentEntry,
    TournamentKind,
)

__all__ = [
    "DELETED_PLAYER",
    "EXTRA_SLOTS",
    "OVERALL",
    "PERFECT_GAME",
    "BoardMessage",
    "Challenge",
    "ChallengeState",
    "Contest",
    "DailyDeal",
    "DataSummary",
    "DayFigures",
    "DayRank",
    "Ending",
    "Experience",
    "FinishedRace",
    "GameState",
    "GameStats",
    "LeaderboardLine",
    "LeaderboardPage",
    "Place",
    "ProgressPost",
    "Race",
    "RaceKind",
    "RacePost",
    "RaceProgress",
    "RaceState",
    "Racer",
    "RacerOutcome",
    "RatedPlayer",
    "Rating",
    "Reminder",
    "ReminderKind",
    "Result",
    "ShardInUse",
    "ShardLocks",
    "ShardPlan",
    "Slot",
    "Standings",
    "StartGate",
    "Tournament",
    "TournamentDeal",
    "TournamentEntry",
    "TournamentKind",
    "WinContext",
    "WinCount",
    "is_late",
    "places",
]
