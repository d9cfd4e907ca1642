"""What is offered while somebody types: games and legal moves, at most 25."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord.app_commands import Choice

from engine import CATALOGUE, PatienceError, describe, read_move

if TYPE_CHECKING:
    from engine import Board, Move

_MOST: Final = 25
_LONGEST: Final = 100


def game_choices(typed: str) -> list[Choice[str]]:
    """The games whose id or title has every word that was typed, in the catalogue's order."""
    wanted = typed.casefold().split()
    return [
        Choice(name=rules.title, value=rules.id)
        for rules in CATALOGUE.values()
        if all(word in f"{rules.id} {rules.title}".casefold() for word in wanted)
    ][:_MOST]


def move_choices(board: Board, typed: str) -> list[Choice[str]]:
    """The legal moves in words, those that fit what was typed; a move typed in full comes first."""
    wanted = typed.casefold().split()
    fitting = [
        choice
        for choice in (_choice(board, move) for move in board.legal_moves())
        if all(word in f"{choice.value} {choice.name}".casefold() for word in wanted)
    ]
    meant = _meant(board, typed)
    if meant is not None:
        first = _choice(board, meant)
        fitting = [first, *(choice for choice in fitting if choice.value != first.value)]
    return fitting[:_MOST]


def _choice(board: Board, move: Move) -> Choice[str]:
    return Choice(name=describe(board, move)[:_LONGEST], value=str(move))


def _meant(board: Board, typed: str) -> Move | None:
    """The legal move that the text is, if it is one."""
    try:
        return read_move(board, typed)
    except PatienceError:
        return None
