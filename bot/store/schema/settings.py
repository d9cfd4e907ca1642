"""What players and servers have chosen, who players are, and what processes are doing."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, Index, Integer, Table, Text, text

from bot.store.schema.columns import Moment, metadata

player_preferences: Final = Table(
    "player_preferences",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index(None, "name"),
)
"""Players' preferences; one left at its default has no row."""

player_names: Final = Table(
    "player_names",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)
"""Players' names as Discord last told them."""

guild_preferences: Final = Table(
    "guild_preferences",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Servers' preferences."""

guilds: Final = Table(
    "guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", Text, nullable=False),
)
"""The servers that have the bot, and their locales on Discord."""

removed_guilds: Final = Table(
    "removed_guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("removed_at", Moment, nullable=False),
)
"""Servers that the bot is in no longer, and since when: what they left behind is dropped later."""

reminders: Final = Table(
    "reminders",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("hour", Integer, nullable=False),
    Column("time_zone", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("due_at", Moment),
    Column("told_day", Date),
    Column("channel_id", BigInteger),
    Column("refused_at", Moment),
    CheckConstraint("kind IN ('day', 'streak')", name="kind"),
    CheckConstraint("hour BETWEEN 0 AND 23", name="hour"),
    Index(None, "due_at"),
)
"""The reminders that players have set; one that is off is due at no time."""

claims: Final = Table(
    "claims",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", Moment, nullable=False),
    Column("owner", Text, nullable=False, server_default=text("''")),
)
"""What processes are doing just now, until when nobody else shall, and which process does it."""
