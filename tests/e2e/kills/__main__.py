"""The command behind ``make kills KILLS=1000 SEED=1`` and ``make stops``."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.e2e.kills.run import Toll, kill_again_and_again
from tests.postgresql import running_server
from tests.store.database.migrated import sqlite_url


@click.command()
@click.option("--kills", default=1000, show_default=True, help="On each database.")
@click.option("--seed", default=1, show_default=True)
@click.option("--stop", is_flag=True, help="Tell it to stop instead, by SIGTERM.")
@click.option("--database", type=click.Choice(["sqlite", "postgresql", "both"]), default="both")
def _main(*, kills: int, seed: int, stop: bool, database: str) -> None:
    """Kill the bot while eight play, on SQLite and on PostgreSQL."""
    how = signal.SIGTERM if stop else signal.SIGKILL
    wrong = 0
    for name in ("sqlite", "postgresql") if database == "both" else (database,):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            if name == "sqlite":
                url = sqlite_url(folder / "patience.db")
            else:
                url = stack.enter_context(running_server()).create_database()
            toll = asyncio.run(kill_again_and_again(url, folder, kills, seed, how=how))
        _print(name, toll)
        wrong += len(toll.wrong)
    raise SystemExit(bool(wrong))


def _print(name: str, toll: Toll) -> None:
    click.echo(
        f"{name}: {toll.kills} kills in {toll.seconds:.0f} s; {toll.pressed} presses, "
        f"{toll.answered} of them answered, {toll.unanswered} saved without an answer; "
        f"{len(toll.wrong)} wrong"
    )
    for line in toll.wrong:
        click.echo(f"WRONG: {line}")


if __name__ == "__main__":
    _main()
