"""The moves a player chooses from: by pile, without equivalent ones."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Board, Game, Move, PileKind

MovesByPile = Mapping[str, tuple[Move, ...]]
"""Moves by the name of a pile that cards leave; piles without moves are missing."""

_INTERCHANGEABLE_WHEN_EMPTY = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)


def distinct_moves(game: Game) -> MovesByPile:
    """The legal moves by source pile, in the order of the legal moves.

    A move that discards cards of several piles is one of each of these. Of moves to several empty
    piles of one kind only the first is kept.
    """
    by_pile: dict[str, list[Move]] = {}
    seen = set[tuple[tuple[str, ...], PileKind | str, int]]()
    for move in game.legal_moves():
        key = (move.sources, _target_key(game.board, move), move.count)
        if key not in seen:
            seen.add(key)
            for source in dict.fromkeys(move.sources):
                by_pile.setdefault(source, []).append(move)
    return {pile: tuple(moves) for pile, moves in by_pile.items()}


def _target_key(board: Board, move: Move) -> PileKind | str:
    """The target's name, or its kind where it is empty and any pile of that kind would do."""
    if move.is_stock:
        return move.target
    index = board.compiled.index_of[move.target]
    pile = board.compiled.piles[index]
    if board.stacks[index] or pile.has_place or pile.kind not in _INTERCHANGEABLE_WHEN_EMPTY:
        return move.target
    return pile.kind
