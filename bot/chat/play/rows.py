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
from engine import Move
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.responding.components import Component
    from bot.models.play import GameSnapshot
    from engine import Board
    from engine.compiled import CompiledRules


Row = list["Component"]

_LINE: Final = 46
"""The width of a row on a phone 390 pixels wide, in characters of a button's label."""
_PADDING: Final = 5
"""What a button is wider than its label, with the gap beside it, in characters."""
_EMOJI: Final = 3

FIGURE_SPACE: Final = "\N{FIGURE SPACE}"
"""A space as wide as a digit, which is kept where labels are shown."""

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
    if board.compiled.differ and (fixed := _fixed_rows(snapshot)):
        return fixed
    by_pile = distinct_moves(snapshot.game)
    moves = list(dict.fromkeys(move for some in by_pile.values() for move in some))
    moves = [move for move in moves if not move.is_stock]
    rows = in_lines([_move_button(snapshot, move) for move in moves])
    return rows if len(rows) <= _MAX_ROWS else list(_menus(snapshot, moves))


def _fixed_rows(snapshot: GameSnapshot) -> list[Row]:
    """The moves to each pile and foundation, in fixed places; None if there are too many."""
    compiled, legal = snapshot.game.board.compiled, snapshot.game.legal_moves()
    builds = [
        Move(source.name, target.name)
        for route in compiled.routes
        for source in route.sources
        for target in route.targets
    ]
    names = [compiled.piles[index].name for index in compiled.foundations]
    if max(len(builds), len(names)) > MAX_BUTTONS_IN_ROW:
        return []
    homeward = [
        [move for move in legal if move.target == name] or [Move("", name)] for name in names
    ]
    first = [moves[0] for moves in homeward]
    others = [move for moves in homeward for move in moves[1:]]
    return [
        [_move_button(snapshot, move, disabled=move not in legal) for move in some]
        for some in (builds, first, *evenly(others, MAX_BUTTONS_IN_ROW))
    ]


def _move_button(snapshot: GameSnapshot, move: Move, *, disabled: bool = False) -> Component:
    is_green = move.others or (snapshot.game.board.compiled.differ and move.target.startswith("f"))
    return button(
        board_route(snapshot, BoardAction.PLAY, str(move)),
        move_label(snapshot.game.board, move),
        style=ButtonStyle.success if is_green and not disabled else ButtonStyle.secondary,
        disabled=disabled,
    )


def move_label(board: Board, move: Move) -> str:
    """A move by its cards: ``7♥ → 9♥``, ``7♥ → 14`` into an empty pile, or ``7♥ + 7♠``.

    Where any card goes onto any other, or turns one up elsewhere, the pile's name says more.
    """
    if board.compiled.differ:
        return f"{move.source.rjust(2, FIGURE_SPACE)} → {move.target}"
    if board.rules.tableau.turns_rank:
        (card,) = moved_cards(board, move)
        return f"{card_label(card)} → {int(card.rank)}"
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
