"""Pictures that boards are held against: every game, dealt and late, in every theme.

``python -m tests.rendering.references`` draws them anew, after a change that was meant; look at
them before they are kept.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from PIL import Image

from engine import CATALOGUE
from engine.dealing import opening
from engine.rules import Rules
from rendering import THEMES, Scene
from rendering.picture import compose
from rendering.theme import Colour
from tests.rendering.boards import played, sorted_out

FOLDER = Path(__file__).with_name("pictures")
WIDTH = 240
STATES = ("deal", "late")

_ACROSS = 8
_CELL = (WIDTH, 220)
_NOTHING: Colour = (255, 0, 255)
_GAMES = tuple(CATALOGUE)


def scene(rules: Rules, theme: str, state: str) -> Scene:
    """What is drawn of a game: a deal with a hint, or a late board with what moved and is chosen.

    Deals have suits of two colours, late boards of four.
    """
    if state == "deal":
        board = opening(rules, 1)
        moves = board.legal_moves()
        return Scene(board, hint=moves[0] if moves else None, theme=theme, width=WIDTH)
    if rules.foundations.build:
        board = played(rules, 2, 12, 2).board
    else:
        board = sorted_out(opening(rules, 2), random.Random(rules.id))
    held = [pile.name for pile in board.plan.tableau if board.stacks[pile.index]]
    return Scene(
        board,
        last=(held[0], 1) if held else None,
        selected=held[-1] if held[1:] else None,
        theme=theme,
        suits=4,
        width=WIDTH,
    )


def drawn(rules: Rules, theme: str, state: str) -> Image.Image:
    """The picture of a game as it is drawn now."""
    return compose(scene(rules, theme, state)).convert("RGB")


def kept(rules: Rules, theme: str, state: str) -> Image.Image:
    """The picture of a game as it was kept."""
    left, top = _corner(rules.id)
    cell = _sheet(theme, state).crop((left, top, left + _CELL[0], top + _CELL[1]))
    blank = next(y for y in range(cell.height) if cell.getpixel((0, y)) == _NOTHING)
    return cell.crop((0, 0, cell.width, blank))


def keep(theme: str, state: str) -> Path:
    """Draw the pictures of all games and keep them in one file."""
    rows = -(-len(_GAMES) // _ACROSS)
    sheet = Image.new("RGB", (_ACROSS * _CELL[0], rows * _CELL[1]), _NOTHING)
    for rules in CATALOGUE.values():
        picture = drawn(rules, theme, state)
        if picture.height >= _CELL[1]:
            raise ValueError(f"{rules.title} is too tall to be kept; make the cells taller.")
        sheet.paste(picture, _corner(rules.id))
    file = _file(theme, state)
    file.parent.mkdir(exist_ok=True)
    sheet.save(file, "WEBP", lossless=True, quality=100, method=4)
    return file


def _corner(game: str) -> tuple[int, int]:
    """Where the picture of a game is on a sheet."""
    row, column = divmod(_GAMES.index(game), _ACROSS)
    return column * _CELL[0], row * _CELL[1]


def _file(theme: str, state: str) -> Path:
    return FOLDER / f"{theme}-{state}.webp"


@cache
def _sheet(theme: str, state: str) -> Image.Image:
    with Image.open(_file(theme, state)) as sheet:
        return sheet.convert("RGB")


if __name__ == "__main__":
    for theme_name in THEMES:
        for kind in STATES:
            written = keep(theme_name, kind)
            print(f"{written.name}: {written.stat().st_size / 1000:.0f} kB")  # noqa: T201
