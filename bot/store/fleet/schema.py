"""What the processes of one bot agree on."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, Table, Text

from bot.store.schema.columns import Moment, metadata

session_starts: Final = Table(
    "session_starts",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, primary_key=True, autoincrement=False),
    Column("bucket", Integer, nullable=False),
    Column("process", Text, nullable=False),
)
"""The sessions that were started in the last day; those of a bucket begin one after the other."""

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
)
"""The process that serves a shard, or did last: an advisory lock tells whether it still does.

One that drains hands the shard over, and closes it once its successor has connected it.
"""

installation: Final = Table(
    "installation",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all processes have in common, such as a fingerprint of the secret."""
