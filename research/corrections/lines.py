"""Write winning lines for ``check.py``: ``python -m research.corrections.lines GAME 1 2000``."""

from __future__ import annotations

import click

from engine import solve
from engine.dealing import opening
from research.variants import named


@click.command()
@click.argument("game", type=click.Choice(["simple-simon", "mrs-mop"]))
@click.argument("first", type=int)
@click.argument("last", type=int)
@click.option("--singles", is_flag=True, help="Cards go up one by one, not as whole suits.")
@click.option("--states", default=1_000_000, show_default=True, help="Limit for each deal.")
def main(game: str, first: int, last: int, states: int, *, singles: bool) -> None:
    """Print a line of each deal that is found to be won: the game, the number and the moves."""
    name = f"{game}-singles" if singles else game
    for number in range(first, last + 1):
        verdict = solve(opening(named(name), number), max_states=states, max_seconds=3600)
        if verdict.moves:
            click.echo(" ".join([name, str(number), *map(str, verdict.moves)]))


if __name__ == "__main__":
    main()
