"""The moves that a player chooses from, those that look best, and what a tap on a pile plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.models.play import GameSnapshot
from bot.service.preferences import Tap
from engine import Board, Game, Move, PileKind
from engine.automatic import safe_moves
from engine.goals import Goal, would_fail
from engine.rules import MoveUnit, SuitRule

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


def heuristic_move(game: Game) -> Move | None:
    """The best-looking move that leads to a new board; None when there is none.

    Safe foundation moves come first.

    >>> from engine import deal
    >>> str(heuristic_move(deal("phoenix", 2)))
    'r1-f1'
    """
    safe = safe_moves(game.board)
    if safe:
        return safe[0]
    back = set(backward_moves(game))
    moves = [move for move in game.legal_moves() if move not in back]
    return min(moves, key=lambda move: move_rank(game.board, move), default=None)


def best_move(board: Board, moves: Sequence[Move]) -> Move:
    """The best-looking of some moves: a safe one, else the first by rank."""
    safe = safe_moves(board)
    return min(moves, key=lambda move: (move not in safe, move_rank(board, move)))


def move_rank(board: Board, move: Move) -> int:
    """How good a move looks; lower is better.

    0. turns up a card, or empties a tableau pile onto cards;
    1. plays to a foundation;
    2. any other move;
    3. deals from the stock;
    4. fills an empty pile, or takes a card back from a foundation.
    """
    if move.is_stock:
        return 3
    if move.target.startswith("f"):
        return 1
    compiled = board.compiled
    source = compiled.index_of[move.source]
    left = len(board.stacks[source]) - move.count
    turns_up = bool(board.hidden) and left > 0 and board.hidden[source] == left
    fills = not board.stacks[compiled.index_of[move.target]]
    empties = compiled.piles[source].kind is PileKind.TABLEAU and not left and not fills
    if turns_up or empties:
        return 0
    return 4 if fills or move.source.startswith("f") else 2


def backward_moves(game: Game) -> tuple[Move, ...]:
    """The legal moves that lead back to an earlier board of the game."""
    history = set(game.boards)
    return tuple(move for move in game.legal_moves() if game.board.apply(move) in history)


@dataclass(frozen=True, slots=True)
class TapResult:
    """The result of a tap on a pile.

    Attributes:
        selected: the pile, if the player has to choose where its cards go; else None.
        moved: whether a move was played. Neither moved nor selected: no card can leave the pile.
    """

    snapshot: GameSnapshot
    selected: str | None = None
    moved: bool = False


def tapped_move(
    game: Game, moves: Sequence[Move], tap: Tap, goal: Goal | None = None
) -> Move | None:
    """The move that a tap on a pile plays; None where the player chooses, or there is none.

    The player also chooses after taking back a move of the pile, so that every move can be reached
    by tapping, and instead of a move that fails a goal where another move of the pile does not.
    """
    move = _tapped_move(game, moves, tap)
    if goal is None or move is None or not would_fail(goal, game, move):
        return move
    return move if all(would_fail(goal, game, other) for other in moves) else None


def _tapped_move(game: Game, moves: Sequence[Move], tap: Tap) -> Move | None:
    if not moves:
        return None
    if len(moves) == 1:
        return moves[0] if tap is not Tap.CHOOSE or moves[0].is_stock else None
    if any(move.others for move in moves):
        return moves[0] if tap is Tap.BEST else None
    if game.undone and game.undone[-1].source == moves[0].source:
        return None
    match tap:
        case Tap.BEST:
            return best_move(game.board, moves)
        case Tap.CLEAR:
            return clear_move(game.board, moves)
        case Tap.ONLY | Tap.CHOOSE:
            return None


def clear_move(board: Board, moves: Sequence[Move]) -> Move | None:
    """The move that nearly every player would make; None where there is a choice.

    - A card that can go home goes home.
    - Otherwise cards go onto cards, for an empty pile is worth keeping, and a run stays whole, as
      long as one pile takes all of it. Of several, it is the only one that builds in suit; of two
      equal cards, the one with the longer run, which still moves as one.
    - A run in suit fills an empty pile as a whole.
    """
    compiled, stacks = board.compiled, board.stacks
    home = next((move for move in moves if move.target.startswith("f")), None)
    if home is not None:
        return home
    if compiled.piles[compiled.index_of[moves[0].source]].move_unit is MoveUnit.FACE_UP:
        # Cards that move together, in order or not, are no run to keep whole.
        return None
    builds = [move for move in moves if stacks[compiled.index_of[move.target]]]
    whole = [move for move in builds or moves if move.count == _run_length(board, move.source)]
    if builds:
        return _best_build(board, whole)
    return whole[0] if len(whole) == 1 and _runs_are_in_suit(board) else None


def _best_build(board: Board, moves: Sequence[Move]) -> Move | None:
    """Where a whole run should be built; None if that is for the player to say."""
    if len(moves) < 2:
        return moves[0] if moves else None
    index_of, stacks = board.compiled.index_of, board.stacks
    onto = {move: stacks[index_of[move.target]][-1] for move in moves}
    bottom = stacks[index_of[moves[0].source]][-moves[0].count]
    in_suit = [move for move in moves if onto[move].suit == bottom.suit] or list(moves)
    if len(set(map(onto.__getitem__, in_suit))) > 1:
        return None
    longest = max(_run_length(board, move.target) for move in in_suit)
    best = [move for move in in_suit if _run_length(board, move.target) == longest]
    return best[0] if len(best) == 1 else None


def _run_length(board: Board, name: str) -> int:
    """How many cards on top of a pile form a run; those that move together at most."""
    pile = board.compiled.piles[board.compiled.index_of[name]]
    stack, face_down = board.stacks[pile.index], board.face_down(pile)
    length = 1
    while length < len(stack) - face_down and (
        pile.run_masks[stack[-length - 1]] >> stack[-length] & 1
    ):
        length += 1
    return length if pile.move_unit is not MoveUnit.PILE or length == len(stack) else 1


def _runs_are_in_suit(board: Board) -> bool:
    tableau = board.rules.tableau
    run = tableau.run or tableau.build
    return run is not None and run.suits is SuitRule.SAME
