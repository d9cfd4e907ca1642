"""Prints what comes of every fault: ``python -m tests.e2e.faults``.

Words after it choose the faults whose names have one of them, and print their logs too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bot.images import ImageRenderer
from tests.e2e.faults.rows import ROWS, Row, trials_of
from tests.e2e.faults.stage import staged
from tests.e2e.faults.trials import Trial


@click.command()
@click.argument("names", nargs=-1)
def _main(names: Sequence[str]) -> None:
    """Try the faults."""
    asyncio.run(_print(names))


async def _print(names: Sequence[str]) -> None:
    click.echo("| fault | while a player, or the bot | person | first word | log | amiss |")
    click.echo("|---|---|---|---|---|---|")
    with closing(ImageRenderer(workers=1)) as images:
        for row in ROWS:
            if names and not any(name in row.name for name in names):
                continue
            for trial in await _trials(images, row):
                click.echo(_line(row, trial))
                if names:
                    click.echo("\n".join(trial.log))


async def _trials(images: ImageRenderer, row: Row) -> list[Trial]:
    with TemporaryDirectory() as folder:
        async with staged(images, Path(folder) / "patience.db") as stage:
            return await trials_of(stage, row)


def _line(row: Row, trial: Trial) -> str:
    cells = (
        row.name,
        trial.action,
        trial.outcome.value,
        f"{trial.seconds:.1f} s",
        str(len(trial.log)),
        "; ".join(trial.wrong) or "nothing",
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    _main()
