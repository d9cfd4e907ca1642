"""What a page shows of a game, as JSON: where every card lies, what may be played. Pure.

No rule is left to the page, and it is sent no card that its player may not see: of a card face
down, and of the stock, it is told that it is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, Final

from bot.i18n import _, translate
from bot.i18n.texts import picture_strings
from bot.models.play import GameSnapshot, GameState
from bot.service.play.moves import distinct_moves
from bot.service.play.taps import tapped_move
from bot.service.preferences import Preferences
from bot.wording.formatting import (
    board_goal,
    board_remark,
    format_deal,
    format_duration,
    format_moves,
    format_progress,
)
from bot.wording.wins import late_line
from engine import Board
from rendering import Style, scene_of
from rendering.board.alt import describe_changes, describe_pile
from rendering.board.arrangement import Arrangement, PilePlace
from rendering.board.empty_piles import Symbol, shown_symbol
from rendering.board.layout import CardPlace, layout_in
from rendering.board.piles import note_beside
from rendering.board.window import window_arrangement
from rendering.cards.card_design import rank_label
from rendering.metrics import Index, Metrics, Size
from rendering.strings import Strings
from rendering.theme import mix, theme_named

Frame = dict[str, Any]
"""A message to the page, to be JSON."""

WIDTH: Final = 4000
"""The width of a board in the unit of a frame."""
FACE_DOWN: Final = -1
"""Stands for a card that the player may not see."""
DECK_WIDTHS: Final = (104, 156, 208, 260, 312)
"""How many pixels wide the cards of a deck may be."""
_SHAPES: Final = 50
"""How many shapes of windows are told apart between a square and one twice as high."""
_SHAPE: Final = range(10, 151)
"""The shapes beyond which a board is as if the window had that one."""
_LARGE: Final = 70
"""From which width on, in CSS pixels, a card is read by the smallest index that is never cut."""
_SHARP: Final = 0.92
"""As how much of itself a picture may be drawn before it looks blurred."""
_MARKDOWN: Final = re.compile(r"\*\*|~~|^-# |^### ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a window that shows the board, in CSS pixels, and how many pixels each has."""

    width: int
    height: int
    density: float = 1.0

    @property
    def unit_height(self) -> int:
        """Its height where its width is :data:`WIDTH`, as one of few."""
        shape = round(_SHAPES * self.height / self.width)
        return WIDTH * min(max(shape, _SHAPE[0]), _SHAPE[-1]) // _SHAPES


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """The picture of a deck that a board needs: its cards, and the small indices of some."""

    style: Style
    width: int
    index: Index
    small: Index


def plain(text: str) -> str:
    """A text of the chat without its marks.

    >>> plain("-# **3-5** · ~~a goal~~")
    '3-5 · a goal'
    """
    return _MARKDOWN.sub("", text)


def _arrangement(snapshot: GameSnapshot, preferences: Preferences, window: Window) -> Arrangement:
    """The arrangement of a game in a window."""
    return window_arrangement(
        snapshot.game.rules, WIDTH, window.unit_height, preferences.large_index
    )


def deck_for(snapshot: GameSnapshot, preferences: Preferences, window: Window) -> DeckChoice:
    """The deck whose cards are as wide as those in the window, or a bit wider."""
    arrangement = _arrangement(snapshot, preferences, window)
    m, scale = arrangement.metrics, min(window.width / WIDTH, window.height / arrangement.height)
    seen = m.card * scale
    wanted = seen * window.density * _SHARP
    width = next((one for one in DECK_WIDTHS if one >= wanted), DECK_WIDTHS[-1])
    return DeckChoice(
        preferences.style, width, m.index, m.compact if seen < _LARGE else Index.TIGHT
    )


def board_frame(
    snapshot: GameSnapshot,
    preferences: Preferences,
    window: Window,
    finish_by: datetime | None = None,
    *,
    is_lost: bool = False,
) -> Frame:
    """A board as its player sees it.

    Args:
        finish_by: until when one of a day that is over may still count.
        is_lost: whether its player was told that it can no longer be won.
    """
    game, board = snapshot.game, snapshot.game.board
    arrangement = _arrangement(snapshot, preferences, window)
    m, layout = arrangement.metrics, layout_in(board, arrangement, is_whole=True)
    strings = _strings(preferences)
    is_over = snapshot.state.is_final
    moves = distinct_moves(game) if not is_over else {}
    taps = {
        pile: str(move)
        for pile, of_pile in moves.items()
        if (move := tapped_move(game, of_pile, preferences.tap, snapshot.goal)) is not None
    }
    return {
        "t": "board",
        "game": snapshot.game_id,
        "version": snapshot.version,
        "state": snapshot.state.value,
        "rules": game.rules.id,
        "title": translate(game.rules.name),
        "deal": format_deal(snapshot),
        "units": [WIDTH, arrangement.height],
        "card": [m.card, m.height(Size.TALL)],
        "piles": [
            _pile(place, cards, board, m, strings)
            for place, cards in zip(layout.piles, layout.cards, strict=True)
        ],
        "moves": [str(move) for move in game.legal_moves()] if not is_over else [],
        "taps": taps,
        "undo": bool(game.moves) and not is_over,
        "redo": bool(game.undone) and not is_over,
        "finish": not is_over and game.can_finish(),
        "hint": not is_over and snapshot.terms.hints,
        "facts": _facts(snapshot),
        "seconds": None if preferences.quiet else int(snapshot.elapsed.total_seconds()),
        "goal": " · ".join(filter(None, (_late(finish_by), plain(board_goal(snapshot))))),
        "said": describe_changes(scene_of(game), strings),
        "remark": board_remark(snapshot, is_lost=is_lost),
        "stuck": snapshot.state is GameState.STUCK,
        "again": not snapshot.raced,
        "end": _end(snapshot, is_quiet=preferences.quiet) if is_over else "",
    }


