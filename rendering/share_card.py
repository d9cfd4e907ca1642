"""A card to share after a win: the board, the game, and what it took, without the way there."""

from __future__ import annotations

import datetime as dt
import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageChops

from engine import Board, Card, Suit
from rendering.layout import layout_of
from rendering.picture import Picture, compose, encode
from rendering.scene import InvalidScene, Scene
from rendering.shapes import mask, pip_mask
from rendering.sprites import rounded
from rendering.strings import ENGLISH, Plural, Strings
from rendering.text import (
    ASCENT,
    BOLD,
    REGULAR,
    displayable,
    fit_cap_height,
    text_mask,
    truncated,
)
from rendering.theme import Colour, Theme, mix, nearest, palette_of, theme_named

_EDGE: Final = 0.045
_BOARD: Final = 0.66
_TITLE: Final = 0.058
_LINE: Final = 0.031
_DETAIL: Final = 0.0255
_VALUE: Final = 0.05
_STAR: Final = 0.066
_UNDER: Final = 0.016
"""Shares of the card's width: what is free at the sides, the board, heights of capitals, the star,
and the room under a figure."""

_LEVELS: Final = 16
"""How many shades a letter's edge has between ink and ground."""

_NARROWEST, _WIDEST = 400, 2400

_POINTS: Final = 5
_DEEP: Final = 0.42


class InvalidWin(ValueError):
    """There is no card for this; the text says why."""


@dataclass(frozen=True, slots=True)
class Win:
    """What a card says about a game that was won.

    Attributes:
        board: the last board.
        number: the number of the deal; None when it has none.
        moves: how many moves it took.
        seconds: how long it took; None where that is not known.
        undos: how many moves were taken back.
        hints: how many hints were asked for.
        player: who won, as they write it; empty where nobody is to be named.
        day: the day whose challenge it was; None for other games.
        title: what the game is called; that of its rules if none is given.

    Raises:
        InvalidWin: when the board is not won, or a number is below zero.
    """

    board: Board
    number: int | None
    moves: int
    seconds: int | None = None
    undos: int = 0
    hints: int = 0
    player: str = ""
    day: dt.date | None = None
    title: str = ""

    def __post_init__(self) -> None:
        if not self.board.is_won:
            raise InvalidWin(
                f"This game of {self.board.rules.title} is not won; only wins have a card."
            )
        if min(self.moves, self.seconds or 0, self.undos, self.hints) < 0:
            raise InvalidWin("Moves, seconds, undos and hints cannot be below zero.")

    @property
    def game(self) -> str:
        """What the game is called."""
        return self.title or self.board.rules.title

    @property
    def is_perfect(self) -> bool:
        """Whether no move was taken back and no hint asked for."""
        return not self.undos and not self.hints


def share_card(
    win: Win, *, theme: str = "felt", suits: int = 2, width: int = 1100, strings: Strings = ENGLISH
) -> Picture:
    """A card to share after a win; nothing on it tells how the game is won.

    Args:
        win: what the card says.
        theme: the name of the theme.
        suits: 2 or 4, the number of colours the suits have.
        width: the card's width in pixels, 400 to 2400; the height follows from the board.
        strings: the texts of the language.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the numbers are out of range.
    """
    if not _NARROWEST <= width <= _WIDEST:
        raise InvalidScene(f"A share card is {_NARROWEST} to {_WIDEST} pixels wide, not {width}.")
    win = replace(win, player=displayable(win.player))
    wide = round(width * _BOARD)
    scene = Scene(_in_order(win.board), win.number, theme=theme, suits=suits, width=wide)
    board, inside = compose(scene), layout_of(win.board, wide).metrics.edge
    edge = round(width * _EDGE)
    lines = tuple(_lines(win, strings))
    top = edge + sum(round(width * line.room) for line in lines) - inside
    canvas = _Canvas(theme_named(theme), suits, width, top + board.height - inside + edge)
    _paint_frame(canvas)
    _paint_lines(canvas, lines, edge)
    canvas.picture.paste(board, (edge - inside, top))
    left = edge + wide - 2 * inside + edge
    _paint_facts(canvas, win, (left, top + inside), board.height - 2 * inside, strings)
    return Picture(encode(canvas.picture), width, canvas.picture.height, describe_win(win, strings))


