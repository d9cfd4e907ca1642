"""The choices of a selected pile, in place of rows of the board.

They take the place of the pile's own row and those after it, so that the message keeps its height,
and the second tap is beside the first. Each target has one button, for as many cards as it takes;
fewer cards, and targets without room for a button, are in a menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.chat.games.formatting import format_cards
from bot.chat.play.custom_ids import BoardAction, board_route, choice_route
from bot.chat.play.rows import evenly, in_lines, move_label
from bot.chat.responding.components import button, option, select
from bot.chat.responding.replies import MAX_OPTIONS
from bot.chat.responding.suit_signs import label_and_sign
from bot.i18n import _, card_label, translate
from engine import PileKind
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.play.rows import Row
    from bot.chat.responding.components import Component
    from bot.models.play import GameSnapshot
    from engine import Board, Move


def choice_rows(
    snapshot: GameSnapshot, selected: str, moves: Sequence[Move], most: int
) -> list[Row]:
    """The rows, so many at most unless menus need more, of a pile's moves and the way back."""
    ordered = sorted(moves, key=lambda move: (not move.target.startswith("f"), -move.count))
    first = {(move.target, move.sources): move for move in reversed(ordered)}.values()
    targets = [move for move in ordered if move in first]
    labels = _labels(snapshot.game.board, selected, ordered)
    back = button(board_route(snapshot, BoardAction.BACK), _("Back"), emoji="✖️")
    shown = len(targets)
    rows: list[Row] = []
    others: list[Move] = []
    while not rows or (len(rows) + -(-len(others) // MAX_OPTIONS) > most and shown):
        shown -= bool(rows)
        buttons = [_target(snapshot, move, labels[move]) for move in targets[:shown]]
        others = [move for move in ordered if move not in targets[:shown]]
        rows = in_lines([*buttons, back])
    return [*rows, *_menus(snapshot, others, labels)]


def _labels(board: Board, selected: str, moves: Sequence[Move]) -> dict[Move, str]:
    if len({move.source for move in moves}) > 1 and not any(move.others for move in moves):
        return {move: move_label(board, move) for move in moves}
    counts = {move.count for move in moves}
    return {
        move: _partners(board, selected, move)
        if move.others
        else _label(board, move, counted=counts != {1})
        for move in moves
    }


def _partners(board: Board, selected: str, move: Move) -> str:
    """The cards that leave with that of a pile: ``7♥ · 23``."""
    labels = [
        f"{card_label(card)} · {name}"
        for name, card in zip(move.sources, moved_cards(board, move), strict=True)
    ]
    del labels[move.sources.index(selected)]
    return ", ".join(labels)


def _label(board: Board, move: Move, *, counted: bool) -> str:
    """Where a move goes: ``7♦ → home``, ``on 8♠ · pile 5``, and how many cards if that is open."""
    index = board.compiled.index_of[move.target]
    stack, kind = board.stacks[index], board.compiled.piles[index].kind
    if kind is PileKind.FOUNDATION:
        if board.rules.foundations.takes_discards:
            return _("discard {card}", card=card_label(moved_cards(board, move)[0]))
        if move.count == 1:
            return _("{card} → home", card=card_label(moved_cards(board, move)[0]))
        label = _("home")
    elif kind is PileKind.CELL:
        label = _("cell {pile}", pile=move.target)
    elif stack:
        label = _("on {card} · pile {pile}", pile=move.target, card=card_label(stack[-1]))
    else:
        label = _("pile {pile} · empty", pile=move.target)
    return f"{label} · {format_cards(move.count)}" if counted else label


def _target(snapshot: GameSnapshot, move: Move, label: str) -> Component:
    label, sign = label_and_sign(label)
    return button(
        board_route(snapshot, BoardAction.PLAY, str(move)),
        label,
        emoji=sign,
        style=ButtonStyle.success if move.target.startswith("f") else ButtonStyle.primary,
    )


def _menus(snapshot: GameSnapshot, moves: Sequence[Move], labels: dict[Move, str]) -> Iterator[Row]:
    """Menus for the moves without a button."""
    board = snapshot.game.board
    parts = list(evenly(moves, MAX_OPTIONS))
    for number, part in enumerate(parts, start=1):
        options = [
            option(labels[move], str(move), translate(board.describe(move))) for move in part
        ]
        of = f" ({number}/{len(parts)})" if len(parts) > 1 else ""
        route = choice_route(snapshot, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=_("More places, or fewer cards") + of)]
