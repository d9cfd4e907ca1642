"""The tables of what is due, and of the messages that show it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.store.database.columns import Moment, index_where, metadata
from bot.store.database.ownership import GAMES, SETTINGS, owned_by

due: Final = Table(
    "due",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    Column("part", Text, primary_key=True),
    Column("due_at", Moment, nullable=False),
    Column("next_at", Moment, nullable=False),
    Column("guild_id", BigInteger),
    Column("player_id", BigInteger),
    Column("begun_at", Moment),
    Column("version", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Index(None, "next_at"),
    Index(None, "guild_id"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="when the player is reminded next, and when a board of theirs is folded to a line",
        shown=SETTINGS,
        why="each comes at its time and once, also after a crash",
    ),
)
"""What has to be looked at, and when: a row a subject.

``next_at`` is when it may be taken: when it is due, or later while a process has it (from
``begun_at`` on) and after a failure. ``version`` counts how often it was touched.
"""

OPEN_BOARDS: Final = "kind = 'board' AND shown = '' AND message_id IS NOT NULL"
"""The condition for the boards that a message shows and that are not folded."""

posts: Final = Table(
    "posts",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("subject", BigInteger, primary_key=True, autoincrement=False),
    Column("part", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("player_id", BigInteger),
    Column("message_id", BigInteger),
    Column("shown", Text, nullable=False),
    Column("shown_at", Moment, nullable=False),
    Index(None, "guild_id"),
    Index(None, "player_id"),
    index_where(OPEN_BOARDS, "ix_posts_open_boards", "player_id", "channel_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="which message shows a game of the player, and what it shows",
        shown=GAMES,
        why="the message is brought up to date, also after a restart",
    ),
)
"""The message that shows each subject; one that is gone has no id."""
