"""What a tap on a pile plays: what cannot hurt, while the player chooses the rest.

A tap says which cards to move, not where to. So where a pile has several moves, one is played only
if the others are still open after it, or if it is proven that no win needs them. What lies face
down never decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.models.play import GameSnapshot
from bot.service.play.moves import best_move
from bot.service.preferences import Tap
from engine import Board, Game, Move, PileKind
from engine.automatic import (
    followers_need_no_place,
    only_helps,
    replaces_cells,
    safe_moves,
)
from engine.goals import Goal, would_fail
from engine.open_moves import comes_back, keeps_open
from engine.rules import DEALT, EmptyPileRule, MoveUnit, SuitRule

_ROOM: Final = 3
"""How many empty places leave room enough to move a run that could also be taken apart."""


@dataclass(frozen=True, slots=True)
class TapResult:
    """Which pile is selected, if any, and whether a move was played: neither if none is legal."""

    snapshot: GameSnapshot
    selected: str | None = None
    moved: bool = False


def tapped_move(
    game: Game, moves: Sequence[Move], tap: Tap, goal: Goal | None = None
) -> Move | None:
    """The move that a tap on a pile plays; None where the player chooses, or there is none.

    The player also chooses from which of several foundations a card comes; after taking back a move
    of the pile, so that every move can be reached by tapping; and instead of a move that fails a
    goal where another move of the pile does not.
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
    sources = {move.source for move in moves}
    if len(sources) > 1 or (game.undone and game.undone[-1].source in sources):
        return None
    match tap:
        case Tap.BEST:
            return best_move(game.board, moves)
        case Tap.CLEAR:
            return clear_move(game, moves)
        case Tap.ONLY | Tap.CHOOSE:
            return None


def clear_move(game: Game, moves: Sequence[Move]) -> Move | None:
    """The move that can do no harm; None where the player has to choose.

    - A card goes home if it is safe there, if it could come back and go to the other places, unless
      that would fill the last one, or if the game can be finished with it; rather than into a cell
      also where no win needs the card that it covers. A whole suit always does.
    - Otherwise cards go where nearly every player would put them, onto cards or as a whole run, if
      they can come back. If they cannot, the other places must stay open. Even then it could be a
      mistake to move them at all, so the player is asked for cards of the reserve, while one of the
      places is the last empty one, and where all cards are seen and each can be built on one only.

    Where cards lie face down nothing is certain. There a run in suit stays whole unless it would
    fill the last empty place, and where any face-up card moves, one goes home if what could be
    built on it can follow, or has another card to lie on. Measured, that seldom does harm.
    """
    board = game.board
    safe = set(safe_moves(board))
    home = next((move for move in moves if move.target.startswith("f")), None)
    if home is not None:
        return home if home in safe or _is_harmless_at_home(game, home, moves) else None
    wanted = _whole_run(board, moves)
    builds = [move for move in moves if _is_build(board, move)]
    candidates = [] if wanted is None else [wanted]
    if len(builds) == 1 or (len({move.count for move in builds}) == 1 and not _is_open(board)):
        candidates += builds
    harmless = next((move for move in candidates if _is_no_mistake(board, move, moves)), None)
    if harmless is None and board.rules.hides_cards and _runs_are_in_suit(board):
        fills_last = wanted is not None and _is_last_place(board, [wanted])
        return None if fills_last else wanted
    return harmless


def _is_harmless_at_home(game: Game, home: Move, moves: Sequence[Move]) -> bool:
    """Whether a card that is not proven safe can go home all the same, rather than elsewhere."""
    board = game.board
    others = [move for move in moves if move != home]
    if replaces_cells(board, home):
        others = [move for move in others if _kind(board, move.target) is not PileKind.CELL]
    if home.count > 1 or comes_back(board, home):
        return True
    if keeps_open(board, home, others) and not _may_be_missed(board, home, others):
        return True
    if game.can_finish():
        # A board that can be finished says so, and home is where its cards are wanted.
        return only_helps(board, home)
    is_measured = board.rules.hides_cards and board.rules.decks == 1
    return is_measured and _moves_groups(board, home) and followers_need_no_place(board, home)


