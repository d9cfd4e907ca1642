"""What players have chosen, who they are, and what they have earned."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, Index, Integer, Table, Text

from bot.i18n import N_
from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import SETTINGS, owned_by

player_preferences: Final = Table(
    "player_preferences",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index(None, "name"),
    info=owned_by(
        "player_id",
        holds=(
            "theme, language and other settings; house rules; whether a server's leaderboards show "
            "the player; a random number by which sessions at tables end"
        ),
        shown=SETTINGS,
        why="so that they choose once",
        counted_as="preferences",
    ),
)
"""Players' preferences; one left at its default has no row."""

player_names: Final = Table(
    "player_names",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    info=owned_by(
        "player_id",
        holds=(
            "the name at the player's last command or press, or when they first came to a table "
            "within Discord, only while another table mentions the player"
        ),
        shown=N_("the name you have on Discord, for messages that name you without a mention"),
        why=(
            "Discord shows a mention's name only where it may notify; other messages have the name "
            "instead"
        ),
    ),
)
"""Players' names as Discord last told them."""

last_seen: Final = Table(
    "last_seen",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, nullable=False),
    Column("delete_on", Date),
    Index(None, "day"),
    info=owned_by(
        "player_id",
        holds=(
            "the day of the player's last command, press or visit at a table, or that on which "
            "this was first noted; "
            "the day on which a player who stays away is deleted"
        ),
        shown=N_("the day on which you were last here"),
        why="who does not come back for two years is deleted",
    ),
)
"""When players were here last, only while another table mentions them."""

reminders: Final = Table(
    "reminders",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("hour", Integer),
    Column("time_zone", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("channel_id", BigInteger),
    Column("refused_at", Moment),
    CheckConstraint("kind IN ('day', 'streak')", name="kind"),
    CheckConstraint("hour BETWEEN 0 AND 23", name="hour"),
    info=owned_by(
        "player_id",
        holds=(
            "the hour and time zone of reminders that the player has set, the language, the "
            "channel of the direct messages"
        ),
        shown=SETTINGS,
        why="they come at that hour, once, also after a restart",
    ),
)
"""The reminders that players have set; one that is off has no hour."""

badges: Final = Table(
    "badges",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("id", Text, primary_key=True),
    Column("earned_at", Moment, nullable=False),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="the badges and levels that the player has earned, and when",
        shown=N_("the badges and levels that you have earned"),
        why="what was earned stays earned, whatever games are added or measured anew",
    ),
)
"""What players have earned: ids of badges, and of levels. ``earned_at`` is the end of the player's
newest game by when it was first seen."""
