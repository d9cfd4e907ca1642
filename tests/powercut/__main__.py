"""The command behind ``make powercut CUTS=1000 SEED=1``."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bot.store.database.open import open_database
from tests.powercut.cuts import cut_power
from tests.powercut.recording import DATABASE, NoRecorder, record
from tests.store.database.migrated import sqlite_url


@click.command()
@click.option("--cuts", default=1000, show_default=True)
@click.option("--calls", default=4000, show_default=True, help="Calls that are acknowledged.")
@click.option("--seed", default=1, show_default=True)
@click.option("--synchronous", default="FULL", show_default=True, help="As in SQLite's pragma.")
def _main(*, cuts: int, calls: int, seed: int, synchronous: str) -> None:
    """Record what eight players write, and cut the power at random moments."""
    began = time.monotonic()
    with TemporaryDirectory() as name:
        folder = Path(name) / "data"
        asyncio.run(_create(folder))
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        try:
            operations = record(folder, calls=calls, seed=seed, synchronous=synchronous)
        except NoRecorder as error:
            raise click.ClickException(str(error)) from None
        left = Path(name) / "left"
        outcome = asyncio.run(cut_power(operations, before, left, cuts, seed))
    click.echo(
        f"{outcome.cuts} power cuts among {outcome.operations} operations, {outcome.unsynced} of "
        f"them with writes that were not synced; {outcome.acknowledged} calls acknowledged; "
        f"{time.monotonic() - began:.0f} s"
    )
    for line in outcome.wrong:
        click.echo(f"WRONG: {line}")
    click.echo(f"{len(outcome.wrong)} wrong")
    raise SystemExit(bool(outcome.wrong))


async def _create(folder: Path) -> None:
    async with open_database(sqlite_url(folder / DATABASE)):
        pass


if __name__ == "__main__":
    _main()
