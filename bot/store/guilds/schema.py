"""Servers: what they have chosen, and what is counted as results come."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.store.database.columns import Moment, Span, metadata
from bot.store.database.ownership import owned_by, owned_by_nobody

guild_players: Final = Table(
    "guild_players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="in which servers the player was dealt a game",
        why="they appear in these servers' leaderboards",
    ),
)
"""Who was dealt a game in which server."""

guild_tallies: Final = Table(
    "guild_tallies",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rules_id", Text, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="how many games of each kind they finished in each server, and won",
        why="servers' statistics at once, however many games",
    ),
)
"""How many games of each kind players finished in each server, and won."""

daily_totals: Final = Table(
    "daily_totals",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("days", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("unaided", Integer, nullable=False),
    Column("perfect", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("odds", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("played_ms", Span, nullable=False),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="the totals of their daily deals: days, wins, moves, time, hints, undos",
        why="the leaderboard of all days at once",
    ),
)
"""The totals of each player's daily results that ended on their day. All but the days and the days
won are totals of the wins."""

guild_preferences: Final = Table(
    "guild_preferences",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    info=owned_by_nobody(holds="what servers chose"),
)
"""Servers' preferences."""

channel_choices: Final = Table(
    "channel_choices",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, nullable=False),
    Index(None, "player_id"),
    info=owned_by(
        "player_id",
        holds="in which servers they chose the channel for the day's message",
        why="they are told, once, when it takes no more of these",
    ),
)
"""Who chose the channel that has a server's message of the day."""

guilds: Final = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text, nullable=False),
    info=owned_by_nobody(holds="which language servers have on Discord"),
)
"""The servers that have the bot, and their locales on Discord."""

removed_guilds: Final = Table(
    "removed_guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("removed_at", Moment, nullable=False),
    info=owned_by_nobody(holds="which servers removed Patience, and when"),
)
"""Servers that the bot is in no longer, and since when: what they left behind is dropped later."""
