"""Draws one board: ``python -m rendering saratoga 42 --theme dark > board.png``."""

from __future__ import annotations

import sys

import click

import engine
from rendering import THEMES, draw


@click.command()
@click.argument("game")
@click.argument("deal", type=int)
@click.option("--moves", default="", help="Moves to play first, such as “3-5*2 s w-f1”.")
@click.option("--theme", default="felt", show_default=True, help=f"One of {', '.join(THEMES)}.")
@click.option("--suits", default=2, show_default=True, help="2 or 4 suit colours.")
@click.option("--width", default=1100, show_default=True, help="In pixels.")
@click.option("--large-index", is_flag=True, help="Large card indices.")
@click.option("--selected", help="A pile to mark as selected.")
@click.option("--hint", help="A move to mark as a hint.")
@click.option("--alt", is_flag=True, help="Print the alt text instead.")
def main(
    game: str,
    deal: int,
    moves: str,
    theme: str,
    suits: int,
    width: int,
    large_index: bool,
    selected: str | None,
    hint: str | None,
    alt: bool,
) -> None:
    """Draw deal DEAL of GAME and write the PNG to standard output."""
    try:
        played = engine.deal(game, deal)
        for move in moves.split():
            played.play(move)
        picture = draw(
            played,
            theme=theme,
            suits=suits,
            width=width,
            selected=selected,
            hint=None if hint is None else played.board.parse_move(hint),
            large_index=large_index,
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if alt:
        click.echo(picture.alt)
    elif sys.stdout.isatty():
        raise click.ClickException("That would fill your terminal with a PNG; add “> board.png”.")
    else:
        sys.stdout.buffer.write(picture.png)


if __name__ == "__main__":
    main(prog_name="python -m rendering")
