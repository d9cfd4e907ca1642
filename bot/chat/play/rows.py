"""The moves themselves under a board, in place of its piles.

Where there are more piles than anyone looks for by number, and few moves, as in Montana, Accordion
and Monte Carlo, a tap plays a move. If there are more moves than buttons that suit a phone, they
are in menus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle

from bot.chat.components import button, select
from bot.chat.game.custom_ids import BoardAction, board_route, choice_route
from bot.chat.game.rows import evenly, in_lines
from bot.chat.messages.limits import MAX_OPTION_TEXT, MAX_OPTIONS
from bot.i18n import _, card_label, translate
from bot.service.moves import distinct_moves
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.game.rows import Row
    from bot.service import GameSnapshot
    from engine import Board, Move
    from engine.compiled import CompiledRules

_MAX_ROWS: Final = 5
"""The most rows of buttons; more moves are in menus."""


def offers_moves(compiled: CompiledRules) -> bool:
    """Whether a board offers its moves rather than its piles: where places decide on them."""
    rules = compiled.rules
    return not rules.has_foundations or rules.foundations.touching


def move_rows(snapshot: GameSnapshot) -> list[Row]:
    """The rows of all moves."""
    board = snapshot.game.board
    by_pile = distinct_moves(snapshot.game)
    moves = list(dict.fromkeys(move for some in by_pile.values() for move in some))
    moves = [move for move in moves if not move.is_stock]
    rows = in_lines(
        [
            button(
                board_route(snapshot.board_version, BoardAction.PLAY, str(move)),
                move_label(board, move),
                style=ButtonStyle.success if move.others else ButtonStyle.secondary,
            )
            for move in moves
        ]
    )
    return rows if len(rows) <= _MAX_ROWS else list(_menus(snapshot, moves))


def move_label(board: Board, move: Move) -> str:
    """A move by its cards: ``7♥ → 9♥``, ``7♥ → 14`` into an empty pile, or ``7♥ + 7♠``."""
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
            discord.SelectOption(
                label=move_label(board, move),
                value=str(move),
                description=translate(board.describe(move))[:MAX_OPTION_TEXT],
            )
            for move in part
        ]
        piles = f"{part[0].source}–{part[-1].source}"
        route = choice_route(snapshot.board_version, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=_("Move from {piles}", piles=piles))]
