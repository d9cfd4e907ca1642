"""Components in rows, and the moves themselves in place of a board's piles.

Where there are more piles than anyone looks for by number, and few moves, as in Montana, Accordion,
Monte Carlo and Clock, or where nearly all moves are of one card, as in Calculation, a tap plays a
move. If there are more moves than buttons that suit a phone, they
are in menus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route, choice_route
from bot.chat.responding.components import button, option, select
from bot.chat.responding.replies import MAX_BUTTONS_IN_ROW, MAX_OPTIONS
from bot.i18n import _, card_label, translate
from bot.service.play.moves import distinct_moves
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.responding.components import Component
    from bot.models.play import GameSnapshot
    from engine import Board, Move
    from engine.compiled import CompiledRules


Row = list["Component"]

_LINE: Final = 46
"""The width of a row on a phone 390 pixels wide, in characters of a button's label."""
_PADDING: Final = 5
"""What a button is wider than its label, with the gap beside it, in characters."""
_EMOJI: Final = 3

_Item = TypeVar("_Item")


def in_lines(buttons: Sequence[Component]) -> list[Row]:
    """Buttons with long labels in rows, none of which wraps on a phone."""
    rows: list[Row] = []
    room = 0
    for one in buttons:
        width = _width(one)
        if not rows or width > room or len(rows[-1]) == MAX_BUTTONS_IN_ROW:
            rows.append([])
            room = _LINE
        rows[-1].append(one)
        room -= width
    return rows


def _width(component: Component) -> int:
    if not isinstance(component, ui.Button):
        return _LINE
    return len(component.label or "") + _PADDING + (_EMOJI if component.emoji else 0)


def evenly(items: Sequence[_Item], most: int) -> Iterator[list[_Item]]:
    """Items in as few parts of at most ``most`` as possible, of nearly equal length."""
    parts = -(-len(items) // most)
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(items) - begin) // (parts - part))
        yield list(items[begin:end])
        begin = end


_MAX_ROWS: Final = 5
"""The most rows of buttons; more moves are in menus."""


def offers_moves(compiled: CompiledRules) -> bool:
    """Whether a board offers its moves rather than its piles."""
    rules = compiled.rules
    places_decide = not rules.has_foundations or rules.foundations.touching
    return places_decide or rules.tableau.turns_rank or compiled.differ


def move_rows(snapshot: GameSnapshot) -> list[Row]:
    """The rows of all moves."""
    board = snapshot.game.board
    by_pile = distinct_moves(snapshot.game)
    moves = list(dict.fromkeys(move for some in by_pile.values() for move in some))
    if board.compiled.differ:
        # Empty piles, too, so that each has its button from the start.
        moves = list(snapshot.game.legal_moves())
    # The piles keep their places, whichever cards can go to foundations.
    moves.sort(key=lambda move: move.target.startswith("f"))
    moves = [move for move in moves if not move.is_stock]
    rows = in_lines(
        [
            button(
                board_route(snapshot, BoardAction.PLAY, str(move)),
                move_label(board, move),
                style=ButtonStyle.success if move.others else ButtonStyle.secondary,
            )
            for move in moves
        ]
    )
    return rows if len(rows) <= _MAX_ROWS else list(_menus(snapshot, moves))


def move_label(board: Board, move: Move) -> str:
    """A move by its cards: ``7♥ → 9♥``, ``7♥ → 14`` into an empty pile, or ``7♥ + 7♠``.

    Where any card goes onto any other, or turns one up elsewhere, the pile's name says more.
    """
    if board.compiled.differ or board.rules.tableau.turns_rank:
        (card,) = moved_cards(board, move)
        if not move.target.startswith("f"):
            return f"{move.source} → {move.target}"
        is_clock = board.rules.tableau.turns_rank
        return f"{card_label(card)} → {int(card.rank) if is_clock else move.target}"
    if move.others:
        return " + ".join(map(card_label, moved_cards(board, move)))
    source, target = (
        board.stacks[board.compiled.index_of[name]] for name in (move.source, move.target)
    )
    return f"{card_label(source[-1])} → {card_label(target[-1]) if target else move.target}"


def _menus(snapshot: GameSnapshot, moves: Sequence[Move]) -> Iterator[Row]:
    board = snapshot.game.board
    for number, part in enumerate(evenly(moves, MAX_OPTIONS), start=1):
        options = [
            option(move_label(board, move), str(move), translate(board.describe(move)))
            for move in part
        ]
        piles = f"{part[0].source}–{part[-1].source}"
        route = choice_route(snapshot, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=_("Move from {piles}", piles=piles))]
