"""The buttons under a board, in rows.

While a game goes on there is a button for each pile a card can leave from, always at the same
place, so that fingers learn it; those that can do nothing are disabled. Foundations that can give a
card back come last, and only while one can. Once a pile is tapped that has several moves, the
buttons are where its cards may go.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle

from bot.chat.components import BoardButton
from bot.chat.custom_ids import Action, Press
from bot.chat.taps import moves_by_pile
from bot.service import Outcome
from engine import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.service import Seat
    from engine import Board, Move

Row = list[BoardButton]

_LONGEST_ROW: Final = 5
_PILE_KINDS: Final = (Kind.TABLEAU, Kind.CELL, Kind.RESERVE)


def button_rows(seat: Seat, selected: str | None) -> list[Row]:
    """The rows of buttons for a board; ``selected`` is the pile that has been tapped, if any."""
    if seat.outcome in (Outcome.WON, Outcome.GIVEN_UP):
        return [_deal_again(seat)]
    if selected is not None:
        return _targets(seat, selected)
    rows = [*_piles(seat), _controls(seat), *_foundations(seat)]
    return [*rows, _deal_again(seat)] if seat.outcome is Outcome.STUCK else rows


def _press(seat: Seat, action: Action, what: str = "") -> Press:
    return Press(seat.game_id, seat.version, action, what)


def _piles(seat: Seat) -> Iterator[Row]:
    board = seat.game.board
    moves = moves_by_pile(board)
    routed = {pile.name for route in board.plan.routes for pile in route.sources}
    sources = routed | {pile.name for pile in board.plan.feeders}
    for kind in _PILE_KINDS:
        names = [pile.name for pile in board.plan.of(kind) if pile.name in sources]
        yield from _evenly([_pile(seat, name, moves.get(name, ())) for name in names])


def _foundations(seat: Seat) -> Iterator[Row]:
    board = seat.game.board
    moves = moves_by_pile(board)
    names = [pile.name for pile in board.plan.of(Kind.FOUNDATION)]
    if any(name in moves for name in names):
        yield from _evenly([_pile(seat, name, moves.get(name, ())) for name in names])


def _pile(seat: Seat, name: str, moves: Sequence[Move]) -> BoardButton:
    """The button of a pile; green where a card of it can go to a foundation."""
    goes_home = any(move.target.startswith("f") for move in moves)
    return BoardButton(
        _press(seat, Action.TAP, name),
        name,
        style=ButtonStyle.success if goes_home else ButtonStyle.secondary,
        disabled=not moves,
    )


def _controls(seat: Seat) -> Row:
    board, game = seat.game.board, seat.game
    row = []
    if board.rules.stock is not None:
        row.append(
            BoardButton(
                _press(seat, Action.TAP, "s"),
                f"s · {_stock_word(board)}",
                style=ButtonStyle.primary,
                disabled=not board.stock_may_move,
            )
        )
    if board.rules.has_waste:
        row.append(_pile(seat, "w", moves_by_pile(board).get("w", ())))
    row += [
        BoardButton(_press(seat, Action.UNDO), "Undo", emoji="↩️", disabled=not game.moves),
        BoardButton(_press(seat, Action.REDO), "Redo", emoji="↪️", disabled=not game.undone),
    ]
    return row


def _stock_word(board: Board) -> str:
    if not board.rules.has_waste:
        return "deal"
    return "turn" if board.stacks[board.plan.stock] else "turn over"


def _deal_again(seat: Seat) -> Row:
    return [
        BoardButton(_press(seat, Action.AGAIN), "Same deal again", emoji="🔁"),
        BoardButton(_press(seat, Action.NEW), "New deal", emoji="🃏", style=ButtonStyle.primary),
    ]


def _targets(seat: Seat, selected: str) -> list[Row]:
    board = seat.game.board
    moves = moves_by_pile(board).get(selected, ())
    counts = Counter(move.target for move in moves)
    buttons = [
        BoardButton(
            _press(seat, Action.PLAY, str(move)),
            _target(board, move, counted=counts[move.target] > 1 or move.count > 1),
            style=ButtonStyle.success if move.target.startswith("f") else ButtonStyle.primary,
        )
        for move in moves
    ]
    back = BoardButton(_press(seat, Action.BACK), "Back", emoji="✖️")
    return list(_evenly([*buttons, back]))


def _target(board: Board, move: Move, *, counted: bool) -> str:
    """Where a move goes: ``5 on 8♠``, ``f2``, ``empty 4``, with ``×3`` for three cards."""
    number = board.plan.number[move.target]
    stack, kind = board.stacks[number], board.plan.piles[number].kind
    if kind is Kind.FOUNDATION:
        label = move.target
    else:
        label = f"{move.target} on {stack[-1].words}" if stack else f"empty {move.target}"
    return f"{label} ×{move.count}" if counted else label


def _evenly(buttons: Row) -> Iterator[Row]:
    """The buttons in rows of at most five, as even as can be."""
    rows = -(-len(buttons) // _LONGEST_ROW)
    begin = 0
    for row in range(rows):
        end = begin + -(-(len(buttons) - begin) // (rows - row))
        yield buttons[begin:end]
        begin = end
