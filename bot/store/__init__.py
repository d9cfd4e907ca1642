"""Where games are kept: an SQL database, SQLite or PostgreSQL, and the log of every game in it."""

from __future__ import annotations

from bot.store.address import database_file, parse_address
from bot.store.choices import Chooser, choices_of, choose
from bot.store.daily import (
    claim_post,
    daily_deal,
    guilds_to_tell,
    keep_daily_deal,
    open_daily_game,
    release_post,
)
from bot.store.database import open_store
from bot.store.errors import (
    Conflict,
    GameFinished,
    InvalidAddress,
    NoSuchGame,
    StoreError,
    StoreInUse,
    StoreUnavailable,
    UnknownRevision,
)
from bot.store.leaderboards import daily_line, daily_lines, daily_players, day_rank
from bot.store.listings import is_listed, list_in
from bot.store.records import (
    Action,
    Count,
    DailyDeal,
    DailyLine,
    DayRank,
    Deal,
    Outcome,
    Place,
    Result,
    Step,
    StoredGame,
    Tally,
)
from bot.store.results import daily_result, days_won, result_of
from bot.store.store import Store
from bot.store.tallies import (
    days_of,
    guild_best,
    guild_games,
    guild_players,
    outcomes_of,
    tallies_of,
    tally_of,
)

__all__ = [
    "Action",
    "Chooser",
    "Conflict",
    "Count",
    "DailyDeal",
    "DailyLine",
    "DayRank",
    "Deal",
    "GameFinished",
    "InvalidAddress",
    "NoSuchGame",
    "Outcome",
    "Place",
    "Result",
    "Step",
    "Store",
    "StoreError",
    "StoreInUse",
    "StoreUnavailable",
    "StoredGame",
    "Tally",
    "UnknownRevision",
    "choices_of",
    "choose",
    "claim_post",
    "daily_deal",
    "daily_line",
    "daily_lines",
    "daily_players",
    "daily_result",
    "database_file",
    "day_rank",
    "days_of",
    "days_won",
    "guild_best",
    "guild_games",
    "guild_players",
    "guilds_to_tell",
    "is_listed",
    "keep_daily_deal",
    "list_in",
    "open_daily_game",
    "open_store",
    "outcomes_of",
    "parse_address",
    "release_post",
    "result_of",
    "tallies_of",
    "tally_of",
]
