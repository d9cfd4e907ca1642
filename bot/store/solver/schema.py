"""Solutions of games, and deals that are ready to be dealt."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Integer, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import GAMES, owned_by_nobody, owned_through

solutions: Final = Table(
    "solutions",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("own_moves", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    CheckConstraint("own_moves >= 0", name="own_moves"),
    info=owned_through(
        "game_id",
        holds="how a game that was given up could have been won",
        shown=GAMES,
        why="`/solution` shows it move by move; dealt again, the game does not count",
    ),
)
"""How a finished game that was not won could have been: after so many of its own moves, these."""

winnable_deals: Final = Table(
    "winnable_deals",
    metadata,
    Column("rules_id", Text, primary_key=True),
    Column("deal_number", BigInteger, primary_key=True, autoincrement=False),
    Column("proven_at", Moment, nullable=False),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    info=owned_by_nobody(holds="deals that are known to be winnable, until they are dealt"),
)
"""Deals proven winnable and not yet dealt to anybody."""
