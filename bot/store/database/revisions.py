"""How far a database is migrated, by the names of the migrations.

Each is a file ``NNNN_name.py`` whose revision is all of its name, because two branches may give two
migrations one number; it follows the one before. So a start need not load Alembic, a tenth of its
processor time, unless there is something to migrate.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Inspector, column, inspect, select, table

from bot.store.database.columns import metadata
from bot.store.database.errors import UnknownRevision

MIGRATIONS: Final = Path(__file__).with_name("migrations")
"""The folder of this version's migrations."""

_DIGITS: Final = 4
"""How many digits begin the name of a migration."""
_OF_ITS_OWN: Final = "give this one a DATABASE_URL of its own"
_ANEW: Final = "let DATABASE_URL name another one to begin anew"
_COLUMNS: Final = {
    "sqlite": """
        SELECT made.name, part.name
        FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part
    """,
    "postgresql": """
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = current_schema()
    """,
}
"""How to list all columns, in a thirtieth of the time that SQLAlchemy takes to inspect them."""
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
    elif foreign := _of_another_program(connection, inspector):
        raise UnknownRevision(
            f"{name} is another program's: it has “{foreign}”, which was not made by Patience; "
            f"{_OF_ITS_OWN}."
        )
    missing = (file for each, file in files.items() if revision is None or each > revision)
    return MigrationState(revision, max(files), tuple(map(_subject, missing)))


def _of_another_program(connection: Connection, inspector: Inspector) -> str:
    """What another program has in a database without a revision; "" if there is nothing.

    A file is one program's alone, a schema of PostgreSQL may hold tables of several.
    """
    tables = set(inspector.get_table_names()) - {_VERSION.name}
    if connection.dialect.name != "sqlite":
        tables &= set(metadata.tables)
    return min(tables, default="")


def check_revision(name: str, revision: str, migrations: Path = MIGRATIONS) -> None:
    """Check that this version knows a revision."""
    files = _files(migrations)
    if revision in files:
        return
    number, numbers = revision[:_DIGITS], {each[:_DIGITS]: each for each in files}
    if number.isdecimal() and number < min(numbers):
        raise UnknownRevision(
            f"{name} is at revision {revision}, while this Patience brings those up to date that "
            f"are at {min(files)} or later; {_ANEW}."
        )
    if number in numbers:
        raise UnknownRevision(
            f"{name} is at revision {revision}, which this Patience knows as {numbers[number]}: it "
            f"was made by other code, such as that of another branch; start that, or {_OF_ITS_OWN}."
        )
    raise UnknownRevision(
        f"{name} is at revision {revision} and was made by a newer Patience or by another program, "
        f"while this one knows revisions up to {max(files)}; start the newer one, or {_OF_ITS_OWN}."
    )


def check_tables(connection: Connection, name: str) -> None:
    """Check that a database of the newest revision has the tables and columns that are declared."""
    found = set(map(tuple, connection.exec_driver_sql(_COLUMNS[connection.dialect.name])))
    declared = ((each.name, part.name) for each in metadata.sorted_tables for part in each.columns)
    for missing in (each for each in declared if each not in found):
        raise UnknownRevision(
            f"{name} has no {'.'.join(missing)}, although it is at the newest revision: it was "
            f"made by other code, such as that of another branch; start that, or {_OF_ITS_OWN}."
        )


def _files(migrations: Path) -> Mapping[str, Path]:
    """The migrations by their revisions, the oldest first."""
    files = sorted((migrations / "versions").glob("[0-9]*.py"))
    if not files:
        raise UnknownRevision(f"There are no migrations in {migrations}; install Patience again.")
    return {file.stem: file for file in files}


def _subject(migration: Path) -> str:
    """What a migration is about: the first line of its docstring."""
    text = ast.get_docstring(ast.parse(migration.read_text(encoding="utf-8"))) or migration.stem
    return text.splitlines()[0]
