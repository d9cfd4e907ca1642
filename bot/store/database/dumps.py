"""Dumps of a PostgreSQL database, made and restored by PostgreSQL's own programs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.store.database.engines import APPLICATION, MIGRATION_LOCK
from bot.store.database.errors import StoreInUse, StoreUnavailable, cannot_open, cause_of
from bot.store.database.files import create_private, put_in_place, timestamp
from bot.store.database.revisions import check_revision

_REPLACED: Final = "replaced_"
"""How the names of schemas begin that hold what was there before a restore."""
_REVISION: Final = re.compile(r"^COPY (.+)\.alembic_version .*\n(\w+)$", re.MULTILINE)
"""The schema in a dump, quoted where it has to be, and the revision."""
_SCHEMA: Final = """
    SELECT relnamespace::regnamespace::text FROM pg_class
    WHERE oid = to_regclass('alembic_version')
"""
"""Which schema the tables are in, whatever the search path begins with."""

_SETTING_OF_17: Final = b"SET transaction_timeout = 0;\n"
_CHUNK: Final = 2**20
_IN_USE: Final = "in use by a running Patience"
OTHERS: Final = f"""
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = '{APPLICATION}'
        AND pid <> pg_backend_pid()
        AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)
"""  # noqa: S608  # of constants
"""How many connections of bots there are, without those of starts that wait for the lock."""
_CHECK: Final = f"""
DO $$ BEGIN IF ({OTHERS}) > 0 THEN RAISE EXCEPTION '{_IN_USE}'; END IF; END $$;
"""
_BEGIN: Final = f"""
BEGIN;
SELECT pg_advisory_xact_lock({MIGRATION_LOCK});
{_CHECK}
"""
"""A start takes the same lock, so that it finds what was there before or all that is restored."""
_SET_ASIDE: Final = """
ALTER SCHEMA {schema} RENAME TO "{aside}";
CREATE SCHEMA {schema};
"""
_ANEW: Final = """
CREATE SCHEMA IF NOT EXISTS {schema};
"""
_END: Final = f"""
{_CHECK}
COMMIT;
"""


async def dump_database(url: URL, target: Path) -> None:
    """Dump a database, which may be in use, to a file that only its owner can read."""
    program = _program("pg_dump")
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
    """Put a dump in an unused database's place in one transaction; the schema of what was there."""
    reader, writer = _program("pg_restore"), _program("psql")
    schema = await _check_dump(url, reader, source)
    aside, before = "", _ANEW.format(schema=schema)
    if there := await _fetch(url, _SCHEMA):
        aside = f"{_REPLACED}{timestamp(datetime.now(UTC)).lower()}"
        before = _SET_ASIDE.format(schema=there, aside=aside) + before
    # What is in the schema, but not the schema, of which only one called public may be there.
    only = f"--schema={_unquoted(schema)}"
    options = ("--no-owner", "--no-privileges", only, "--file=-")
    async with (
        _running(url, writer, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1") as target,
        _running(url, reader, *options, str(source)) as script,
    ):
        try:
            await _feed(target, f"{_BEGIN}{before}".encode())
            async for chunk in _script(script):
                await _feed(target, chunk)
            # What it said goes before what became of it: without the end, nothing is committed.
            await _succeeded(reader, script)
            await _feed(target, _END.encode())
        except (BrokenPipeError, ConnectionResetError):
            pass  # It says why.
        await _succeeded(writer, target)
    return aside


async def _check_dump(url: URL, program: Path, source: Path) -> str:
    """Check that a dump is of this version; returns its schema, quoted where it has to be."""
    table = ("--data-only", "--table=alembic_version", "--file=-")
    found = _REVISION.search(await _run(url, program, *table, str(source)))
    if found is None:
        raise StoreUnavailable(f"{source} is no backup of Patience's database; name one.")
    check_revision(str(source), found[2])
    return found[1]


def _unquoted(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


async def _fetch(url: URL, query: str) -> str:
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            return str(await connection.scalar(text(query)) or "")
    except (SQLAlchemyError, OSError) as error:
        raise cannot_open(url.render_as_string(hide_password=True), error) from error


def _program(name: str) -> Path:
    """One of PostgreSQL's programs, which refuse a server that is too new by themselves."""
    found = shutil.which(name)
    if found is None:
        raise StoreUnavailable(
            f"{name} is not installed here; install PostgreSQL's client programs of the server's "
            "version or newer, such as the package postgresql-client."
        )
    return Path(found)


async def _run(url: URL, program: Path, *arguments: str) -> str:
    """Run a program on a database; returns what it prints."""
    async with _running(url, program, *arguments) as process:
        return await _succeeded(program, process)


@contextlib.asynccontextmanager
async def _running(url: URL, program: Path, *arguments: str) -> AsyncIterator[Process]:
    """A program that works on a database, killed at the end if it still runs."""
    # As the driver takes them: hosts may be several, each with its port.
    _, options = url.get_dialect()().create_connect_args(url)
    # Not as arguments, which other users of the machine can read.
    of_database = {
        "PGHOST": options.get("host"),
        "PGPORT": options.get("port"),
        "PGUSER": options.get("user"),
        "PGPASSWORD": options.get("password"),
        "PGDATABASE": options.get("database"),
        "PGSSLMODE": options.get("ssl"),
        "PGAPPNAME": "patience backup",
    }
    variables = {name: _joined(value) for name, value in of_database.items() if value}
    process = await asyncio.create_subprocess_exec(
        program, *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=os.environ | variables
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            # Its output is read to the end, as it is waited for until then.
            await process.communicate(b"")


def _joined(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


async def _succeeded(program: Path, process: Process) -> str:
    """Wait until a program ends; returns what it printed, unless it failed."""
    output, errors = await process.communicate(b"")  # which ends its input, too
    if process.returncode:
        said = errors.decode(errors="replace").strip()
        if _IN_USE in said:
            raise StoreInUse("The database is in use by a running Patience; stop that one first.")
        lines = said.splitlines() or ["no message"]
        raise StoreUnavailable(f"{program.name} failed ({lines[0]}).")
    return output.decode(errors="replace")


async def _feed(process: Process, script: bytes) -> None:
    if process.stdin is not None:
        process.stdin.write(script)
        await process.stdin.drain()


async def _script(process: Process) -> AsyncIterator[bytes]:
    """What pg_restore prints, as it does, but for a setting that only newer servers know."""
    output = process.stdout
    if output is None:
        return
    # Settings come first, and the search path, which a function sets, is the last of them.
    while line := await output.readline():
        if line != _SETTING_OF_17:
            yield line
        if line.startswith(b"SELECT"):
            break
    while chunk := await output.read(_CHUNK):
        yield chunk
