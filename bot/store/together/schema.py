"""Shared boards, who plays on them, and what they vote for."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import TOGETHER, owned_by, owned_by_nobody

shared_boards: Final = Table(
    "shared_boards",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("mode", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("vote_until", Moment),
    Index(None, "channel_id"),
    Index(None, "guild_id"),
    sqlite_autoincrement=True,
    info=owned_by_nobody(holds="the boards that everybody in a channel may play on"),
)
"""Shared boards. Their games are in ``games``, and belong to the negative of their id."""

# Games are no foreign keys here: these rows are about players, not about whose game it is.

shared_players: Final = Table(
    "shared_players",
    metadata,
    Column("game_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("actions", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="in which shared games they played: how often, and when last",
        shown=TOGETHER,
        why="a shared board names who played last, and knows who has a say",
    ),
)
"""Who has played in which shared game."""

shared_votes: Final = Table(
    "shared_votes",
    metadata,
    Column("game_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("wish", Text, primary_key=True),
    Column("choice", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=owned_by(
        "player_id",
        holds="what they voted for in shared games, until the vote is over",
        shown=TOGETHER,
        why="what several have to want is counted",
    ),
)
"""What people want in shared games. Votes for earlier boards are deleted with the next action."""
