"""The picture of a day that is over: its deal as dealt and as won, and the faces of who won it.

The faces stand along a line from the day's first card to its last, each at the time of its win.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import Board
from rendering.board.alt import shortened
from rendering.board.picture import Picture, compose, picture_of
from rendering.board.scene import Scene
from rendering.cards.court_paints import PIGMENTS
from rendering.cards.court_parts import Paint
from rendering.cards.palette import palette_of
from rendering.charts.canvas import Canvas
from rendering.charts.faces import Face
from rendering.charts.medals import Emblem, emblem_mask
from rendering.charts.streaks import MIN_STREAK, paint_streak
from rendering.shapes import SUPERSAMPLING, rounded_rectangle, star_mask
from rendering.strings import ENGLISH, Strings
from rendering.style import Style
from rendering.text import BOLD, MEDIUM, displayable, fit_cap_height, text_width, truncated
from rendering.theme import Colour

MAX_WINNERS: Final = 10
"""How many winners stand along the line."""
_PODIUM: Final = 3

_EDGE: Final = 0.045
_HEAD: Final = 0.16
_MIDDLE: Final = 0.235
_WAY: Final = 0.16
_FOOT: Final = 0.055
_FOOT_LINE: Final = 0.055
"""Shares of the width: the margin, and the heights of the header, the boards, the line, what is
below it, and a second line of that."""

_TITLE: Final = 0.052
_LINE: Final = 0.031
_DETAIL: Final = 0.0255
_SMALL: Final = 0.021
_LEAST_TITLE: Final = 0.036
"""Cap heights."""
_CROWN: Final = 1.2
"""The width of a crown, in cap heights."""
_BOARD: Final = 0.215
_ALONE: Final = 0.32
_BETWEEN: Final = 0.022
_CAPTION: Final = 0.085
_FRAME: Final = 0.012
"""The width of a board beside another and alone, the space between two, the height of what is
written below one, and the padding inside its frame."""
_DRAWN: Final = 480
"""The width that a board is drawn in: about twice as large, so that its edges get smooth."""
_PITCH: Final = 0.098
_ROW_FACE: Final = 0.066
_WAY_FACE: Final = 0.06
_DOT: Final = 0.016


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who won the day's deal on its day.

    Attributes:
        rank: from 1; ties share one.
        result: how they won it, in words.
        streak: how many days in a row they have won; 0 to say nothing of it.
        began: when they began.
        won: when they brought the last card home.
    """

    face: Face
    rank: int
    result: str
    is_perfect: bool
    streak: int
    began: dt.datetime
    won: dt.datetime


@dataclass(frozen=True, slots=True)
class DayCard:
    """How a day went in a server.

    Attributes:
        day: its date, in words.
        game: the title of its game.
        level: how hard its deal was, in words.
        dealt: the deal as it was dealt.
        end: the deal as somebody won it; None for nobody whose board may be shown.
        end_by: the name of who that is.
        winners: who won it, best first.
        counts: how many began it, won it, and won it without help.
        streak: how many days in a row somebody of the server has won.
        par: the least number of moves that are known to win it.
        following: the next day's game, in words.
    """

    day: str
    game: str
    level: str
    dealt: Board
    end: Board | None
    end_by: str
    winners: tuple[Winner, ...]
    started: int
    won: int
    perfect: int
    streak: int
    par: int
    following: str


def draw_day_card(card: DayCard, style: Style) -> Picture:
    """Draw how a day went."""
    alt = describe_day(card, style.strings)
    card = replace(card, winners=card.winners[:MAX_WINNERS])
    way = _WAY if card.winners else 0.0
    width = style.width
    foot = _FOOT + _FOOT_LINE * _is_footer_broken(card, width, style.strings)
    height = round(width * (_EDGE + _HEAD + _MIDDLE + _CAPTION + way + foot + _EDGE))
    canvas = Canvas(palette_of(style.theme, style.suits), width, height)
    strings, top = style.strings, _EDGE
    _paint_header(canvas, card, top, strings)
    top += _HEAD
    left = _paint_boards(canvas, card, top, style)
    _paint_podium(canvas, card, left, top, strings)
    top += _MIDDLE + _CAPTION
    if card.winners:
        _paint_way(canvas, card.winners, top)
        top += _WAY
    _paint_footer(canvas, card, top, strings)
    return picture_of(canvas.finished(is_lit=True), alt)


