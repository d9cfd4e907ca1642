"""Sample pictures: ``python -m rendering saratoga 42 --theme dark > board.png``.

``python -m rendering sheet FOLDER`` writes boards of all games in all themes, many on a page.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

import engine
from rendering import THEMES, draw
from rendering.contact_sheet import WIDTHS, write_pages


class _DrawsByDefault(click.Group):
    """A group of commands; what names none of them is taken for a game to draw."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, and what is left of the words."""
        known = args[0] in self.commands
        return super().resolve_command(ctx, args if known else ["board", *args])


@click.group(cls=_DrawsByDefault)
def main() -> None:
    """Draw boards. “GAME DEAL” is short for “board GAME DEAL”."""


@main.command()
@click.argument("game")
@click.argument("deal", type=int)
@click.option("--moves", default="", help="Moves to play first, such as “3-5*2 s w-f1”.")
@click.option("--theme", default="felt", show_default=True, help=f"One of {', '.join(THEMES)}.")
@click.option("--suits", default=2, show_default=True, help="2 or 4, the colours of the suits.")
@click.option("--width", default=1100, show_default=True, help="In pixels.")
@click.option("--large-index", is_flag=True, help="Cards with larger indices.")
@click.option("--selected", help="A pile to ring as chosen.")
@click.option("--hint", help="A move to ring as suggested.")
@click.option("--alt", is_flag=True, help="Print the board in words instead.")
def board(
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
    """Draw deal DEAL of GAME and write it to standard output as a PNG file."""
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
            hint=None if hint is None else engine.read_move(played.board, hint),
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


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--theme", "themes", multiple=True, help="A theme; again for more. Else all.")
@click.option("--width", "widths", multiple=True, type=int, help="In pixels; again for more.")
def sheet(folder: Path, themes: tuple[str, ...], widths: tuple[int, ...]) -> None:
    """Write boards of all games into FOLDER, many on a page, to be looked at."""
    try:
        written = write_pages(folder, themes or tuple(THEMES), widths or WIDTHS)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written to: {error.strerror}.") from None
    click.echo(f"{len(written)} pages are in {folder}.")


if __name__ == "__main__":
    main(prog_name="python -m rendering")
