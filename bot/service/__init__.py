"""The services: everything a player can do, independent of Discord."""

from __future__ import annotations

from bot.service.achievements import ACHIEVEMENTS, Achievement, Tier
from bot.service.advice import Advisor, Hint, Odds, Solution
from bot.service.calendar import game_of, week_of
from bot.service.challenge_errors import CannotChallenge, NoChallenge
from bot.service.challenges import ChallengeBoard, Challenges
from bot.service.claims import Claims
from bot.service.cluster import Cluster
from bot.service.contests import NoDeal
from bot.service.daily import Daily, Post
from bot.service.daily_errors import AlreadyPlayed, NotMissed, NotReady
from bot.service.daily_progress import DailyProgress
from bot.service.daily_status import DailyStatus, DealStatus, next_deal
from bot.service.deal_numbers import HIGHEST_SHORT_DEAL
from bot.service.digests import Digest, Digests
from bot.service.errors import (
    GameOver,
    NoGame,
    NoHelpInRace,
    NoSolutionInRace,
    NotYours,
    RaceNotOver,
    ServiceError,
    StaleBoard,
    UnreadableGame,
)
from bot.service.exports import Export, TooLarge
from bot.service.games import Games
from bot.service.guilds import Guilds
from bot.service.installation import Installation, OtherSecret
from bot.service.leaderboards import Leaderboard, Leaderboards, Period
from bot.service.live_boards import LiveBoards
from bot.service.models import BoardVersion, GameSnapshot, GameSummary
from bot.service.months import Badge, Month, badge_of, next_badge
from bot.service.names import Names
from bot.service.preferences import GuildPreferences, Preferences, PreferenceService, Tap
from bot.service.privacy import Privacy
from bot.service.profiles import LEVEL_STEP, POINTS, Level, Profile
from bot.service.race_errors import CannotRace, NoRace
from bot.service.races import RaceBoard, Races
from bot.service.rating import MIN_RACES, ShownRating
from bot.service.ratings import PlayerRating, RatingChange, RatingLine, Ratings, RatingsPage
from bot.service.reminders import MIN_STREAK, DueReminder, Reminders, ReminderSettings
from bot.service.setup_offers import SetupOffers
from bot.service.solutions import Solutions
from bot.service.solver.goal_finder import GoalFinder
from bot.service.solver.hidden_cards import is_fully_known
from bot.service.solver.par_finder import ParFinder
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.statistics import OFTEN, GuildStatistics, PlayerStatistics, Private, Statistics
from bot.service.streaks import Streak
from bot.service.tournaments import CannotStart, NoTournament, Tournaments
from bot.service.winnable import DealChoice, WinnableDeals
from bot.service.wins import WinSummary

__all__ = [
    "ACHIEVEMENTS",
    "HIGHEST_SHORT_DEAL",
    "LEVEL_STEP",
    "MIN_RACES",
    "MIN_STREAK",
    "OFTEN",
    "POINTS",
    "Achievement",
    "Advisor",
    "AlreadyPlayed",
    "Badge",
    "BoardVersion",
    "CannotChallenge",
    "CannotRace",
    "CannotStart",
    "ChallengeBoard",
    "Challenges",
    "Claims",
    "Cluster",
    "Daily",
    "DailyProgress",
    "DailyStatus",
    "DealChoice",
    "DealStatus",
    "Digest",
    "Digests",
    "DueReminder",
    "Export",
    "GameOver",
    "GameSnapshot",
    "GameSummary",
    "Games",
    "GoalFinder",
    "GuildPreferences",
    "GuildStatistics",
    "Guilds",
    "Hint",
    "Installation",
    "Leaderboard",
    "Leaderboards",
    "Level",
    "LiveBoards",
    "Month",
    "Names",
    "NoChallenge",
    "NoDeal",
    "NoGame",
    "NoHelpInRace",
    "NoRace",
    "NoSolutionInRace",
    "NoTournament",
    "NotMissed",
    "NotReady",
    "NotYours",
    "Odds",
    "OtherSecret",
    "ParFinder",
    "Period",
    "PlayerRating",
    "PlayerStatistics",
    "Post",
    "PreferenceService",
    "Preferences",
    "Privacy",
    "Private",
    "Profile",
    "RaceBoard",
    "RaceNotOver",
    "Races",
    "RatingChange",
    "RatingLine",
    "Ratings",
    "RatingsPage",
    "ReminderSettings",
    "Reminders",
    "ServiceError",
    "SetupOffers",
    "ShownRating",
    "Solution",
    "Solutions",
    "SolverBusy",
    "SolverPool",
    "StaleBoard",
    "Statistics",
    "Streak",
    "Tap",
    "Tier",
    "TooLarge",
    "Tournaments",
    "UnreadableGame",
    "WinSummary",
    "WinnableDeals",
    "badge_of",
    "game_of",
    "is_fully_known",
    "next_badge",
    "next_deal",
    "week_of",
]
