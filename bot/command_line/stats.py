"""``python -m bot stats``: figures of the whole bot, for its operator."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import click

from bot.command_line.database import database_url, guarded
from bot.store.database.open import open_to_read
from bot.store.guilds.totals import Totals, load_totals


@click.command()
def stats() -> None:
    """Print what has been played, while the bot runs or not."""
    totals = asyncio.run(guarded(_load(database_url())))
    for name, value in lines_of(totals):
        click.echo(f"{name:32}{value:>16}")


async def _load(url: str) -> Totals:
    async with open_to_read(url) as database:
        return await load_totals(database, datetime.now(UTC))


def lines_of(totals: Totals) -> list[tuple[str, str]]:
    """The figures, each with its name."""
    figures = {
        "players": totals.players,
        "servers with games": totals.guilds,
        "games": totals.games,
        "actions": totals.actions,
        "games finished": totals.finished,
        "games won": totals.won,
        "races": totals.races,
        "tournaments": totals.tournaments,
    }
    for days, recent in totals.recent.items():
        span = "24 hours" if days == 1 else f"{days} days"
        figures[f"games finished in {span}"] = recent.games
        figures[f"players in {span}"] = recent.players
    figures |= {f"games of {rules_id}": count for rules_id, count in totals.popular.items()}
    lines = [(name, f"{count:,}") for name, count in figures.items()]
    return [*lines, ("size of the database", f"{totals.size / 1e6:,.1f} MB")]
