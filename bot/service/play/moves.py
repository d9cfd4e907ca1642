"""What a tap on a pile plays, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.models import GameSnapshot
from bot.service.preferences import Tap
from bot.service.solver.heuristics import best_move
from engine import Board, Game, Move
from engine.goals import Goal, would_fail
from engine.rules import MoveUnit, SuitRule


@dataclass(frozen=True, slots=True)
class TapResult:
    """The result of a tap on a pile.

    Attributes:
        snapshot: the game after it.
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

    Args:
        game: the game.
        moves: the distinct moves of the pile.
        tap: what the player wants a tap to do.
        goal: the goal of its deal, if it has one.
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

    Args:
        board: the board.
        moves: the distinct moves of one pile.
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
