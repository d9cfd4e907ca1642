"""The cascade of cards after a win: an animation that plays once and ends on the won board.

Cards leave their rows one after the other, those at the right first, fall, bounce and leave a
trail; then the board is wiped clean. Nothing is erased before, so a frame stores little more than
the cards that move.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from engine import Card
from rendering.board.alt import MAX_LENGTH, describe_scene
from rendering.board.layout import CardPlace, layout_of
from rendering.board.picture import compose
from rendering.board.scene import Scene
from rendering.cards.palette import palette_of
from rendering.cards.sprites import Sheet, sheet_of
from rendering.encoding.gif import Animation, Frame, animate
from rendering.style import Style

WIDTH: Final = 700
"""The usual width of a cascade: less than a board's, for the sake of its size."""

MAX_BYTES: Final = 1_000_000
"""How large a cascade's file may be."""
_NARROWER: Final = 0.8

_FIRST_TIME: Final = 25
_FRAME_TIME: Final = 4
_LAST_TIME: Final = 10
"""Hundredths of a second: the first frame, the last, and each between them."""
_FLYING: Final = 56
_WIPING: Final = 8
"""How many frames show cards in the air, and how many wipe their trails away."""
_LAUNCH_EVERY: Final = 3
_LAST_LAUNCH: Final = 42
"""How many frames lie between two cards that leave, and the last frame in which one does."""

_PULL: Final = 0.0075
_BOUNCE: Final = 0.8
_SIDEWAYS: Final = (0.24, 0.48)
_RISE: Final = 0.3
"""How a card flies: by how much it falls faster in each frame, in heights of the picture; how much
of its speed a bounce leaves; its speed to the side, in widths of a card; how high it leaps at
most, in heights of the picture."""
_HALF: Final = 127


class NotWon(ValueError):
    """A cascade of a game that is not won."""


@dataclass(slots=True)
class _Flight:
    """A card in the air: its picture and outline, its corner, and its speeds."""

    face: Image.Image
    outline: Image.Image
    x: float
    y: float
    right: float
    down: float

    def advance(self, height: int) -> None:
        """Fly on for a frame, above the bottom of a picture of that height."""
        self.down += _PULL * height
        self.x += self.right
        self.y += self.down
        ground = height - self.face.height
        if self.y > ground:
            self.y, self.down = ground, -self.down * _BOUNCE


def draw_cascade(scene: Scene, style: Style, *, max_bytes: int = MAX_BYTES) -> Animation:
    """Draw the cascade of a won board, the same every time for the same deal.

    It is narrower than the style says if the file would be too large otherwise.

    Args:
        max_bytes: how large the file may be.

    Raises:
        NotWon: if the board is not won.
        InvalidStyle: if even the narrowest picture is too large.
    """
    if not scene.board.is_won:
        raise NotWon(
            f"This game of {scene.board.rules.title} is not won; only wins have a cascade."
        )
    board, palette = compose(scene, style, is_lit=True), palette_of(style.theme, style.suits)
    times = (_FIRST_TIME, *itertools.repeat(_FRAME_TIME, _FLYING + _WIPING - 1), _LAST_TIME)
    pictures = itertools.chain([board], _pictures(board, scene, style))
    frames = itertools.starmap(Frame, zip(pictures, times, strict=True))
    colours = (*palette.colours, *palette.shades)
    gif = animate(frames, colours, max_bytes=max_bytes, loops=False)
    if gif is None:
        narrower = replace(style, width=round(style.width * _NARROWER))
        return draw_cascade(scene, narrower, max_bytes=max_bytes)
    alt = f"{describe_scene(scene, style.strings)} {style.strings.cascade}"[:MAX_LENGTH]
    return Animation(gif, board.width, board.height, len(times), sum(times) / 100, alt)


def _pictures(board: Image.Image, scene: Scene, style: Style) -> Iterator[Image.Image]:
    """The frames after the first: cards in the air, then the board wiped clean."""
    launches = _launches(scene, style)
    flights: list[_Flight] = []
    picture = board.copy()
    for number in range(_FLYING):
        if number % _LAUNCH_EVERY == 0 and number <= _LAST_LAUNCH:
            flights += itertools.islice(launches, 1)
        for flight in flights:
            flight.advance(board.height)
            picture.paste(flight.face, (round(flight.x), round(flight.y)), flight.outline)
        yield picture.copy()
    for number in range(1, _WIPING + 1):
        right = board.width * number // _WIPING
        picture.paste(board.crop((0, 0, right, board.height)), (0, 0))
        yield picture.copy()


def _launches(scene: Scene, style: Style) -> Iterator[_Flight]:
    """The cards of a won board as they leave it, those at the right first."""
    board = scene.board
    layout = layout_of(board, style.width, style.large_index, is_wide=style.is_wide)
    sheet = sheet_of(
        style.theme, style.suits, layout.metrics.card, layout.metrics.index, style.design
    )
    rng = random.Random(scene.number)
    places = [
        (stack[place.index], place)
        for stack, cards in zip(board.stacks, layout.cards, strict=True)
        for place in cards
    ]
    places.sort(key=lambda one: -one[1].box.x)
    for card, place in places:
        face, outline = _face(sheet, card, place)
        # Most fly to the left, where there is more to cross.
        side = rng.choice((-1, -1, -1, 1))
        yield _Flight(
            face,
            outline,
            place.box.x,
            place.box.y,
            side * rng.uniform(*_SIDEWAYS) * sheet.card,
            -math.sqrt(2 * _PULL * rng.uniform(0, _RISE)) * layout.height,
        )


def _face(sheet: Sheet, card: Card, place: CardPlace) -> tuple[Image.Image, Image.Image]:
    """A card without its shadow, and its outline."""
    sprite, margin = sheet.face(card, place.size), sheet.margin
    face = sprite.crop((margin, margin, sprite.width - margin, sprite.height - margin))
    return face, sheet.art.outline(place.size).point(lambda level: 255 * (level > _HALF))
