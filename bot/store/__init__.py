"""Persistent storage in an SQL database, SQLite or PostgreSQL.

A database is opened here; queries are functions of a :class:`Database`, one module per subject.
Each is one transaction: when it returns, its changes are committed.
"""

from __future__ import annotations

from bot.store.connection import Database
from bot.store.copies import keep_daily_copies
from bot.store.errors import (
    Conflict,
    GameFinished,
    InvalidUrl,
    NoSuchGame,
    StoreDamaged,
    StoreInUse,
    StoreUnavailable,
    UnknownRevision,
)
from bot.store.open import open_database
from bot.store.records import Action, Career, Deal, GameRecord, Step, StoredGame

__all__ = [
    "Action",
    "Career",
    "Conflict",
    "Database",
    "Deal",
    "GameFinished",
    "GameRecord",
    "InvalidUrl",
    "NoSuchGame",
    "Step",
    "StoreDamaged",
    "StoreInUse",
    "StoreUnavailable",
    "StoredGame",
    "UnknownRevision",
    "keep_daily_copies",
    "open_database",
]
