"""Database URLs: parsed, and refused with advice where they cannot be used."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.database.errors import InvalidUrl

SQLITE: Final = "sqlite+aiosqlite"
POSTGRESQL: Final = "postgresql+asyncpg"

_CHOICES: Final = (
    f"write {SQLITE}:///data/patience.db, or {POSTGRESQL}://user:password@host/name for PostgreSQL"
)
CACHE_SIZE: Final = "prepared_statement_cache_size"
_OPTIONS: Final = frozenset({"host", "port", "ssl", CACHE_SIZE})
_DRIVERS: Final = {"sqlite": SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL}


def parse_url(text: str) -> URL:
    """Parse a database URL, such as ``sqlite+aiosqlite:///data/patience.db``."""
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError):
        raise InvalidUrl(f"this is not a database URL; {_CHOICES}.") from None
    if url.drivername == SQLITE:
        return _checked_sqlite(url)
    if url.drivername == POSTGRESQL:
        if text.count("@") > 1:
            raise InvalidUrl(
                "the URL has more than one “@”, so that it is unclear where the password ends; "
                "write %40 for each “@” in it, %2F for “/” and %3F for “?”."
            )
        return _checked_postgresql(url)
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise InvalidUrl(f"“{url.drivername}” databases are not supported; {_CHOICES}.")
    raise InvalidUrl(
        f"the URL begins with “{url.drivername}”, a driver that is not installed; "
        f"begin it with {driver}://."
    )


def database_file(url: URL) -> Path | None:
    """The file of an SQLite database; None for PostgreSQL."""
    return Path(url.database) if url.drivername == SQLITE and url.database else None


def resolved(text: str) -> tuple[URL, Path | None]:
    """A parsed database URL, and the file that it names: by its own name, if that is a link's.

    What SQLite keeps beside a file is where the file itself is, and so are the lock and the copies.
    """
    url = parse_url(text)
    file = database_file(url)
    if file is None or not file.is_symlink() or not file.exists():
        return url, file
    file = file.resolve()
    return url.set(database=str(file)), file


def _checked_sqlite(url: URL) -> URL:
    if url.host:
        raise InvalidUrl(
            "an SQLite URL needs three slashes before a relative path and four before an "
            f"absolute one; {_CHOICES}."
        )
    if not url.database or url.database.startswith((":", "file:")):
        raise InvalidUrl(f"an SQLite URL must name a file; {_CHOICES}.")
    if url.query:
        raise InvalidUrl("an SQLite URL takes no options; leave out everything from the “?” on.")
    if Path(url.database).is_dir():
        raise InvalidUrl(f"“{url.database}” is a folder; add a file's name to it.")
    return url


def _checked_postgresql(url: URL) -> URL:
    if find_spec("asyncpg") is None:
        raise InvalidUrl(
            "PostgreSQL needs asyncpg, which is not installed; run `make setup-postgresql`, or "
            "`pip install 'patience-bot[postgresql]'`."
        )
    if not url.database:
        raise InvalidUrl(f"the URL names no database; {_CHOICES}.")
    unknown = sorted(url.query.keys() - _OPTIONS)
    if unknown:
        raise InvalidUrl(
            f"“{unknown[0]}” is not a supported option; write ssl=require for an encrypted "
            "connection, and leave other options out."
        )
    return url