def _in_order(board: Board) -> Board:
    """The board as it is shown: one foundation for all is sorted, for its order is how to win."""
    compiled = board.compiled
    if not compiled.rules.foundations.build:
        return board
    stacks: list[tuple[Card, ...]] = [()] * len(board.stacks)
    stacks[compiled.foundations[0]] = tuple(sorted(itertools.chain.from_iterable(board.stacks)))
    return replace(board, stacks=tuple(stacks))


def describe_win(win: Win, strings: Strings = ENGLISH) -> str:
    """The card in words."""
    challenge = (
        [strings.challenge.format(day=strings.format_date(win.day))] if win.day is not None else []
    )
    game = strings.format_game(win.game, win.number, *challenge)
    won = strings.game_won_by if win.player else strings.game_won
    facts = [strings.moves.of(win.moves)]
    if win.seconds is not None:
        facts.append(strings.time.format(clock=strings.format_duration(win.seconds)))
    if win.is_perfect:
        facts.append(strings.perfect)
    else:
        facts += [strings.undos.of(win.undos), strings.hints.of(win.hints)]
    return f"{won.format(player=win.player, game=game)} {', '.join(facts)}."


class _Canvas:
    """A picture in a theme's palette, painted on with smooth masks."""

    def __init__(self, theme: Theme, suits: int, width: int, height: int) -> None:
        self.theme = theme
        self.picture = Image.new("P", (width, height), 0)
        self._colours = palette_of(theme, suits)
        self.picture.putpalette([channel for colour in self._colours for channel in colour])

    def of(self, share: float) -> int:
        """A share of the card's width in pixels."""
        return round(self.picture.width * share)

    def paint(
        self, shape: Image.Image, at: tuple[int, int], ink: Colour, ground: Colour | None = None
    ) -> None:
        """Paint a mask in a colour onto a plain ground, the felt when no other is named."""
        ground = self.theme.felt if ground is None else ground
        shades = [
            nearest(self._colours, mix(ground, ink, level / (_LEVELS - 1)))
            for level in range(_LEVELS)
        ]
        levels = [shades[(value * (_LEVELS - 1) + 127) // 255] for value in range(256)]
        touched = shape.point([0, *[255] * 255])
        self.picture.paste(shape.point(levels), at, touched)

    def write(
        self,
        text: str,
        at: tuple[int, int],
        cap: int,
        ink: Colour,
        weight: int = REGULAR,
    ) -> None:
        """Write a line whose capitals begin at a point."""
        x, y = at
        self.paint(text_mask(text, cap, weight), (x, y - round(cap * ASCENT)), ink)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the header.

    Attributes:
        text: what it says.
        cap: how tall its capitals are at most, in widths of the card.
        room: what it takes with the room under it, in the same measure.
        aside: what is to be left free at its right, in the same measure.
        is_name: whether its end may be left out; a line that may not gets smaller instead.
        weight: how bold it is.
    """

    text: str
    cap: float
    room: float
    aside: float = 0.0
    is_name: bool = False
    weight: int = REGULAR


def _lines(win: Win, strings: Strings) -> Iterator[_Line]:
    """The game, who won it, and which deal it was."""
    yield _Line(win.game, _TITLE, 0.085, aside=0.2, weight=BOLD)
    deal = []
    if win.day is not None:
        deal.append(strings.card_challenge.format(day=strings.format_date(win.day)))
    if win.number is not None:
        deal.append(strings.card_deal.format(number=win.number))
    name = strings.card_won_by.format(player=win.player) if win.player else strings.card_won
    yield _Line(name, _LINE, 0.053 if deal else 0.065, is_name=True)
    if deal:
        yield _Line(" · ".join(deal), _DETAIL, 0.06)


def _paint_frame(canvas: _Canvas) -> None:
    """A thin line round the card, and the four suits in its upper corner."""
    width, height = canvas.picture.size
    inset, thick = canvas.of(0.013), max(1, canvas.of(0.0022))
    size = (width - 2 * inset, height - 2 * inset)
    radius = canvas.of(0.02)
    line = ImageChops.subtract(rounded(*size, radius), rounded(*size, radius, inset=thick))
    canvas.paint(line, (inset, inset), canvas.theme.slot_line)
    size_of_pip, step = canvas.of(0.034), canvas.of(0.046)
    for number, suit in enumerate(reversed(Suit)):
        x = width - canvas.of(_EDGE) - size_of_pip - number * step
        y = canvas.of(_EDGE) + (canvas.of(_TITLE) - size_of_pip) // 2
        canvas.paint(pip_mask(suit, size_of_pip), (x, y), canvas.theme.mark)


def _paint_lines(canvas: _Canvas, lines: tuple[_Line, ...], edge: int) -> None:
    """The header; its last lines are fainter."""
    y = edge
    for number, line in enumerate(lines):
        tallest, text = canvas.of(line.cap), line.text
        room = canvas.picture.width - 2 * edge - canvas.of(line.aside)
        if line.is_name:
            text = truncated(text, tallest, room, line.weight)
        cap = fit_cap_height(text, tallest, room, line.weight)
        ink = canvas.theme.count if number > 1 else canvas.theme.label
        canvas.write(text, (edge, y + tallest - cap), cap, ink, line.weight)
        y += canvas.of(line.room)


def _paint_facts(
    canvas: _Canvas, win: Win, at: tuple[int, int], height: int, strings: Strings
) -> None:
    """What the win took, in a column beside the board."""
    left, top = at
    room = canvas.picture.width - canvas.of(_EDGE) - left
    value, label, gap = canvas.of(_VALUE), canvas.of(_DETAIL), canvas.of(_UNDER)
    rows = 2 if win.seconds is None else 3
    step = (height - value - gap - label) // (rows - 1)
    _paint_fact(canvas, win.moves, strings.card_moves, at, room)
    if win.seconds is not None:
        time = strings.format_duration(win.seconds)
        _paint_value(canvas, time, strings.card_time, (left, top + step), room)
    last = top + (rows - 1) * step
    if win.is_perfect:
        _paint_perfect(canvas, (left, last), room, strings)
    else:
        half = (room - canvas.of(_EDGE) // 2) // 2
        _paint_fact(canvas, win.undos, strings.card_undos, (left, last), half)
        _paint_fact(canvas, win.hints, strings.card_hints, (left + room - half, last), half)


def _paint_fact(canvas: _Canvas, number: int, what: Plural, at: tuple[int, int], room: int) -> None:
    _paint_value(canvas, str(number), what.of(number), at, room)


def _paint_value(canvas: _Canvas, figure: str, what: str, at: tuple[int, int], room: int) -> None:
    """A figure, and under it what it counts."""
    x, y = at
    tallest = canvas.of(_VALUE)
    cap = fit_cap_height(figure, tallest, room, BOLD)
    canvas.write(figure, (x, y + tallest - cap), cap, canvas.theme.label, BOLD)
    _paint_label(canvas, what, at, room)


def _paint_label(canvas: _Canvas, text: str, at: tuple[int, int], room: int) -> None:
    """What stands under a figure that begins at a point; smaller where it is long."""
    x, y = at
    cap = fit_cap_height(text, canvas.of(_DETAIL), room)
    canvas.write(text, (x, y + canvas.of(_VALUE) + canvas.of(_UNDER)), cap, canvas.theme.count)


def _paint_perfect(canvas: _Canvas, at: tuple[int, int], room: int, strings: Strings) -> None:
    """The star of a win without help."""
    x, y = at
    tallest, size = canvas.of(_VALUE), canvas.of(_STAR)
    canvas.paint(_star(size), (x, y + (tallest - size) // 2), canvas.theme.last)
    beside, text = size + canvas.of(0.012), strings.card_perfect
    cap = fit_cap_height(text, canvas.of(_LINE), room - beside, BOLD)
    canvas.write(text, (x + beside, y + (tallest - cap) // 2), cap, canvas.theme.label, BOLD)
    _paint_label(canvas, strings.card_no_help, at, room)


def _star(size: int) -> Image.Image:
    """A star with five points as a mask, that many pixels a side."""
    turns = (math.pi * (corner / _POINTS - 0.5) for corner in range(2 * _POINTS))
    outs = itertools.cycle((50, 50 * _DEEP))
    corners = tuple(
        (50 + out * math.cos(turn), 53 + out * math.sin(turn))
        for turn, out in zip(turns, outs, strict=False)
    )
    return mask((corners,), size, size, size / 100)
