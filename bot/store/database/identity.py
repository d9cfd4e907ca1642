"""Which database an SQLite file held: a lost one is never followed by an empty one in silence.

A database has an id, which is also in a file beside it. So a start knows that there was one, and
which. Databases of earlier versions have none; of these, their copies tell.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Connection, column, insert, inspect, select, table

from bot.store.database.errors import StoreDamaged, StoreUnavailable, cannot_open
from bot.store.database.files import (
    create_private,
    how_to_restore,
    newest_copy,
    put_in_place,
)

_INSTALLATION: Final = table("installation", column("name"), column("value"))
_NAME: Final = "database"
_ID: Final = f"SELECT value FROM installation WHERE name = '{_NAME}'"  # noqa: S608  # a constant
_DEALT: Final = "SELECT seq FROM sqlite_sequence WHERE name = 'games'"
_REVISION: Final = "SELECT version_num FROM alembic_version"
_SET: Final = (
    "INSERT INTO installation (name, value) VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_ANEW: Final = "or let DATABASE_URL name another file to begin anew"


def check_present(file: Path) -> None:
    """Check that a file that held a database is still there and not empty."""
    if file.is_symlink():
        # Such as one to a drive that is not mounted.
        raise StoreDamaged(
            f"The database {file} is a link to a file that is missing; mount what it is on, or "
            "delete the link to begin anew."
        )
    if not was_used(file):
        return
    if not file.exists():
        raise StoreDamaged(
            f"The database {file} is missing but was not always; {how_to_restore(file)}, {_ANEW}."
        )
    if not file.stat().st_size:
        raise _empty(file)


def was_used(file: Path) -> bool:
    """Whether there has been a database of this name."""
    return file.parent.is_dir() and (bool(_known_id(file)) or newest_copy(file) is not None)


def check_never_used(file: Path) -> None:
    """Check that there is no database of this name, and never was one."""
    if was_used(file) or (file.exists() and file.stat().st_size):
        raise StoreUnavailable(f"{file} is or was another database; name a file that is not.")


def check_same(connection: Connection, file: Path) -> None:
    """Check that an open database is the one that was there before."""
    if not inspect(connection).has_table(_INSTALLATION.name):
        if was_used(file):
            raise _empty(file)
        return
    known, copy = _known_id(file), newest_copy(file)
    if known:
        is_other = _id_of(connection) not in {None, known}
    else:
        dealt = connection.exec_driver_sql(_DEALT).scalar() or 0
        is_other = copy is not None and dealt < games_dealt(copy)
    if is_other:
        raise StoreDamaged(
            f"The database {file} is not the one that was here; {how_to_restore(file)}, or move "
            "this one elsewhere and restore it from there to go on with it."
        )


def identify(connection: Connection, file: Path) -> str:
    """The id of an open database, which gets one if it has none: what is known of its file."""
    current = _id_of(connection)
    if current is None:
        current = _known_id(file) or _new_id()
        connection.execute(insert(_INSTALLATION).values(name=_NAME, value=current))
    return current


def remember(file: Path, identity: str) -> None:
    """Write the id of a database into the file beside it, once the database is on disk."""
    if _known_id(file) != identity:
        target = _id_file(file)
        partial = target.with_name(f"{target.name}.partial")
        partial.unlink(missing_ok=True)
        create_private(partial)
        partial.write_text(f"{identity}\n", encoding="ascii")
        put_in_place(partial, target)


def adopt(partial: Path, file: Path) -> None:
    """Let a database that is about to take a file's place be the one that is known there."""
    found = _known_id(file) or _read(file, _ID) or _read(partial, _ID)
    identity = str(found or _new_id())
    _set_id(partial, identity)
    remember(file, identity)


@contextlib.contextmanager
def follow(partial: Path, file: Path) -> Iterator[None]:
    """Let a copy, put in place in the block, be what is known there instead of the file itself."""
    identity = _new_id()
    _set_id(partial, identity)
    yield
    remember(file, identity)


def _set_id(file: Path, identity: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(_SET, (_NAME, identity))


def games_dealt(file: Path) -> int:
    """How many games were ever dealt, deleted ones included; 0 if the file is unreadable."""
    return int(_read(file, _DEALT) or 0)


def revision_of(file: Path) -> str:
    """The revision of a database; "" if it has none, or is unreadable."""
    return str(_read(file, _REVISION) or "")


def _empty(file: Path) -> StoreDamaged:
    return StoreDamaged(
        f"The database {file} is empty but was not always; {how_to_restore(file)}, {_ANEW}."
    )


def _id_of(connection: Connection) -> str | None:
    query = select(_INSTALLATION.c.value).where(_INSTALLATION.c.name == _NAME)
    found: str | None = connection.scalar(query)
    return found


def _read(file: Path, query: str) -> str | int | None:
    """The one value that a query finds in a file; None if there is none, or no such database."""
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
            row: tuple[str | int] | None = connection.execute(query).fetchone()
    except sqlite3.Error:
        return None
    return row[0] if row else None


def _new_id() -> str:
    return secrets.token_hex(16)


def _id_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.id")


def _known_id(file: Path) -> str:
    """The id of the database that was there; "" if there was none."""
    try:
        return _id_file(file).read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise cannot_open(str(_id_file(file)), error) from None
