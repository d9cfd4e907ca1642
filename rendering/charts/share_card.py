"""The card to share after a win: the final board and what it took, but not how it was won."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from PIL import ImageChops

from engine import Board, Rank, Suit
from engine.cards import CARDS
from engine.rules import SuitRule
from engine.rules import Win as WinRule
from rendering.board.layout import layout_of
from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.metrics import Box
from rendering.shapes import pip_mask, rounded_rectangle, star_mask
from rendering.strings import ENGLISH, Strings
from rendering.style import InvalidStyle, Style
from rendering.text import BOLD, REGULAR, displayable, fit_cap_height, truncated

_EDGE: Final = 0.045
_BOARD: Final = 0.66
_TITLE: Final = 0.058
_LINE: Final = 0.031
_DETAIL: Final = 0.0255
_VALUE: Final = 0.05
_STAR: Final = 0.066
_LABEL_GAP: Final = 0.016
"""Shares of the card's width: its margin, the board, cap heights, the star, and the gap below a
figure."""

_MIN_WIDTH: Final = 400


class InvalidWin(ValueError):
    """A win that cannot have a share card; the message says why."""


@dataclass(frozen=True, slots=True)
class Win:
    """The facts about a won game that a share card shows.

    Attributes:
        board: the final board.
        number: the deal number; None if it has none.
        moves: the number of moves.
        seconds: the time taken; None if unknown.
        undos: the number of undos.
        hints: the number of hints.
        player: the winner's name; empty to name nobody.
        day: the day of the daily challenge; None for other games.
        title: the game's title; by default that of its rules.

    Raises:
        InvalidWin: if the board is not won, or a number is below zero.
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
        """The game's title."""
        return self.title or self.board.rules.title

    @property
    def is_perfect(self) -> bool:
        """Whether it was won without undo and hint."""
        return not self.undos and not self.hints


def draw_share_card(win: Win, style: Style) -> Picture:
    """Draw a win's share card, which never shows how the game was won.

    Raises:
        InvalidStyle: if the card would be narrower than 400 pixels.
    """
    if style.width < _MIN_WIDTH:
        raise InvalidStyle(f"A share card is at least {_MIN_WIDTH} pixels wide, not {style.width}.")
    alt = describe_win(win, style.strings)
    win = replace(win, player=displayable(win.player))
    width, strings = style.width, style.strings
    board_style = replace(style, width=round(width * _BOARD), is_wide=False)
    layout = layout_of(win.board, board_style.width, style.large_index)
    inside = layout.metrics.edge
    cards = reduce(Box.union, (place.box for places in layout.cards for place in places))
    board = compose(Scene(_spoiler_free(win.board)), board_style)
    board = board.crop((0, cards.y - inside, board.width, cards.bottom + inside))
    edge = round(width * _EDGE)
    lines = tuple(_header(win, strings))
    top = edge + sum(round(width * line.height) for line in lines) - inside
    height = top + board.height - inside + edge
    canvas = Canvas(palette_of(style.theme, style.suits), width, height)
    _paint_frame(canvas)
    _paint_header(canvas, lines)
    canvas.image.paste(board, (edge - inside, top))
    left = edge + board.width - 2 * inside + edge
    _paint_facts(canvas, win, (left, top + inside), board.height - 2 * inside, strings)
    return picture_of(canvas.image, alt)


def describe_win(win: Win, strings: Strings = ENGLISH) -> str:
    """The card's alt text."""
    challenge = [strings.challenge.format(day=strings.format_date(win.day))] if win.day else []
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