def _may_be_missed(board: Board, home: Move, others: Sequence[Move]) -> bool:
    """Whether a card that comes back from home to the last empty place only may be missed before.

    Where all cards are seen, others that can be built on it may have no other place. Of two equal
    cards the one that is still in play may need the place at home.
    """
    if not _is_last_place(board, others):
        return False
    stacks, index_of = board.stacks, board.compiled.index_of
    card = stacks[index_of[home.source]][-1]
    homes = board.compiled.piles_of(PileKind.FOUNDATION)
    is_twin_in_play = board.rules.decks > 1 and all(card not in stacks[one.index] for one in homes)
    return is_twin_in_play or (_is_open(board) and _builds_loosely(board))


def _is_open(board: Board) -> bool:
    """Whether every card lies face up, so that players can tell what a choice leads to."""
    return board.rules.stock is None and not board.rules.hides_cards


def _is_no_mistake(board: Board, move: Move, moves: Sequence[Move]) -> bool:
    if comes_back(board, move):
        return True
    # Where cards are hard to place, it can be a mistake to move them at all.
    if _kind(board, move.source) is PileKind.RESERVE or _is_last_place(board, moves):
        return False
    if _is_open(board) and not _builds_loosely(board):
        return False
    others = [other for other in moves if other != move]
    return keeps_open(board, move, others) or _is_plain(board, others)


def _is_last_place(board: Board, moves: Sequence[Move]) -> bool:
    """Whether one of the moves fills the only empty place."""
    empty = _empty_places(board)
    return len(empty) == 1 and any(move.target in empty for move in moves)


def _is_plain(board: Board, others: Sequence[Move]) -> bool:
    """Whether nothing but cells, of which there are enough, keeps a run from going onto a card.

    Measured: on 40,000 boards of FreeCell none of 3,171 such moves lost.
    """
    return (
        len(_empty_places(board)) >= _ROOM
        and _builds_loosely(board)
        and all(_kind(board, other.target) is PileKind.CELL for other in others)
    )


def _kind(board: Board, name: str) -> PileKind:
    return board.compiled.piles[board.compiled.index_of[name]].kind


def _empty_places(board: Board) -> set[str]:
    """The empty cells, and the empty piles of tableau and reserve that any card may fill."""
    return {
        pile.name
        for pile in board.compiled.targets
        if not board.stacks[pile.index]
        and (
            pile.kind is PileKind.CELL
            or (pile.kind in DEALT and pile.fill_from and not pile.kings_only)
        )
    }


def _builds_loosely(board: Board) -> bool:
    """Whether cards can be built on several others, and any of them fills an empty pile."""
    tableau = board.rules.tableau
    build = tableau.build
    builds = build is not None and build.suits is not SuitRule.SAME
    return builds and tableau.fill is EmptyPileRule.ANY


def _is_build(board: Board, move: Move) -> bool:
    """Whether a move puts cards onto cards."""
    return bool(board.stacks[board.compiled.index_of[move.target]])


def _moves_groups(board: Board, move: Move) -> bool:
    """Whether the cards of a pile move together in any order."""
    source = board.compiled.piles[board.compiled.index_of[move.source]]
    return source.move_unit is MoveUnit.FACE_UP


def _whole_run(board: Board, moves: Sequence[Move]) -> Move | None:
    """Where nearly every player would put the cards of a pile, none of which can go home.

    Cards go onto cards, for an empty pile is worth keeping, and a run stays whole, as long as one
    pile takes all of it. Of several, it is the only one that builds in suit; of two equal cards,
    the one with the longer run, which still moves as one. A run in suit fills an empty pile as a
    whole.
    """
    if _moves_groups(board, moves[0]):
        # Cards that move together, in order or not, are no run to keep whole.
        return None
    builds = [move for move in moves if _is_build(board, move)]
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
