"""``python -m bot backup FILE`` and ``python -m bot restore FILE``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Final, TypeVar

import click

from bot.errors import StoreError
from bot.settings import SettingsError, read_settings
from bot.store.backup import back_up
from bot.store.backup import restore as restore_from

_T = TypeVar("_T")

_MUST_BE_CHANGED: Final = 78
"""The exit code when a setting is wrong: EX_CONFIG of sysexits.h."""
_FILE: Final = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
def backup(file: Path) -> None:
    """Back the database up to FILE, while the bot runs or not."""
    asyncio.run(_guarded(back_up(_database_url(), file)))
    click.echo(f"The database is backed up to {file} ({file.stat().st_size / 1e6:.1f} MB).")


@click.command()
@click.argument("file", type=_FILE)
def restore(file: Path) -> None:
    """Put the backup FILE in the place of the database, and keep what was there."""
    before = asyncio.run(_guarded(restore_from(_database_url(), file)))
    click.echo(f"The database is what it was when {file} was made.")
    if before:
        click.echo(f"What was there before is {before}; delete it once it is not needed.")


async def _guarded(work: Coroutine[None, None, _T]) -> _T:
    try:
        return await work
    except StoreError as error:
        raise SystemExit(f"patience: {error}") from None


def _database_url() -> str:
    try:
        return read_settings().database_url
    except SettingsError as error:
        click.echo(f"patience: {error}", err=True)
        sys.exit(_MUST_BE_CHANGED)
