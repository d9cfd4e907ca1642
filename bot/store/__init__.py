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
from bot.store.records import Action, DailyDeal, Deal, Outcome, Place, Result, Step, StoredGame
from bot.store.results import daily_result, days_won, result_of
from bot.store.store import Store

__all__ = [
    "Action",
    "Chooser",
    "Conflict",
    "DailyDeal",
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
    "UnknownRevision",
    "choices_of",
    "choose",
    "claim_post",
    "daily_deal",
    "daily_result",
    "database_file",
    "days_won",
    "guilds_to_tell",
    "keep_daily_deal",
    "open_daily_game",
    "open_store",
    "parse_address",
    "release_post",
    "result_of",
]
