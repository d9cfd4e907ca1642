"""A player's collection: every game as a stamp, of which there is only a trace until it is won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.alt import shortened
from rendering.board.icon import icon
from rendering.board.picture import Picture, picture_of
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.medals import Emblem, medal_mask
from rendering.metrics import Box
from rendering.shapes import SUPERSAMPLING, rounded_rectangle
from rendering.strings import ENGLISH, Strings
from rendering.style import Style
from rendering.text import BOLD, displayable, fit_cap_height, text_width, truncated
from rendering.theme import mix

_COLUMNS: Final = 16
_WIDE_COLUMNS: Final = 24
"""How many stamps of a whole collection are side by side; where boards are wide, it is, too."""
_LEAST: Final = 3 / 16
"""The columns that a family takes at least, as a share of all, so that its title has room."""
_LARGE_COLUMNS: Final = 4
"""How many stamps of one family are side by side."""
_EDGE: Final = 0.022
_HEAD: Final = 0.135
_NAME: Final = 0.036
_FIGURES: Final = 0.027
_LINE: Final = 0.0205
_CAPTION: Final = 0.0235
_BAR: Final = 0.018
_GAP: Final = 0.007
"""Shares of the width: the margin, the height of the header, cap heights of the name, of the
figures, of a family's title and of a game's, the bar's height, and the space between stamps."""
_TEETH: Final = 9
"""How many holes the edge of a stamp has above."""
_HOLE: Final = 0.58
"""How wide a hole is, as a share of the space from one to the next."""
_RIM: Final = 0.08
_UPRIGHT: Final = 0.86
"""How wide the paper of a stamp is around its picture, and how high a large stamp is, as shares of
its width."""
_PALE: Final = 0.2
"""How much lighter than the felt the outline of a missing stamp is."""
_SMALLEST: Final = 0.8
"""How much smaller a title may be written to fit."""


class Stamp(IntEnum):
    """What a collection has of a game."""

    MISSING = 0
    WON = 1
    PERFECT = 2


@dataclass(frozen=True, slots=True)
class CollectedGame:
    """A game of a collection."""

    rules_id: str
    title: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Family:
    """Games of a collection that are alike."""

    title: str
    games: tuple[CollectedGame, ...]

    def count(self, least: Stamp = Stamp.WON) -> int:
        """How many of its games are won, or perfect."""
        return sum(game.stamp >= least for game in self.games)

    @property
    def is_complete(self) -> bool:
        """Whether all of its games are won."""
        return self.count() == len(self.games)


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of a collection, by family.

    Attributes:
        player: the player's name.
    """

    player: str
    families: tuple[Family, ...]

    @property
    def whole(self) -> Family:
        """All games together."""
        return Family("", tuple(game for one in self.families for game in one.games))


def draw_collection(collection: Collection, style: Style) -> Picture:
    """Draw a whole collection, small."""
    columns = _WIDE_COLUMNS if style.is_wide else _COLUMNS
    shelves = [*_shelves(collection.families, columns)]
    edge, gap = round(style.width * _EDGE), round(style.width * _GAP)
    pitch = (style.width - 2 * edge + gap) // columns
    stamp, line = pitch - gap, round(style.width * _LINE)
    head, title = round(style.width * _HEAD), round(line * 1.5)
    shelf = title + stamp + line
    palette = palette_of(style.theme, style.suits)
    canvas = Canvas(palette, style.width, head + shelf * len(shelves))
    _paint_header(canvas, displayable(collection.player), collection.whole)
    for number, families in enumerate(shelves):
        top = head + number * shelf
        for column, room, family in families:
            left = edge + column * pitch
            _write_title(canvas, family, (left, top), line, room * pitch - 2 * gap)
            for place, game in enumerate(family.games):
                box = Box(left + place * pitch, top + title, stamp, stamp)
                _paint_stamp(canvas, game, box, style)
    return picture_of(canvas.image, describe_collection(collection, style.strings))


def draw_family(family: Family, style: Style) -> Picture:
    """Draw the games of a family, large and with their titles."""
    edge, gap = round(style.width * _EDGE), 3 * round(style.width * _GAP)
    pitch = (style.width - 2 * edge + gap) // _LARGE_COLUMNS
    width, cap = pitch - gap, round(style.width * _CAPTION)
    height = round(width * _UPRIGHT)
    head, row = round(style.width * _HEAD), height + 3 * cap
    rows = -(-len(family.games) // _LARGE_COLUMNS)
    canvas = Canvas(palette_of(style.theme, style.suits), style.width, head + rows * row)
    _paint_header(canvas, family.title, family)
    for number, game in enumerate(family.games):
        x = edge + number % _LARGE_COLUMNS * pitch
        y = head + number // _LARGE_COLUMNS * row
        _paint_stamp(canvas, game, Box(x, y, width, height), style)
        size = max(fit_cap_height(game.title, cap, width), round(cap * _SMALLEST))
        title = truncated(game.title, size, width)
        x += (width - text_width(title, size)) // 2
        ink = canvas.theme.label if game.stamp else canvas.theme.count
        canvas.write(title, (x, y + height + cap * 2 // 3), size, ink)
    return picture_of(canvas.image, describe_family(family, style.strings))


def _shelves(families: Sequence[Family], columns: int) -> Iterator[list[tuple[int, int, Family]]]:
    """The families in rows, each with its first column and how many it takes, the largest first."""
    rooms = [(max(round(columns * _LEAST), len(one.games)), one) for one in families]
    left = sorted(rooms, key=lambda one: -one[0])
    while left:
        shelf: list[tuple[int, int, Family]] = []
        others: list[tuple[int, Family]] = []
        column = 0
        for room, family in left:
            if column + room <= columns:
                shelf.append((column, room, family))
                column += room
            else:
                others.append((room, family))
        left = others
        yield shelf


def _paint_header(canvas: Canvas, name: str, games: Family) -> None:
    """A name, how many games are won and how many perfect, and a bar that shows both."""
    theme, edge = canvas.theme, canvas.px(_EDGE)
    room, won, perfect = canvas.image.width - 2 * edge, games.count(), games.count(Stamp.PERFECT)
    cap, small = canvas.px(_NAME), canvas.px(_FIGURES)
    figures = f"{won}/{len(games.games)}"
    gold = str(perfect)
    right = edge + room
    y = edge + cap // 4
    medal = small * 2
    x = right - text_width(gold, small, BOLD)
    canvas.write(gold, (x, y + cap - small), small, theme.label, BOLD)
    x -= medal + small // 3
    canvas.paint(medal_mask(3, Emblem.CROWN, medal), (x, y + cap - small - small // 2), theme.gold)
    x -= small + text_width(figures, cap, BOLD)
    canvas.write(figures, (x, y), cap, theme.label, BOLD)
    canvas.write(truncated(name, cap, x - 2 * edge, BOLD), (edge, y), cap, theme.label, BOLD)
    y += cap + canvas.px(_BAR) + canvas.px(_GAP)
    number, box = len(games.games), Box(edge, y, room, canvas.px(_BAR))
    canvas.bar(box, (won / number, theme.label), (perfect / number, theme.gold))


def _write_title(canvas: Canvas, family: Family, at: tuple[int, int], cap: int, room: int) -> None:
    """A family's title, and how many of its games are won; a complete one's in another colour."""
    theme, (x, y) = canvas.theme, at
    figures = f"{family.count()}/{len(family.games)}"
    left = room - text_width(figures, cap, BOLD) - cap // 2
    size = max(fit_cap_height(family.title, cap, left), round(cap * _SMALLEST))
    title = truncated(family.title, size, left)
    canvas.write(title, (x, y + cap - size), size, theme.count)
    ink = theme.accent if family.is_complete else theme.label
    canvas.write(figures, (x + text_width(title, size) + cap // 2, y), cap, ink, BOLD)


def _paint_stamp(canvas: Canvas, game: CollectedGame, box: Box, style: Style) -> None:
    """A game's stamp: on paper once it is won, on gold if that was perfect."""
    theme, width, height = canvas.theme, box.width, box.height
    rim = max(3, round(width * _RIM))
    if game.stamp is Stamp.MISSING:
        line = mix(theme.felt, theme.label, _PALE)
        canvas.paint(rounded_rectangle(width, height, rim), (box.x, box.y), line)
        inside = rounded_rectangle(width - 4, height - 4, rim - 2)
        canvas.paint(inside, (box.x + 2, box.y + 2), theme.felt)
    else:
        paper = theme.gold if game.stamp is Stamp.PERFECT else theme.card
        canvas.paint(_stamp_mask(width, height), (box.x, box.y), paper)
        felt = Image.new("L", (width - 2 * rim, height - 2 * rim), 255)
        canvas.paint(felt, (box.x + rim, box.y + rim), theme.felt)
    inset = rim + rim // 2
    size = (width - 2 * inset, height - 2 * inset)
    picture = icon(game.rules_id, size, style.theme, style.suits, is_pale=not game.stamp)
    canvas.image.paste(picture, (box.x + inset, box.y + inset))