def _late(finish_by: datetime | None) -> str:
    return "" if finish_by is None else plain(late_line(f"{finish_by:%H:%M} UTC"))


def _end(snapshot: GameSnapshot, *, is_quiet: bool) -> str:
    """How a game ended, in a line."""
    moves = format_moves(len(snapshot.game.moves))
    parts = [moves, *([] if is_quiet else [format_duration(snapshot.elapsed)])]
    ended = _("Won") if snapshot.state is GameState.WON else _("Given up")
    return " · ".join([ended, *parts])


def _facts(snapshot: GameSnapshot) -> list[str]:
    """How many moves were played, and how far that has led."""
    game = snapshot.game
    return [format_moves(len(game.moves)), format_progress(game.rules, game.board.progress)]


def _strings(preferences: Preferences) -> Strings:
    strings = picture_strings()
    letters = preferences.indices.value or strings.court_letters
    return replace(strings, court_letters=letters)


def _pile(
    place: PilePlace, cards: tuple[CardPlace, ...], board: Board, m: Metrics, strings: Strings
) -> Frame:
    """A pile: only what differs from the usual is in the frame."""
    pile, stack = place.pile, board.stacks[place.pile.index]
    sent = list(_with_one_beneath(cards))
    is_stock = pile.index == board.compiled.stock
    hidden = len(stack) if is_stock else board.face_down(pile)
    frame: Frame = {
        "n": pile.name,
        "k": pile.kind.name.lower(),
        "b": [place.box.x, place.box.y, place.box.height],
        "z": len(stack),
        "i": sent[0].index if sent else 0,
        "c": [FACE_DOWN if one.index < hidden else int(stack[one.index]) for one in sent],
        "at": [length for one in sent for length in (one.box.x, one.box.y)],
        "w": describe_pile(board, pile, strings),
    }
    small = [at for at, one in enumerate(sent) if one.mark is not None and one.mark is not m.index]
    note = note_beside(place, board, len(cards), strings.court_letters)
    symbol = shown_symbol(pile, board) if not stack else None
    optional = {
        "s": small,
        "x": note,
        "d": board.is_covered(pile) and not board.face_down(pile),
        "e": None if symbol is None else _empty(symbol, strings.court_letters),
        "r": _redeals(board) if is_stock else "",
    }
    return frame | {name: value for name, value in optional.items() if value}


def _with_one_beneath(cards: tuple[CardPlace, ...]) -> Iterator[CardPlace]:
    """The cards of a pile that are drawn, and one that shows once they are lifted."""
    if cards and cards[0].index:
        yield replace(cards[0], index=cards[0].index - 1)
    yield from cards


def _empty(symbol: Symbol, letters: str) -> Frame:
    """What an empty pile shows: a suit by its number from 1, a rank, or that it takes nothing."""
    shown = {
        "suit": 0 if symbol.suit is None else symbol.suit + 1,
        "rank": "" if symbol.rank is None else rank_label(symbol.rank, letters),
        "corner": "" if symbol.corner is None else rank_label(symbol.corner, letters),
        "closed": symbol.closed,
    }
    return {"is": 1} | {name: value for name, value in shown.items() if value}


def _redeals(board: Board) -> str:
    """What an empty stock shows: a circle of an arrow, with the redeals left, or a cross."""
    if board.redeals is None:
        return "↻"
    return f"↻ {board.redeals}" if board.redeals else "✕"


@cache
def colours_of(theme_name: str) -> Mapping[str, str]:
    """The colours of a theme, as the page's style sheet names them."""
    theme = theme_named(theme_name)
    dark = mix(theme.felt, theme.shadow, 0.35 if theme.is_pale else 0.55)
    light = mix(theme.felt, (255, 255, 255), 0.35 if theme.is_pale else 0.1)
    return {
        name: f"rgb({red},{green},{blue})"
        for name, (red, green, blue) in {
            "felt": theme.felt,
            "felt-light": light,
            "felt-dark": dark,
            "empty": theme.empty_pile,
            "line": theme.empty_pile_line,
            "mark": theme.mark,
            "label": theme.label,
            "count": theme.count,
            "paper": theme.card,
            "edge": theme.edge,
            "shadow": theme.shadow,
            "selected": theme.selected,
            "hint": theme.hint,
            "outline": theme.outline,
            "ink-on-selected": theme.ink_on(theme.selected),
        }.items()
    }
