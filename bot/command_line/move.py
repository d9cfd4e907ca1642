"""``python -m bot move --to URL``."""

from __future__ import annotations

import asyncio

import click

from bot.command_line.database import database_url, guarded
from bot.store.database.moving import move as move_to


@click.command()
@click.option("--to", "target", required=True, help="The address of an empty database.")
def move(target: str) -> None:
    """Copy everything to another database, of either kind.

    The copy is compared with what is there now, which stays as it is. The bot must not run.
    """
    counts = asyncio.run(guarded(move_to(database_url(), target)))
    click.echo(
        f"All {sum(counts.values()):,} rows of {len(counts)} tables are there, {counts['games']:,} "
        "games among them, and are the same. Let DATABASE_URL name the new database."
    )
