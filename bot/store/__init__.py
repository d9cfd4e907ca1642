"""Persistent storage in an SQL database, SQLite or PostgreSQL.

A database is opened by :func:`bot.store.database.open.open_database`; queries are functions of a
:class:`~bot.store.database.connection.Database`, a room a subject. Each is one transaction: when it
returns, its changes are committed. Any of them raises
:class:`~bot.store.database.errors.StoreUnavailable` if the database fails.

The tables of a subject are in its ``schema``. Importing any of the store imports all subjects, so
that :data:`~bot.store.database.columns.metadata` has every table, and what a subject registers in
:mod:`bot.store.play.events` happens.
"""

from __future__ import annotations

import importlib
import pkgutil

_MACHINERY = "database"
"""The room that has no tables and registers nothing; parts of it are slow to import."""


def _import_subjects() -> None:
    for room in pkgutil.iter_modules(__path__, f"{__name__}."):
        if room.ispkg and room.name != f"{__name__}.{_MACHINERY}":
            package = importlib.import_module(room.name)
            for module in pkgutil.iter_modules(package.__path__, f"{room.name}."):
                importlib.import_module(module.name)


_import_subjects()