def describe_day(card: DayCard, strings: Strings = ENGLISH) -> str:
    """The alt text, which tells what the picture shows."""
    return shortened(" ".join(_sentences(card, strings)))


def _sentences(card: DayCard, strings: Strings) -> Iterator[str]:
    yield f"{card.day}: {card.game} ({card.level})."
    yield f"{', '.join(_counts(card, strings))}."
    if card.streak >= MIN_STREAK:
        yield f"{strings.server_streak.of(card.streak)}."
    for winner in card.winners[:MAX_WINNERS]:
        facts = [winner.result]
        if winner.is_perfect:
            facts.append(strings.perfect)
        if winner.streak >= MIN_STREAK:
            facts.append(strings.days_together.of(winner.streak))
        facts.append(strings.won_at.format(time=f"{winner.won:%H:%M}"))
        yield f"{winner.rank}. {winner.face.name}: {', '.join(facts)}."
    if not card.winners:
        yield f"{strings.nobody_won} {strings.can_be_won.of(card.par)}"
    if card.end is not None:
        yield strings.two_boards.format(player=card.end_by)
    yield f"{strings.next_game.format(game=card.following)}."


def _counts(card: DayCard, strings: Strings) -> Iterator[str]:
    yield strings.day_started.format(number=card.started)
    yield strings.day_won.format(number=card.won)
    if card.perfect:
        yield strings.day_perfect.format(number=card.perfect)


def _paint_header(canvas: Canvas, card: DayCard, top: float, strings: Strings) -> None:
    """The day, its game, and the server's streak in the corner."""
    theme, edge, y = canvas.theme, canvas.px(_EDGE), canvas.px(top)
    room = canvas.image.width - 2 * edge
    room -= paint_streak(canvas, card.streak, (canvas.image.width - edge, y), strings)
    cap = fit_cap_height(card.day, canvas.px(_LINE), room)
    canvas.write(card.day, (edge, y), cap, theme.count)
    y += canvas.px(_LINE + 0.028)
    small, gap = canvas.px(_LINE), canvas.px(0.02)
    level_room = gap + text_width(card.level, small, MEDIUM)
    cap = fit_cap_height(card.game, canvas.px(_TITLE), room - level_room, BOLD)
    if cap < canvas.px(_LEAST_TITLE):
        # A long title stands alone.
        cap = fit_cap_height(card.game, canvas.px(_TITLE), room, BOLD)
    else:
        beside = edge + text_width(card.game, cap, BOLD) + gap
        canvas.write(card.level, (beside, y + cap - small), small, theme.accent, MEDIUM)
    canvas.write(card.game, (edge, y), cap, theme.label, BOLD)


def _paint_boards(canvas: Canvas, card: DayCard, top: float, style: Style) -> int:
    """The board as dealt and as won, with captions; returns where what is beside them begins."""
    boards = [card.dealt] if card.end is None else [card.dealt, card.end]
    share = _ALONE if card.end is None else _BOARD
    x, y = canvas.px(_EDGE), canvas.px(top)
    for number, board in enumerate(boards):
        if number:
            x += canvas.px(_BETWEEN)
        wide = _paint_board(canvas, board, share, (x, y), style)
        caption = displayable(card.end_by) if number else style.strings.as_dealt
        below = x, y + canvas.px(_MIDDLE + 0.016)
        _paint_caption(canvas, caption, below, wide, is_crowned=number > 0)
        x += wide
    return x + canvas.px(_EDGE)


