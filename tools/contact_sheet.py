"""Contact sheets: boards of every game, many to a page, for a person to review.

``python -m tools.contact_sheet FOLDER`` writes them in every theme.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import click
from PIL import Image

import engine
from engine import CATALOGUE, Game
from rendering import THEMES
from rendering.picture import compose
from rendering.scene import Scene, scene_of
from rendering.text import text_mask
from rendering.theme import Colour, mix, theme_named

WIDTHS: Final = (330, 1100)
"""The widths that boards are looked at in: on a phone, and as they are sent."""

_PAGE: Final = 2300
_GAP: Final = 24
_CAPTION: Final = 15
_DEAL: Final = 7
_MOVES: Final = 36
_WHITE: Final[Colour] = (255, 255, 255)
_CHAT: Final[Colour] = (49, 51, 56)


_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a contact sheet.

    Attributes:
        name: what its file is called, without an ending.
        picture: the page.
    """

    name: str
    picture: Image.Image


def pages(
    theme: str, width: int, *, suits: int = 2, large_index: bool = False, later: bool = False
) -> Iterator[Page]:
    """Boards of all games in one theme, as many on a page as can be seen at once.

    Args:
        theme: the name of the theme.
        width: how wide each board is.
        suits: 2 or 4, the number of colours the suits have.
        large_index: whether the cards have large indices.
        later: whether games have been played for a while; else they have only been dealt.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the numbers are out of range.
    """
    games = [_played(game, _MOVES if later else 0) for game in CATALOGUE]
    scenes = [
        scene_of(game, theme=theme, suits=suits, width=width, large_index=large_index)
        for game in games
    ]
    across = max(1, _PAGE // (width + _GAP))
    rows = max(1, _PAGE * 2 // 3 // (width * 4 // 5))
    kind = f"{theme}-{suits}{'-large' if large_index else ''}-{'later' if later else 'deal'}"
    for number, some in enumerate(_parts(scenes, across * rows), 1):
        yield Page(f"{kind}-{width}-{number:02}", _page(some, across))


def write_pages(folder: Path, themes: Sequence[str], widths: Sequence[int] = WIDTHS) -> list[Path]:
    """Write all pages into a folder, which is made where there is none; the files are told.

    Deals are in suits of two colours, games played for a while in four; those of the first theme
    come with large indices too.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when a width is out of range.
        OSError: when a file cannot be written.
    """
    for theme in themes:
        theme_named(theme)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for theme in themes:
        for width in widths:
            for later in (False, True):
                for page in pages(theme, width, suits=4 if later else 2, later=later):
                    written.append(folder / f"{page.name}.png")
                    page.picture.save(written[-1])
    for page in pages(themes[0], widths[0], large_index=True, later=True):
        written.append(folder / f"{page.name}.png")
        page.picture.save(written[-1])
    return written


def _parts(items: Sequence[_Item], most: int) -> Iterator[Sequence[_Item]]:
    """Items in order, so many at a time."""
    for first in range(0, len(items), most):
        yield items[first : first + most]


def _page(scenes: Sequence[Scene], across: int) -> Image.Image:
    """Some boards in rows, each under its name, on the ground of a chat."""
    theme, width = theme_named(scenes[0].theme), scenes[0].width
    ground = _WHITE if theme.is_pale else _CHAT
    ink = mix(ground, _CHAT if theme.is_pale else _WHITE, 0.8)
    rows = [[(scene, compose(scene)) for scene in row] for row in _parts(scenes, across)]
    heights = [max(board.height for _, board in row) + 2 * _CAPTION + _GAP for row in rows]
    page = Image.new("RGB", (across * (width + _GAP) + _GAP, sum(heights) + _GAP), ground)
    y = _GAP
    for row, height in zip(rows, heights, strict=True):
        for column, (scene, board) in enumerate(row):
            x = _GAP + column * (width + _GAP)
            page.paste(ink, (x, y), text_mask(scene.board.rules.title, _CAPTION))
            page.paste(board.convert("RGB"), (x, y + 2 * _CAPTION))
        y += height
    return page


def _played(name: str, moves: int) -> Game:
    """A game played for a while: what may go home goes there, else anything moves."""
    game, chance = engine.deal(name, _DEAL), random.Random(_DEAL)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        home = [move for move in legal if move.target.startswith("f")]
        game.play(chance.choice(home or legal))
    return game


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--theme", "themes", multiple=True, help="A theme; repeat for more. Default: all.")
@click.option("--width", "widths", multiple=True, type=int, help="In pixels; repeat for more.")
def main(folder: Path, themes: tuple[str, ...], widths: tuple[int, ...]) -> None:
    """Write contact sheets of all games into FOLDER."""
    try:
        written = write_pages(folder, themes or tuple(THEMES), widths or WIDTHS)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written to: {error.strerror}.") from None
    click.echo(f"{len(written)} pages are in {folder}.")


if __name__ == "__main__":
    main(prog_name="python -m tools.contact_sheet")
