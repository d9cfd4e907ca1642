"""How far a database is migrated, by the names of the migrations.

Each is a file ``NNNN_name.py`` whose revision is the number; it follows the one before. So a start
need not load Alembic, a tenth of its processor time, unless there is something to migrate.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, column, inspect, select, table

from bot.store.database.columns import metadata
from bot.store.database.errors import UnknownRevision

MIGRATIONS: Final = Path(__file__).with_name("migrations")
"""The folder of this version's migrations."""

BRIDGE: Final = "1.1.0"
"""The release that brings databases of any earlier one to the first of these migrations."""

_VERSION: Final = table("alembic_version", column("version_num"))


@dataclass(frozen=True, slots=True)
class MigrationState:
    """How far a database is migrated, and what each missing revision is about, oldest first."""

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
    """Find out how far a database is migrated."""
    files = _files(migrations)
    inspector = inspect(connection)
    has_version = inspector.has_table(_VERSION.name)
    revision = connection.scalar(select(_VERSION.c.version_num)) if has_version else None
    if revision is not None:
        check_revision(name, revision, migrations)
    elif set(inspector.get_table_names()) & set(metadata.tables):
        raise UnknownRevision(
            f"{name} has tables of the same names that were not made by Patience; give it a "
            "DATABASE_URL of its own."
        )
    missing = (file for number, file in files.items() if revision is None or number > revision)
    return MigrationState(revision, max(files), tuple(map(_subject, missing)))


def check_revision(name: str, revision: str, migrations: Path = MIGRATIONS) -> None:
    """Check that this version knows a revision."""
    files = _files(migrations)
    if revision.isdecimal() and revision < min(files):
        raise UnknownRevision(
            f"{name} is at revision {revision}, of Patience 1.0 or a build before {BRIDGE}; start "
            f"release {BRIDGE} with it once, which brings it up to date, and then this one."
        )
    if revision not in files:
        raise UnknownRevision(
            f"{name} is at revision {revision} and was made by a newer Patience or by another "
            f"program, while this one knows revisions up to {max(files)}; start the newer one, or "
            "give this one a DATABASE_URL of its own."
        )


def _files(migrations: Path) -> Mapping[str, Path]:
    """The migrations by their revisions, the oldest first."""
    files = sorted((migrations / "versions").glob("[0-9]*_*.py"))
    if not files:
        raise UnknownRevision(f"There are no migrations in {migrations}; install Patience again.")
    return {file.name.split("_")[0]: file for file in files}


def _subject(migration: Path) -> str:
    """What a migration is about: the first line of its docstring."""
    text = ast.get_docstring(ast.parse(migration.read_text(encoding="utf-8"))) or migration.stem
    return text.splitlines()[0]
