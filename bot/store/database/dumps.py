"""Dumps of a PostgreSQL database, made and restored by PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.engines import APPLICATION
from bot.store.database.errors import StoreInUse, StoreUnavailable, cannot_open, cause_of
from bot.store.database.files import create_private, put_in_place, timestamp
from bot.store.database.revisions import check_revision

_T = TypeVar("_T")

_INSTALLED: Final = Path("/usr/lib/postgresql")
"""Where Debian puts the programs of each version."""
_REPLACED: Final = "replaced_"
"""How the names of schemas begin that hold what was there before a restore."""
_REVISION: Final = re.compile(r"^COPY \S*alembic_version .*\n(\w+)$", re.MULTILINE)

_OTHERS: Final = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name = :application AND pid <> pg_backend_pid()"
)


async def dump_database(url: URL, target: Path) -> None:
    """Dump a database, which may be in use, to a file that only its owner can read."""
    program = await _program("pg_dump", url)
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        create_private(partial)
        options = ("--format=custom", "--no-owner", "--no-privileges")
        aside = f"--exclude-schema={_REPLACED}*"
        await _run(url, program, *options, aside, f"--file={partial}")
        await asyncio.to_thread(put_in_place, partial, target)
    except OSError as error:
        raise StoreUnavailable(f"{target} cannot be written ({cause_of(error)}).") from error
    finally:
        partial.unlink(missing_ok=True)


async def restore_dump(url: URL, source: Path) -> str:
    """Put a dump in the place of what a database holds, which nobody uses.

    Returns:
        The schema that holds what was there before; "" if there was nothing.
    """
    program = await _program("pg_restore", url)
    await _check_dump(url, program, source)
    before = await _at(url, _set_aside)
    try:
        options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        await _run(url, program, *options, f"--dbname={url.database}", str(source))
    except BaseException:
        await _at(url, lambda connection: _put_back(connection, before))
        raise
    return before


async def _check_dump(url: URL, program: Path, source: Path) -> None:
    table = ("--data-only", "--table=alembic_version", "--file=-")
    found = _REVISION.search(await _run(url, program, *table, str(source)))
    if found is None:
        raise StoreUnavailable(f"{source} is no backup of Patience's database; name one.")
    check_revision(str(source), found[1])


async def _set_aside(connection: AsyncConnection) -> str:
    """Rename the schema with the tables, and create an empty one of its name."""
    if await connection.scalar(_OTHERS, {"application": APPLICATION}):
        raise StoreInUse("The database is in use by a running Patience; stop that one first.")
    if await connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
        return ""
    schema = await connection.scalar(text("SELECT current_schema()"))
    aside = f"{_REPLACED}{timestamp(datetime.now(UTC)).lower()}"
    await connection.execute(text(f'ALTER SCHEMA "{schema}" RENAME TO {aside}'))
    await connection.execute(text(f'CREATE SCHEMA "{schema}"'))
    return aside


async def _put_back(connection: AsyncConnection, aside: str) -> str:
    schema = await connection.scalar(text("SELECT current_schema()"))
    if aside:
        await connection.execute(text(f'DROP SCHEMA "{schema}" CASCADE'))
        await connection.execute(text(f'ALTER SCHEMA {aside} RENAME TO "{schema}"'))
    return ""


async def _at(url: URL, unit: Callable[[AsyncConnection], Awaitable[_T]]) -> _T:
    """Do something in a transaction of its own."""
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            return await unit(connection)
    except (SQLAlchemyError, OSError) as error:
        raise cannot_open(url.render_as_string(hide_password=True), error) from error


async def _program(name: str, url: URL) -> Path:
    """One of PostgreSQL's programs, of a version that fits the server.

    It may not be older, and a newer one may say what the server does not understand.
    """
    number = await _at(url, lambda connection: connection.scalar(text("SHOW server_version_num")))
    server = int(number) // 10_000
    folders = [*map(Path, os.get_exec_path()), *_INSTALLED.glob("*/bin")]
    found = [folder / name for folder in folders if os.access(folder / name, os.X_OK)]
    versions = {program: await _major_version(program) for program in found}
    fitting = [program for program in found if versions[program] >= server]
    if not fitting:
        raise StoreUnavailable(
            f"{name} of PostgreSQL {server} is not installed here; install its client programs, "
            f"such as the package postgresql-client-{server}."
        )
    return min(fitting, key=lambda program: versions[program])


async def _major_version(program: Path) -> int:
    output = await _output_of(program, "--version")
    found = re.search(r"(\d+)(\.|devel|beta|rc|$)", output)
    return int(found[1]) if found else 0


async def _run(url: URL, program: Path, *arguments: str) -> str:
    """Run a program on a database; returns what it prints."""
    query = {name: value for name, value in url.query.items() if isinstance(value, str)}
    # Not as arguments, which other users of the machine can read.
    of_database = {
        "PGHOST": query.get("host", url.host),
        "PGPORT": query.get("port", url.port),
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
        "PGSSLMODE": query.get("ssl"),
        "PGAPPNAME": "patience backup",
    }
    variables = {name: str(value) for name, value in of_database.items() if value}
    return await _output_of(program, *arguments, **variables)


async def _output_of(program: Path, *arguments: str, **variables: str) -> str:
    process = await asyncio.create_subprocess_exec(
        program,
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | variables,
    )
    try:
        output, errors = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        lines = errors.decode(errors="replace").strip().splitlines() or ["no message"]
        raise StoreUnavailable(f"{program.name} failed ({lines[0]}).")
    return output.decode(errors="replace")
