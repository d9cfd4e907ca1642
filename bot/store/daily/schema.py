"""The deals of days, and deals that are ready to be dealt."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, Integer, Table, Text

from bot.store.schema.columns import Moment, metadata

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
)
"""The deals of each day: once chosen, neither a new secret nor a new solver changes them."""

daily_posts: Final = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("posted_at", Moment, nullable=False),
)
"""The days whose results were posted in a server, or are being posted."""

winnable_deals: Final = Table(
    "winnable_deals",
    metadata,
    Column("rules_id", Text, primary_key=True),
    Column("deal_number", BigInteger, primary_key=True, autoincrement=False),
    Column("proven_at", Moment, nullable=False),
    CheckConstraint("deal_number >= 1", name="deal_number"),
)
"""Deals proven winnable and not yet dealt to anybody."""