def _paint_caption(
    canvas: Canvas, caption: str, at: tuple[int, int], wide: int, *, is_crowned: bool
) -> None:
    """What is below a board: how it is, or a crown and the name of who won it."""
    (x, y), cap = at, canvas.px(_DETAIL)
    crown = round(cap * _CROWN) if is_crowned else 0
    indent = crown + crown // 3
    cap = max(fit_cap_height(caption, cap, wide - indent), canvas.px(_SMALL))
    text = truncated(caption, cap, wide - indent)
    x += (wide - indent - text_width(text, cap)) // 2
    if crown:
        mask = emblem_mask(Emblem.CROWN, crown)
        canvas.paint(mask, (x, y - (crown - cap) // 2), canvas.theme.accent)
    canvas.write(text, (x + indent, y), cap, canvas.theme.count)


def _paint_board(
    canvas: Canvas, board: Board, share: float, at: tuple[int, int], style: Style
) -> int:
    """A small board in a thin frame; returns its width."""
    x, y = at
    wide, tall, pad = canvas.px(share), canvas.px(_MIDDLE), canvas.px(_FRAME)
    drawn = compose(Scene(board), replace(style, width=_DRAWN, is_wide=False, large_index=True))
    drawn = drawn.convert("RGB")
    drawn.thumbnail((wide - 2 * pad, tall - 2 * pad), Image.Resampling.BOX, reducing_gap=None)
    small = canvas.palette.quantize(drawn)
    line = max(1, canvas.px(0.002))
    frame = rounded_rectangle(wide, tall, canvas.px(0.014))
    inner = rounded_rectangle(wide, tall, canvas.px(0.014), inset=line)
    canvas.paint(ImageChops.subtract(frame, inner), at, canvas.theme.empty_pile_line)
    canvas.image.paste(small, (x + (wide - small.width) // 2, y + (tall - small.height) // 2))
    return wide


def _paint_podium(canvas: Canvas, card: DayCard, left: int, top: float, strings: Strings) -> None:
    """The best three, a row each; or that nobody won."""
    y = canvas.px(top)
    room = canvas.image.width - canvas.px(_EDGE) - left
    if not card.winners:
        _paint_nobody(canvas, card, (left, y), room, strings)
        return
    shown = card.winners[:_PODIUM]
    pitch = canvas.px(_PITCH)
    y += (_PODIUM - len(shown)) * pitch // 3
    for number, winner in enumerate(shown):
        _paint_winner(canvas, winner, (left, y + number * pitch), room, strings)


def _paint_nobody(
    canvas: Canvas, card: DayCard, at: tuple[int, int], room: int, strings: Strings
) -> None:
    x, y = at
    for text, cap, ink in (
        (strings.nobody_won, canvas.px(_LINE), canvas.theme.label),
        (strings.can_be_won.of(card.par), canvas.px(_DETAIL), canvas.theme.count),
    ):
        canvas.write(text, (x, y), fit_cap_height(text, cap, room), ink)
        y += 2 * cap


def _paint_winner(
    canvas: Canvas, winner: Winner, at: tuple[int, int], room: int, strings: Strings
) -> None:
    """A face in the ring of its place; beside it the name, the result and the streak."""
    (x, y), theme = at, canvas.theme
    size = canvas.px(_ROW_FACE)
    canvas.face(winner.face, (x, y), size, _ring(winner.rank, canvas))
    left = x + size + canvas.px(0.022)
    room -= left - x
    cap, detail = canvas.px(_LINE), canvas.px(_DETAIL)
    name_room = room
    if winner.streak >= MIN_STREAK:
        number, flame = str(winner.streak), round(cap * 1.3)
        wide = text_width(number, cap, BOLD)
        end = left + room
        canvas.write(number, (end - wide, y), cap, theme.accent, BOLD)
        corner = end - wide - flame - canvas.px(0.004), y - (flame - cap) // 2
        canvas.paint(emblem_mask(Emblem.FLAME, flame), corner, theme.accent)
        name_room -= wide + flame + canvas.px(0.02)
    name = truncated(displayable(winner.face.name), cap, name_room, BOLD)
    canvas.write(name, (left, y), cap, theme.label, BOLD)
    y += cap + canvas.px(0.02)
    if winner.is_perfect:
        star = round(detail * 1.3)
        canvas.paint(star_mask(star), (left, y - (star - detail) // 2), theme.accent)
        left += star + canvas.px(0.008)
        room -= star + canvas.px(0.008)
    fitting = fit_cap_height(winner.result, detail, room)
    canvas.write(winner.result, (left, y), fitting, theme.count)


def _ring(rank: int, canvas: Canvas) -> Colour:
    """The colour of a place: gold, silver, bronze, then that of lines."""
    metals = (canvas.theme.accent, PIGMENTS[Paint.GREY], PIGMENTS[Paint.AUBURN])
    return metals[rank - 1] if rank <= len(metals) else canvas.theme.empty_pile_line


def _paint_way(canvas: Canvas, winners: Sequence[Winner], top: float) -> None:
    """The line from the first card to the last, and each face above its moment."""
    theme = canvas.theme
    size, edge = canvas.px(_WAY_FACE), canvas.px(_EDGE)
    first, last = min(one.began for one in winners), max(one.won for one in winners)
    cap = canvas.px(_DETAIL)
    clocks = f"{first:%H:%M}", f"{last:%H:%M} UTC"
    y = canvas.px(top + _WAY) - cap - canvas.px(0.05)
    left, right = edge, canvas.image.width - edge
    thick = max(2, canvas.px(0.004))
    canvas.paint(
        rounded_rectangle(right - left, thick, thick / 2),
        (left, y - thick // 2),
        theme.empty_pile_line,
    )
    span = max((last - first).total_seconds(), 1)
    in_order = sorted(winners, key=lambda one: one.won)
    start, end = left + size // 2, right - size // 2
    moments = [
        start + round((end - start) * (one.won - first).total_seconds() / span) for one in in_order
    ]
    places = _apart(moments, size + canvas.px(0.018), start, end)
    face_top = canvas.px(top) + canvas.px(0.004)
    dot = canvas.px(_DOT)
    _paint_stems(canvas, places, moments, face_top + size // 2, y)
    for winner, place, moment in zip(in_order, places, moments, strict=True):
        canvas.paint(
            rounded_rectangle(dot, dot, dot / 2), (moment - dot // 2, y - dot // 2), theme.accent
        )
        canvas.face(winner.face, (place - size // 2, face_top), size, _ring(winner.rank, canvas))
    below = y + canvas.px(0.022)
    canvas.write(clocks[0], (left, below), cap, theme.count)
    canvas.write(clocks[1], (right - text_width(clocks[1], cap), below), cap, theme.count)


def _apart(wanted: Sequence[int], least: int, start: int, end: int) -> list[int]:
    """Places in order, near those wanted, at least so far apart and between two ends."""
    places: list[int] = []
    for place in wanted:
        places.append(max(place, places[-1] + least) if places else max(place, start))
    limit = end
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - least
    return places


def _paint_stems(
    canvas: Canvas, places: Sequence[int], moments: Sequence[int], top: int, bottom: int
) -> None:
    """Thin lines from each face down to its moment."""
    scale, thin = SUPERSAMPLING, max(1, canvas.px(0.002))
    drawn = Image.new("L", (canvas.image.width * scale, (bottom - top) * scale))
    pen = ImageDraw.Draw(drawn)
    for place, moment in zip(places, moments, strict=True):
        ends = (place * scale, 0, moment * scale, drawn.height)
        pen.line(ends, fill=255, width=thin * scale)
    canvas.paint(drawn.reduce(scale), (0, top), canvas.theme.empty_pile_line)


def _paint_footer(canvas: Canvas, card: DayCard, top: float, strings: Strings) -> None:
    """How many began and won, and the next day's game, below that if it has no room beside it."""
    theme, edge, y = canvas.theme, canvas.px(_EDGE), canvas.px(top + 0.022)
    counts, following = _footer(card, strings)
    cap, room = canvas.px(_LINE), canvas.image.width - 2 * edge
    canvas.write(counts, (edge, y), fit_cap_height(counts, cap, room, MEDIUM), theme.label, MEDIUM)
    cap = fit_cap_height(following, cap, room, MEDIUM)
    if _is_footer_broken(card, canvas.image.width, strings):
        at = edge, y + canvas.px(_FOOT_LINE)
    else:
        at = edge + room - text_width(following, cap, MEDIUM), y
    canvas.write(following, at, cap, theme.accent, MEDIUM)


def _footer(card: DayCard, strings: Strings) -> tuple[str, str]:
    counts = " · ".join(_counts(card, strings))
    return counts, strings.next_game.format(game=card.following)


def _is_footer_broken(card: DayCard, width: int, strings: Strings) -> bool:
    """Whether the two parts of the footer have no room beside each other."""
    cap = round(width * _LINE)
    taken = sum(text_width(part, cap, MEDIUM) for part in _footer(card, strings))
    return taken > width * (1 - 3 * _EDGE)
