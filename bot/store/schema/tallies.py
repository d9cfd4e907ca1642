"""What is counted as results come, so that no page counts all results there are."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.store.schema.columns import Span, metadata

guild_players: Final = Table(
    "guild_players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
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
)
"""The totals of each player's daily results that ended on their day. All but the days and the days
won are totals of the wins."""