@lru_cache(maxsize=8)
def _stamp_mask(width: int, height: int) -> Image.Image:
    """A rectangle with a perforated edge, as a mask."""
    right, bottom = width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1
    drawn = Image.new("L", (right + 1, bottom + 1), 255)
    pen, hole = ImageDraw.Draw(drawn), right / _TEETH * _HOLE / 2
    beside, below = (round(_TEETH * side / width) for side in (width, height))
    across = [(right * number / beside, y) for number in range(beside + 1) for y in (0.0, bottom)]
    down = [(x, bottom * number / below) for number in range(below + 1) for x in (0.0, right)]
    for x, y in (*across, *down):
        pen.ellipse((x - hole, y - hole, x + hole, y + hole), fill=0)
    return drawn.reduce(SUPERSAMPLING)


def describe_collection(collection: Collection, strings: Strings = ENGLISH) -> str:
    """A collection's alt text: how many games of each family are won."""
    whole = [strings.collection.format(player=collection.player)] if collection.player else []
    families = ", ".join(
        f"{one.title} {one.count()}/{len(one.games)}" for one in collection.families
    )
    return shortened(" ".join([*whole, _figures(collection.whole, strings), f"{families}."]))


def describe_family(family: Family, strings: Strings = ENGLISH) -> str:
    """A family's alt text: which of its games are perfect, won, and still to be won."""
    lists = (
        (Stamp.PERFECT, strings.perfect_games),
        (Stamp.WON, strings.won_games),
        (Stamp.MISSING, strings.missing_games),
    )
    sentences = [f"{family.title}: {_figures(family, strings)}"]
    for stamp, sentence in lists:
        games = ", ".join(game.title for game in family.games if game.stamp is stamp)
        if games:
            sentences.append(sentence.format(games=games))
    return shortened(" ".join(sentences))


def _figures(family: Family, strings: Strings) -> str:
    won, perfect = family.count(), family.count(Stamp.PERFECT)
    return strings.collected.of(len(family.games), won=won, perfect=perfect)
