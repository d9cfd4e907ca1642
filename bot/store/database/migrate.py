"""Creating the tables of a new database, and migrating one to the current schema."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, column, delete, insert, inspect, select, table

from bot.store.database.columns import metadata
from bot.store.database.errors import StoreUnavailable
from bot.store.database.revisions import MIGRATIONS, MigrationState

_log = logging.getLogger(__name__)

_SEQUENCES: Final = table("sqlite_sequence", column("name"), column("seq"))


def migrate(connection: Connection, state: MigrationState, migrations: Path = MIGRATIONS) -> None:
    """Create all tables, or run the missing migrations, logging each, in one transaction."""
    config = _config(migrations)
    config.attributes["connection"] = connection
    config.attributes["on_version_apply"] = _progress(state.missing) if state.is_older else ()
    if not state.is_older:
        metadata.create_all(connection)
        command.stamp(config, "head")
        return
    if connection.dialect.name != "sqlite":
        command.upgrade(config, "head")
        return
    last_ids = _last_ids(connection)
    command.upgrade(config, "head")
    _restore_last_ids(connection, last_ids)
    _check_references(connection)


def _progress(steps: Sequence[str]) -> Callable[..., None]:
    """Log the first step; what is returned is called after each, and logs the next."""
    lines = (f"Step {number} of {len(steps)}: {step}" for number, step in enumerate(steps, 1))

    def log_next(**_: object) -> None:
        line = next(lines, None)
        if line is not None:
            _log.info(line)

    log_next()
    return log_next


def _last_ids(connection: Connection) -> dict[str, int]:
    """The last id that SQLite assigned in each table."""
    if not inspect(connection).has_table("sqlite_sequence"):
        return {}
    rows = connection.execute(select(_SEQUENCES.c.name, _SEQUENCES.c.seq))
    return {row.name: row.seq for row in rows}


def _restore_last_ids(connection: Connection, last_ids: Mapping[str, int]) -> None:
    """Restore the last ids, which SQLite forgets when a table is copied."""
    current = _last_ids(connection)
    for name, last_id in last_ids.items():
        if current.get(name, 0) >= last_id or not inspect(connection).has_table(name):
            continue
        connection.execute(delete(_SEQUENCES).where(_SEQUENCES.c.name == name))
        connection.execute(insert(_SEQUENCES).values(name=name, seq=last_id))


def _check_references(connection: Connection) -> None:
    """Check the references that SQLite does not check while foreign keys are off."""
    dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if dangling is not None:
        raise StoreUnavailable(
            f"A row of {dangling.table} refers to a missing row of {dangling.parent}, so the "
            "database cannot be migrated; nothing was changed."
        )


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config
