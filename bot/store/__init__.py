"""Where games are kept: an SQL database, SQLite or PostgreSQL, and the log of every game in it."""

from __future__ import annotations

from bot.store.challenges import (
    ask_challenge,
    begin_race,
    challenge,
    claim_telling,
    close_challenge,
    finish_race,
    is_racing,
    last_races,
    open_challenges,
    overdue_challenges,
    release_telling,
    untold_challenges,
)
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
from bot.store.preferences import Owner, choices_of, choose
from bot.store.privacy import delete_player, everything_of, holdings_of
from bot.store.records import Action, Deal, Step, StoredGame
from bot.store.results import daily_result, days_won, result_of
from bot.store.statistics import (
    days_of,
    guild_best,
    guild_games,
    guild_players,
    outcomes_of,
    tallies_of,
    tally_of,
)
from bot.store.store import Database
from bot.store.url import database_file, parse_address

__all__ = [
    "Action",
    "Conflict",
    "Database",
    "Deal",
    "GameFinished",
    "InvalidAddress",
    "NoSuchGame",
    "Owner",
    "Step",
    "StoreError",
    "StoreInUse",
    "StoreUnavailable",
    "StoredGame",
    "UnknownRevision",
    "ask_challenge",
    "begin_race",
    "challenge",
    "choices_of",
    "choose",
    "claim_post",
    "claim_telling",
    "close_challenge",
    "daily_deal",
    "daily_line",
    "daily_lines",
    "daily_players",
    "daily_result",
    "database_file",
    "day_rank",
    "days_of",
    "days_won",
    "delete_player",
    "everything_of",
    "finish_race",
    "guild_best",
    "guild_games",
    "guild_players",
    "guilds_to_tell",
    "holdings_of",
    "is_listed",
    "is_racing",
    "keep_daily_deal",
    "last_races",
    "list_in",
    "open_challenges",
    "open_daily_game",
    "open_store",
    "outcomes_of",
    "overdue_challenges",
    "parse_address",
    "release_post",
    "release_telling",
    "result_of",
    "tallies_of",
    "tally_of",
    "untold_challenges",
]