def _spoiler_free(board: Board) -> Board:
    """The board without anything that reveals the deal.

    A single foundation is sorted, and so is the one pile that all cards are brought to: their order
    would show how to win. So are foundations that begin with the rank of a dealt card.
    """
    compiled = board.compiled
    if compiled.rules.win is WinRule.ONE_PILE:
        return replace(board, stacks=tuple(tuple(sorted(stack)) for stack in board.stacks))
    if board.is_won and compiled.rules.foundations.suits is SuitRule.ANY:
        whole = (tuple(CARDS[13 * suit : 13 * suit + 13]) for suit in Suit)
        suits = dict(zip(compiled.foundations, whole, strict=True))
        return replace(board, stacks=tuple(suits.get(n, ()) for n in range(len(board.stacks))))
    if not compiled.rules.foundations.is_single:
        if isinstance(compiled.rules.foundations.base, Rank):
            return board
        return replace(board, stacks=tuple(tuple(sorted(stack)) for stack in board.stacks))
    foundation, tableau = compiled.foundations[0], {pile.index for pile in compiled.tableau}
    gone = (stack for index, stack in enumerate(board.stacks) if index not in tableau)
    stacks = [stack if index in tableau else () for index, stack in enumerate(board.stacks)]
    stacks[foundation] = tuple(sorted(itertools.chain.from_iterable(gone)))
    return replace(board, stacks=tuple(stacks))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the header.

    Attributes:
        text: what it says.
        cap: its greatest cap height, in widths of the card.
        height: its height with the gap below it, in widths of the card.
        right: the room left free at its right, in widths of the card.
        is_truncated: whether a long line is truncated; others shrink.
        weight: its font weight.
    """

    text: str
    cap: float
    height: float
    right: float = 0.0
    is_truncated: bool = False
    weight: int = REGULAR


def _header(win: Win, strings: Strings) -> Iterator[_Line]:
    """The game, who won it, and which deal it was."""
    yield _Line(win.game, _TITLE, 0.085, right=0.2, weight=BOLD)
    deal = []
    if win.day is not None:
        deal.append(strings.card_challenge.format(day=strings.format_date(win.day)))
    if win.number is not None:
        deal.append(strings.card_deal.format(number=win.number))
    name = strings.card_won_by.format(player=win.player) if win.player else strings.card_won
    yield _Line(name, _LINE, 0.053 if deal else 0.065, is_truncated=True)
    if deal:
        yield _Line(" · ".join(deal), _DETAIL, 0.06)


def _paint_frame(canvas: Canvas) -> None:
    """A thin line around the card, and the four suits in its upper right corner."""
    width, height = canvas.image.size
    inset, thickness = canvas.px(0.013), max(1, canvas.px(0.0022))
    size = (width - 2 * inset, height - 2 * inset)
    radius = canvas.px(0.02)
    inner = rounded_rectangle(*size, radius, inset=thickness)
    line = ImageChops.subtract(rounded_rectangle(*size, radius), inner)
    canvas.paint(line, (inset, inset), canvas.theme.empty_pile_line)
    pip, step = canvas.px(0.034), canvas.px(0.046)
    y = canvas.px(_EDGE) + (canvas.px(_TITLE) - pip) // 2
    for number, suit in enumerate(reversed(Suit)):
        x = width - canvas.px(_EDGE) - pip - number * step
        canvas.paint(pip_mask(suit, pip), (x, y), canvas.theme.mark)


def _paint_header(canvas: Canvas, lines: Sequence[_Line]) -> None:
    """The header; its last line is fainter."""
    x = y = canvas.px(_EDGE)
    for number, line in enumerate(lines):
        cap, text = canvas.px(line.cap), line.text
        room = canvas.image.width - 2 * x - canvas.px(line.right)
        if line.is_truncated:
            text = truncated(text, cap, room, line.weight)
        fitting = fit_cap_height(text, cap, room, line.weight)
        ink = canvas.theme.count if number > 1 else canvas.theme.label
        canvas.write(text, (x, y + cap - fitting), fitting, ink, line.weight)
        y += canvas.px(line.height)


def _paint_facts(
    canvas: Canvas, win: Win, at: tuple[int, int], height: int, strings: Strings
) -> None:
    """The statistics of the win, in a column beside the board."""
    left, top = at
    room = canvas.image.width - canvas.px(_EDGE) - left
    rows = 2 if win.seconds is None else 3
    taken = canvas.px(_VALUE) + canvas.px(_LABEL_GAP) + canvas.px(_DETAIL)
    step = (height - taken) // (rows - 1)
    _paint_fact(canvas, str(win.moves), strings.card_moves.of(win.moves), at, room)
    if win.seconds is not None:
        time = strings.format_duration(win.seconds)
        _paint_fact(canvas, time, strings.card_time, (left, top + step), room)
    last = top + (rows - 1) * step
    if win.is_perfect:
        _paint_perfect(canvas, (left, last), room, strings)
        return
    half = (room - canvas.px(_EDGE) // 2) // 2
    undos, hints = strings.card_undos.of(win.undos), strings.card_hints.of(win.hints)
    _paint_fact(canvas, str(win.undos), undos, (left, last), half)
    _paint_fact(canvas, str(win.hints), hints, (left + room - half, last), half)


def _paint_fact(canvas: Canvas, value: str, label: str, at: tuple[int, int], room: int) -> None:
    """A value above its label."""
    x, y = at
    cap = canvas.px(_VALUE)
    fitting = fit_cap_height(value, cap, room, BOLD)
    canvas.write(value, (x, y + cap - fitting), fitting, canvas.theme.label, BOLD)
    _paint_label(canvas, label, at, room)


def _paint_label(canvas: Canvas, text: str, at: tuple[int, int], room: int) -> None:
    """The label of a value at a point."""
    x, y = at
    cap = fit_cap_height(text, canvas.px(_DETAIL), room)
    canvas.write(text, (x, y + canvas.px(_VALUE) + canvas.px(_LABEL_GAP)), cap, canvas.theme.count)


def _paint_perfect(canvas: Canvas, at: tuple[int, int], room: int, strings: Strings) -> None:
    """The star of a perfect game."""
    x, y = at
    height, size = canvas.px(_VALUE), canvas.px(_STAR)
    canvas.paint(star_mask(size), (x, y + (height - size) // 2), canvas.theme.last)
    text, text_x = strings.card_perfect, size + canvas.px(0.012)
    cap = fit_cap_height(text, canvas.px(_LINE), room - text_x, BOLD)
    canvas.write(text, (x + text_x, y + (height - cap) // 2), cap, canvas.theme.label, BOLD)
    _paint_label(canvas, strings.card_no_help, at, room)
