"""Migrating a database to the current schema."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, delete, insert, inspect, select, table

from bot.store.errors import StoreUnavailable, UnknownRevision
from bot.store.schema import metadata

MIGRATIONS: Final = Path(__file__).with_name("migrations")
"""The folder of this version's migrations."""

_log = logging.getLogger(__name__)

_SEQUENCES: Final = table("sqlite_sequence", column("name"), column("seq"))

# Alembic logs every step at INFO; only problems matter here.
logging.getLogger("alembic").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class MigrationState:
    """How far a database is migrated.

    Attributes:
        revision: its revision; None if it is empty.
        newest: the newest revision.
        missing: what each revision that it lacks is about, the oldest first.
    """

    revision: str | None
    newest: str
    missing: tuple[str, ...]

    @property
    def is_current(self) -> bool:
        """Whether there is nothing to migrate."""
        return self.revision == self.newest

    @property
    def is_older(self) -> bool:
        """Whether an earlier version of Patience made it."""
        return self.revision is not None and not self.is_current


def migration_state(
    connection: Connection, name: str, migrations: Path = MIGRATIONS
) -> MigrationState:
    """Find out how far a database is migrated.

    Args:
        connection: the database.
        name: what to call it in an error.
        migrations: the folder of the migrations.

    Raises:
        UnknownRevision: if its revision is not among the migrations, or its tables are not ours.
    """
    scripts, newest = _scripts(migrations)
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None:
        check_revision(name, revision, migrations)
    elif set(inspect(connection).get_table_names()) & set(metadata.tables):
        raise UnknownRevision(
            f"{name} has tables of the same names that were not made by Patience; give it a "
            "DATABASE_URL of its own."
        )
    missing = [script.doc for script in scripts.iterate_revisions("head", revision or "base")]
    return MigrationState(revision, newest, tuple(reversed(missing)))


def check_revision(name: str, revision: str, migrations: Path = MIGRATIONS) -> None:
    """Check that this version knows a revision.

    Args:
        name: what is at that revision.
        revision: the revision.
        migrations: the folder of the migrations.

    Raises:
        UnknownRevision: if it is not among the migrations.
    """
    scripts, newest = _scripts(migrations)
    if revision not in {script.revision for script in scripts.walk_revisions()}:
        raise UnknownRevision(
            f"{name} is at revision {revision} and was made by a newer Patience or by another "
            f"program, while this one knows revisions up to {newest}; start the newer one, or "
            "give this one a DATABASE_URL of its own."
        )


def _scripts(migrations: Path) -> tuple[ScriptDirectory, str]:
    """The migrations, and the newest revision."""
    scripts = ScriptDirectory.from_config(_config(migrations))
    newest = scripts.get_current_head()
    if newest is None:
        raise UnknownRevision(f"There are no migrations in {migrations}; install Patience again.")
    return scripts, newest


def migrate(connection: Connection, state: MigrationState, migrations: Path = MIGRATIONS) -> None:
    """Run all missing migrations in the transaction of a connection.

    Each step of an older database is logged, because those of a large one take minutes.

    Raises:
        StoreUnavailable: if they left a row that refers to a missing one.
    """
    config = _config(migrations)
    config.attributes["connection"] = connection
    config.attributes["on_version_apply"] = _progress(state.missing) if state.is_older else ()
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
    for name, last_id in last_ids.items():
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
