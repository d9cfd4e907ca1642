"""The table of messages that nobody asked for just then."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Table, Text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import SETTINGS, owned_by

outbox: Final = Table(
    "outbox",
    metadata,
    Column("name", Text, primary_key=True),
    Column("player_id", BigInteger),
    Column("begun_at", Moment, nullable=False),
    Column("until", Moment, nullable=False),
    Column("claimed_until", Moment, nullable=False),
    Column("sent_at", Moment),
    Index(None, "player_id"),
    Index(None, "until"),
    info=owned_by(
        "player_id",
        holds=(
            "which reminders the player was sent in the last hour, or is being sent; and which "
            "posts channels were sent in the last day"
        ),
        shown=SETTINGS,
        why="each comes once, also after a crash",
    ),
)
"""Messages from the moment one is begun until it would be too late.

One process at a time has it, until ``claimed_until``. From ``sent_at`` on, when Discord had taken
or refused it, it is not sent again.
"""
