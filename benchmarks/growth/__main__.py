"""``python -m benchmarks.growth`` prints what the bot costs after very many games."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.growth.databases import (
    Kind,
    Wanted,
    folder_option,
    report_on_each,
)
from benchmarks.growth.exporting import export_cost
from benchmarks.growth.history import HEAVY_PLAYER, Size, player_id
from benchmarks.growth.pages import measure_deletion, measure_pages
from benchmarks.timing import elapsed
from bot.store.database.open import open_database
from tests.store.database.before_2_0 import REVISION


@click.command()
@click.option("--games", default=1_000_000, show_default=True, help="How many games.")
@click.option(
    "--old-games",
    default=100_000,
    show_default=True,
    help="How many games a database of the version before has, which is brought up to date.",
)
@click.option(
    "--crowded", is_flag=True, help="Half of the games in one server, of a tenth as many players."
)
@folder_option
def main(games: int, old_games: int, crowded: bool, folder: Path) -> None:
    """Measure databases of finished games, which are built first if they are missing."""
    report_on_each(folder, lambda kind: _report(kind, Size(games, crowded), old_games))


async def _report(kind: Kind, size: Size, old_games: int) -> None:
    games, wanted = size.games, Wanted(size)
    building = await elapsed(lambda: kind.build(wanted))
    taken = await kind.bytes_of(wanted)
    click.echo(
        f"\n{kind.name}: {games} games, built in {building:.0f} s, {taken / games:.0f} B each"
    )
    url = await kind.copy(wanted)
    click.echo(f"{'':40}{'median':>9}{'p99 ms':>9}")
    async with open_database(url) as database:
        async for page, figures in measure_pages(database, wanted.size):
            median, p99 = figures.median * 1e3, figures.percentile(99) * 1e3
            click.echo(f"{page:40}{median:9.1f}{p99:9.1f}")
    cost = await export_cost(url, HEAVY_PLAYER, player_id(7))
    median, p99 = cost.press.median * 1e3, cost.press.percentile(99) * 1e3
    click.echo(f"{'a press during an export':40}{median:9.1f}{p99:9.1f}")
    click.echo(
        f"an export of {wanted.size.of_heavy_player} games: {cost.seconds:.1f} s, "
        f"{cost.size / 2**20:.1f} MiB; memory {cost.before:.0f} MiB, then {cost.mebibytes:.0f} MiB"
    )
    async with open_database(url) as database:
        async for deletion, seconds in measure_deletion(database, wanted.size):
            click.echo(f"{deletion}: {seconds:.2f} s")
    old = Wanted(Size(old_games), is_before=True)
    await kind.build(old)
    old_url = await kind.copy(old)
    taken = await kind.bytes_of(old)
    seconds = await elapsed(lambda: _open(old_url))
    click.echo(
        f"a start with migrations from {REVISION}: {seconds:.1f} s for {old_games} games "
        f"of {taken / old_games:.0f} B"
    )


async def _open(url: str) -> None:
    async with open_database(url):
        pass


if __name__ == "__main__":
    main()
