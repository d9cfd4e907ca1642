"""Contact sheets: every deck, and boards of every game, many to a page, for a person to review.

``python -m tests.rendering.contact_sheet FOLDER`` writes them in every theme.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import click
from PIL import Image

import engine
from engine import CATALOGUE, Game
from engine.cards import CARDS
from rendering import THEMES, Back, Deck, Style
from rendering.board.picture import compose
from rendering.board.scene import Scene, scene_of
from rendering.cards.sprites import sheet_of
from rendering.metrics import Size
from rendering.text import text_mask
from rendering.theme import Colour, mix, theme_named

WIDTHS: Final = (330, 1100)
"""The usual widths: as seen on a phone, and as sent."""

_CARD: Final = 0.127
"""The width of a card on a board of seven columns, in board widths."""

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
        name: the name of its file, without a suffix.
        picture: the page.
    """

    name: str
    picture: Image.Image


def pages(style: Style, *, later: bool = False) -> Iterator[Page]:
    """Boards of every game in one style, a screenful to a page.

    Args:
        style: how they look; its width is that of each board.
        later: whether the games are some moves on rather than just dealt.
    """
    scenes = [scene_of(_played(name, _MOVES if later else 0)) for name in CATALOGUE]
    across = max(1, _PAGE // (style.width + _GAP))
    rows = max(1, _PAGE * 2 // 3 // (style.width * 4 // 5))
    large, state = "-large" if style.large_index else "", "later" if later else "deal"
    kind = f"{style.theme}-{style.suits}{large}-{state}-{style.width}"
    for number, some in enumerate(_batches(scenes, across * rows), 1):
        yield Page(f"{kind}-{number:02}", _page(some, style, across))


def deck_page(style: Style) -> Page:
    """The cards and backs of a style's deck, in two and in four suit colours."""
    width = round(style.width * _CARD)
    columns: list[Image.Image] = []
    for suits in (2, 4):
        sheet = sheet_of(style.theme, suits, width, design=style.design)
        backs = [replace(style, back=back).design for back in Back]
        turned = [sheet_of(style.theme, suits, width, design=design) for design in backs]
        faces = [sheet.face(card, Size.TALL) for card in CARDS]
        faces += [each.face(None, Size.TALL) for each in turned]
        columns.append(_grid([face.convert("RGB") for face in faces], 13))
    page = _grid(columns, 1)
    return Page(f"{style.theme}-cards-{style.deck.value}-{style.width}", page)


def _grid(pictures: Sequence[Image.Image], across: int) -> Image.Image:
    """Pictures of one size in rows."""
    width, height = pictures[0].size
    grid = Image.new("RGB", (across * width, -(-len(pictures) // across) * height), _CHAT)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, across)
        grid.paste(picture, (column * width, row * height))
    return grid


def write_pages(folder: Path, themes: Sequence[str], widths: Sequence[int] = WIDTHS) -> list[Path]:
    """Write all pages into a folder, created if missing, and return their paths.

    Deals have two suit colours, later boards four; the first theme also comes with large indices.
    Each deck has a page of its cards.

    Raises:
        UnknownTheme: if there is no such theme.
        InvalidStyle: if a width is out of range.
        OSError: if a file cannot be written.
    """
    styles = [
        (Style(theme, 4 if later else 2, width=width), later)
        for theme in themes
        for width in widths
        for later in (False, True)
    ]
    styles.append((Style(themes[0], large_index=True, width=widths[0]), True))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for style, later in styles:
        for page in pages(style, later=later):
            written.append(folder / f"{page.name}.png")
            page.picture.save(written[-1])
    for theme, width, deck in itertools.product(themes, widths, Deck):
        page = deck_page(Style(theme, width=width, deck=deck))
        written.append(folder / f"{page.name}.png")
        page.picture.save(written[-1])
    return written


def _batches(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for first in range(0, len(items), size):
        yield items[first : first + size]


def _page(scenes: Sequence[Scene], style: Style, across: int) -> Image.Image:
    """Boards in rows, each below its title, on the background of a chat."""
    theme, width = theme_named(style.theme), style.width
    ground = _WHITE if theme.is_pale else _CHAT
    ink = mix(ground, _CHAT if theme.is_pale else _WHITE, 0.8)
    rows = [[(scene, compose(scene, style)) for scene in row] for row in _batches(scenes, across)]
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
    """A game after some random moves, to the foundations if possible."""
    game, rng = engine.deal(name, _DEAL), random.Random(_DEAL)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        preferred = [move for move in legal if move.target.startswith("f")]
        game.play(rng.choice(preferred or legal))
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
    main(prog_name="python -m tests.rendering.contact_sheet")
