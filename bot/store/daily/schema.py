"""The messages about days."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Date, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import owned_by_nobody

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
