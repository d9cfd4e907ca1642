"""The reference pictures that boards are compared with: every game, dealt and late, in every theme.

``python -m tests.rendering.references`` redraws them after an intended change; given the ids of
games, it redraws those alone, and adds those that are new. Look at the sheets before committing.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from engine import CATALOGUE
from engine.dealing import opening
from engine.rules import Rules
from rendering import THEMES, Scene, Style
from rendering.picture import compose
from rendering.theme import Colour
from tests.rendering.boards import played, sorted_out

FOLDER = Path(__file__).with_name("pictures")
WIDTH = 240
STATES = ("deal", "late")

_ACROSS = 8
_CELL = (WIDTH, 240)
_NOTHING: Colour = (255, 0, 255)
_ORDER = FOLDER / "games.txt"
"""The ids of the games in the order of the sheets, to which new ones are appended."""


def scene(rules: Rules, state: str) -> Scene:
    """The scene of a game: a deal with a hint, or a late board with a last move and a selection."""
    if state == "deal":
        board = opening(rules, 1)
        moves = board.legal_moves()
        return Scene(board, hint=moves[0] if moves else None)
    if rules.foundations.is_single:
        board = played(rules, 2, 12, 2).board
    else:
        board = sorted_out(opening(rules, 2), random.Random(rules.id))
    held = [pile.name for pile in board.compiled.tableau if board.stacks[pile.index]]
    return Scene(
        board,
        last=(held[0], 1) if held else None,
        selected=held[-1] if held[1:] else None,
    )


def style(theme: str, state: str) -> Style:
    """The style of a reference picture: deals have two suit colours, late boards four."""
    return Style(theme, suits=2 if state == "deal" else 4, width=WIDTH)


def drawn(rules: Rules, theme: str, state: str) -> Image.Image:
    """The picture of a game as drawn now."""
    return compose(scene(rules, state), style(theme, state)).convert("RGB")


def reference(rules: Rules, theme: str, state: str) -> Image.Image:
    """The reference picture of a game."""
    left, top = _corner(rules.id)
    cell = _sheet(theme, state).crop((left, top, left + _CELL[0], top + _CELL[1]))
    blank = next(y for y in range(cell.height) if cell.getpixel((0, y)) == _NOTHING)
    return cell.crop((0, 0, cell.width, blank))


def write_reference(theme: str, state: str, games: Sequence[str]) -> Path:
    """Draw games onto their places on a sheet, which grows as needed."""
    file = _file(theme, state)
    order = listed()
    size = (_ACROSS * _CELL[0], -(-len(order) // _ACROSS) * _CELL[1])
    sheet = Image.new("RGB", size, _NOTHING)
    if file.exists():
        sheet.paste(_sheet(theme, state))
    for game in games:
        picture = drawn(CATALOGUE[game], theme, state)
        if picture.height >= _CELL[1]:
            raise ValueError(f"The picture of {game} is too tall; make the cells taller.")
        left, top = _corner(game)
        sheet.paste(_NOTHING, (left, top, left + _CELL[0], top + _CELL[1]))
        sheet.paste(picture, (left, top))
    sheet.save(file, "WEBP", lossless=True, quality=100, method=4)
    return file


def listed() -> tuple[str, ...]:
    """The games that have reference pictures, in the order of the sheets."""
    return tuple(_ORDER.read_text(encoding="utf-8").split())


def _corner(game: str) -> tuple[int, int]:
    """Where the picture of a game is on a sheet."""
    row, column = divmod(listed().index(game), _ACROSS)
    return column * _CELL[0], row * _CELL[1]


def _file(theme: str, state: str) -> Path:
    return FOLDER / f"{theme}-{state}.webp"


@cache
def _sheet(theme: str, state: str) -> Image.Image:
    with Image.open(_file(theme, state)) as sheet:
        return sheet.convert("RGB")


def main(games: Sequence[str]) -> None:
    """Redraw those games, or all of them if none is named."""
    order = list(dict.fromkeys([*listed(), *games])) if games else list(CATALOGUE)
    _ORDER.write_text("".join(f"{game}\n" for game in order), encoding="utf-8")
    for theme in THEMES:
        for state in STATES:
            write_reference(theme, state, games or order)


if __name__ == "__main__":
    main(sys.argv[1:])
