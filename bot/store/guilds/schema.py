"""Servers: what they have chosen, and who plays in them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Table, Text

from bot.i18n import N_
from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import SETTINGS, owned_by, owned_by_nobody

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
        shown=N_("in which servers you were dealt a game"),
        why="they appear in these servers' leaderboards",
    ),
)
"""Who was dealt a game in which server."""

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
        shown=SETTINGS,
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
