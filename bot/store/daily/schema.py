"""The deals of days, and the messages about them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, ForeignKey, Integer, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import owned_by_nobody, owned_through

daily_deals: Final = Table(
    "daily_deals",
    metadata,
    Column("day", Date, primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("par", Integer, nullable=False),
    Column("chosen_at", Moment, nullable=False),
    Column("goal", Text),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    CheckConstraint("attempt >= 1", name="attempt"),
    CheckConstraint("par >= 1", name="par"),
    info=owned_by_nobody(holds="each day's deals, their par and goals"),
)
"""The deals of each day: once chosen, neither a new secret nor a new solver changes them."""

daily_posts: Final = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("posted_at", Moment, nullable=False),
    info=owned_by_nobody(holds="the days whose results a server was sent"),
)
"""The days whose results were posted in a server, or are being posted."""

progress_posts: Final = Table(
    "progress_posts",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("message_id", BigInteger),
    Column("version", Integer, nullable=False),
    info=owned_through(
        "game_id",
        holds=("which message shows a channel the progress of a daily game, and up to which move"),
        why="it is edited as the game goes on",
    ),
)
"""The daily games whose channel is told how they stand, at which version it was told last, and the
message; None before the first."""
