"""The deals of days, and the messages about them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Column, Date, Integer, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import owned_by_nobody

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

daily_messages: Final = Table(
    "daily_messages",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("shown", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("shown_at", Moment, nullable=False),
    Column("ended_at", Moment),
    info=owned_by_nobody(holds="the message that shows a server its day, and what it shows"),
)
"""The message that shows a server a day; it ends with the day's card. One that is gone has no id,
and is not sent again."""
