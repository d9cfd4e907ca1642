"""What the processes of one bot agree on."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, Table, Text, text

from bot.store.database.columns import Moment, metadata
from bot.store.database.ownership import owned_by_nobody

session_starts: Final = Table(
    "session_starts",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, primary_key=True, autoincrement=False),
    Column("bucket", Integer, nullable=False),
    Column("process", Text, nullable=False),
    info=owned_by_nobody(
        holds="when processes connected to Discord, with the names of their machines"
    ),
)
"""When each shard's last session was started; those of a bucket begin one after the other."""

shard_owners: Final = Table(
    "shard_owners",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
    Column("process", Text, nullable=False),
    Column("since", Moment, nullable=False),
    Column("is_draining", Boolean, nullable=False),
    Column("has_successor", Boolean, nullable=False),
    info=owned_by_nobody(
        holds="which process serves which shard, with the names of their machines"
    ),
)
"""The process that serves a shard, or did last: an advisory lock tells whether it still does.

One that drains hands the shard over, and closes it once its successor has connected it.
"""

installation: Final = Table(
    "installation",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    info=owned_by_nobody(holds="what the processes that share the database agree on"),
)
"""What all processes have in common, such as a fingerprint of the secret."""

claims: Final = Table(
    "claims",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", Moment, nullable=False),
    Column("owner", Text, nullable=False, server_default=text("''")),
    info=owned_by_nobody(
        holds=(
            "which message is being sent and, where several processes share the database, the ids "
            "of a day's commands and presses"
        ),
    ),
)
"""What processes are doing just now, until when nobody else shall, and which process does it."""
