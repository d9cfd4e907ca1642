"""The command behind ``make chaos SECONDS=300 SEED=1``."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from bot.images import ImageRenderer
from tests.e2e.chaos.run import Report, run_chaos


@click.command()
@click.option("--seconds", default=300.0, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--log", is_flag=True, help="Print what was logged, too.")
def _main(*, seconds: float, seed: int, log: bool) -> None:
    """Let eight players play while everything goes wrong."""
    report = asyncio.run(_run(seconds, seed))
    for line in report.lines if log else ():
        click.echo(line)
    click.echo(report.table)
    for line in report.wrong:
        click.echo(f"WRONG: {line}")
    raise SystemExit(bool(report.wrong))


async def _run(seconds: float, seed: int) -> Report:
    with TemporaryDirectory() as folder, closing(ImageRenderer(workers=1)) as images:
        return await run_chaos(images, Path(folder) / "patience.db", seconds, seed)


if __name__ == "__main__":
    _main()
