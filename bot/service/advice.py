"""Advice on a player's game: the next good move, and whether the game can still be won."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.service.models import GameSnapshot
from bot.service.solver import tasks
from bot.service.solver.heuristics import backward_moves, heuristic_move
from bot.service.solver.hidden_cards import board_history, is_fully_known, sample_deals
from bot.service.solver.pool import SolverPool
from bot.service.solver.tasks import Analysis
from engine import Board, Game, Move, Status
from engine.solver import Outcome as Verdict

_ARRANGEMENTS: Final = 8
_REMEMBERED: Final = 256
"""For how many games the winning line is kept, so that hints follow one line to the end."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    Attributes:
        verdict: whether the game can be won, as far as it was found out.
        move: the move to play; None when the game is lost, or nothing can be moved.
        tried: how many arrangements of the unseen cards were looked at; 0 where all cards are
            known, or were used all the same.
        wins: how many of them the move wins.
        all_cards: whether cards were used that the player cannot see.
        back_to: the number of moves after which the game could still be won; None when it is not
            lost, or no such place was found.
    """

    verdict: Verdict
    move: Move | None
    tried: int = 0
    wins: int = 0
    all_cards: bool = False
    back_to: int | None = None


@dataclass(frozen=True, slots=True)
class Odds:
    """Whether a game can still be won, all cards known.

    Attributes:
        verdict: whether it can be won, as far as it was found out.
        winnable: the last number of moves after which it is known that it could be won; None when
            it is not lost, or when that is not known of any.
        lost: the first number of moves after which it is known to be lost; None when it is not.
    """

    verdict: Verdict
    winnable: int | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """How a game is won.

    Attributes:
        game: the game, played to the end.
        own: how many of its moves are the player's own; the others were found.
    """

    game: Game
    own: int


class Advisor:
    """Gives advice, with what the solver finds out."""

    def __init__(self, solvers: SolverPool, *, seconds: float = 3.0) -> None:
        """Give advice.

        Args:
            solvers: the workers that search.
            seconds: how long to search for one piece of advice.
        """
        self._solvers = solvers
        self._seconds = seconds
        self._lines: OrderedDict[int, dict[Board, Move]] = OrderedDict()

    async def hint(self, seat: GameSnapshot, *, all_cards: bool = False) -> Hint:
        """The next move of a line that wins, or what is known instead.

        Args:
            seat: the game.
            all_cards: whether cards may be used that the player cannot see.

        Raises:
            SolverBusy: when nobody is free to search.
        """
        uses_unseen = not is_fully_known(seat.game)
        if uses_unseen and not all_cards:
            return await self._guess(seat)
        known = self._lines.get(seat.game_id, {}).get(seat.game.board)
        if known is not None:
            return Hint(Verdict.WON, known, all_cards=uses_unseen)
        found = await self._search(seat)
        outcome = found.verdict.outcome
        match outcome:
            case Verdict.WON:
                self._remember(seat, found.line)
                return Hint(outcome, found.line[0], all_cards=uses_unseen)
            case Verdict.LOST:
                return Hint(outcome, None, all_cards=uses_unseen, back_to=found.winnable)
            case Verdict.UNKNOWN:
                return Hint(outcome, heuristic_move(seat.game), all_cards=uses_unseen)

    async def odds(self, seat: GameSnapshot) -> Odds:
        """Whether a game can still be won and, if not, since which move.

        Raises:
            SolverBusy: when nobody is free to search.
        """
        if self._lines.get(seat.game_id, {}).get(seat.game.board) is not None:
            return Odds(Verdict.WON)
        found = await self._search(seat)
        outcome = found.verdict.outcome
        if outcome is Verdict.WON:
            self._remember(seat, found.line)
        return Odds(outcome, found.winnable, found.lost)

    async def solution(self, seat: GameSnapshot) -> Solution | None:
        """How a game is won: from where it stands, or else from the last board that can be won.

        Returns:
            None where no such line was found.

        Raises:
            SolverBusy: when nobody is free to search.
        """
        game = seat.game
        if game.status is Status.WON:
            return Solution(game, len(game.moves))
        found = await self._search(seat)
        if not found.line:
            return None
        while found.winnable is not None and len(game.moves) > found.winnable:
            game.undo()
        own = len(game.moves)
        for move in found.line:
            game.play(move)
        return Solution(game, own)

    async def _search(self, seat: GameSnapshot) -> Analysis:
        boards = board_history(seat.game)
        found = await self._solvers.run_for_player(
            seat.player, tasks.find_losing_move, boards, seconds=self._seconds
        )
        return found or tasks.NO_ANALYSIS

    async def _guess(self, seat: GameSnapshot) -> Hint:
        """A hint from what the player can see."""
        game, seed = seat.game, f"{seat.game_id}:{seat.version}"
        boards = list(sample_deals(game, _ARRANGEMENTS, seed))
        votes = await self._solvers.run_for_player(
            seat.player, tasks.sampled_hint, boards, backward_moves(game), seconds=self._seconds
        )
        if votes is not None and votes.best is not None:
            return Hint(Verdict.WON, votes.best, votes.tried, votes.wins)
        if votes is not None and votes.tried and votes.lost == votes.tried:
            return Hint(Verdict.LOST, heuristic_move(game), votes.tried)
        return Hint(Verdict.UNKNOWN, heuristic_move(game), votes.tried if votes else 0)

    def _remember(self, seat: GameSnapshot, line: tuple[Move, ...]) -> None:
        board, moves = seat.game.board, dict[Board, Move]()
        for move in line:
            moves[board] = move
            board = board.apply(move)
        self._lines[seat.game_id] = moves
        self._lines.move_to_end(seat.game_id)
        if len(self._lines) > _REMEMBERED:
            self._lines.popitem(last=False)
