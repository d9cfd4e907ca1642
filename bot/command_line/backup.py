"""``python -m bot backup FILE``, ``restore FILE`` and ``move --to URL``: copies of the database."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import Final

import click

from bot.command_line.database import database_url, guarded
from bot.store.database.copies import back_up
from bot.store.database.copies import restore as restore_from
from bot.store.database.moving import move as move_to

_FILE: Final = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
def backup(file: Path) -> None:
    """Back the database up to FILE, while the bot runs or not."""
    asyncio.run(guarded(back_up(database_url(), file)))
    click.echo(f"The database is backed up to {file} ({file.stat().st_size / 1e6:.1f} MB).")


@click.command()
@click.argument("file", type=_FILE)
def restore(file: Path) -> None:
    """Put the backup FILE in the place of the database.

    What was there is kept under another name. The bot must not run.
    """
    before = asyncio.run(guarded(restore_from(database_url(), file)))
    click.echo(f"The database is what it was when {file} was made.")
    if before:
        click.echo(f"What was there before is {before}; delete it once it is not needed.")


@click.command()
@click.option("--to", "target", required=True, help="The address of an empty database.")
def move(target: str) -> None:
    """Copy everything to another database, of either kind.

    The copy is compared with what is there now, which stays as it is. The bot must not run.
    """
    # A look for garbage among rows finds none, and all of them take a sixth of the processor time.
    gc.disable()
    counts = asyncio.run(guarded(move_to(database_url(), target)))
    click.echo(
        f"All {sum(counts.values()):,} rows of {len(counts)} tables are there, {counts['games']:,} "
        "games among them, and are the same. Let DATABASE_URL name the new database."
    )
