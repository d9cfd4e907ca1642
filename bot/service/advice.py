"""Advice on a game: hints, whether it can still be won, and solutions."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from bot.service.errors import NoHelpInRace, NoSolutionInRace
from bot.service.models import GameSnapshot
from bot.service.solver import tasks
from bot.service.solver.heuristics import backward_moves, heuristic_move
from bot.service.solver.hidden_cards import has_hidden_cards, is_fully_known, sample_deals
from bot.service.solver.pool import SolverPool
from bot.service.solver.tasks import Analysis
from engine import Board, Game, Move, Status
from engine.solver import Outcome as Verdict

_SAMPLES: Final = 8
_CACHED_LINES: Final = 256
"""How many games' winning lines are cached, so that hints follow one line to the end."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Whether a game can still be won, with all cards known.

    Attributes:
        verdict: whether it can be won, as far as is known.
        winnable: the most moves after which it could still be won; None when it is not lost, or
            none is known.
        lost: the fewest moves after which it was lost; None when it is not lost.
    """

    verdict: Verdict
    winnable: int | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    Attributes:
        verdict: whether the game can be won, as far as is known.
        move: the move to play; None when the game is lost, or there is no move.
        tried: how many arrangements of the hidden cards were searched; 0 when all cards are known
            or were used.
        wins: how many of them the move wins.
        all_cards: whether hidden cards were used.
        lost: since when the game is lost; None unless all cards are known or were used.
    """

    verdict: Verdict
    move: Move | None
    tried: int = 0
    wins: int = 0
    all_cards: bool = False
    lost: Odds | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """How a game is won.

    Attributes:
        game: the game, played to the end.
        own: how many of its moves are the player's; the solver found the others.
    """

    game: Game
    own: int


def refuse_in_race(snapshot: GameSnapshot) -> None:
    """Refuse hints and odds in a game of a running race, unless that allows them.

    Raises:
        NoHelpInRace: if it does not.
    """
    if snapshot.refuses_hints:
        raise NoHelpInRace


class Advisor:
    """Gives advice from the solver's searches.

    Hints and odds raise :class:`NoHelpInRace` for a game in a running race without hints: whoever
    pressed Hint until it is won would win the race.
    """

    def __init__(self, solvers: SolverPool, *, seconds: float = 3.0) -> None:
        """Prepare.

        Args:
            solvers: the workers that search.
            seconds: how long to search for one piece of advice.
        """
        self._solvers = solvers
        self._seconds = seconds
        self._lines: OrderedDict[int, dict[Board, Move]] = OrderedDict()

    async def hint(self, snapshot: GameSnapshot, *, all_cards: bool = False) -> Hint:
        """The next move to play.

        Args:
            snapshot: the game.
            all_cards: whether hidden cards may be used.

        Raises:
            SolverBusy: when no worker is free.
        """
        refuse_in_race(snapshot)
        uses_hidden = not is_fully_known(snapshot.game)
        if uses_hidden and not all_cards:
            return await self._sampled(snapshot)
        cached = self._lines.get(snapshot.game_id, {}).get(snapshot.game.board)
        if cached is not None:
            return Hint(Verdict.WON, cached, all_cards=uses_hidden)
        found = await self._search(snapshot)
        outcome = found.verdict.outcome
        match outcome:
            case Verdict.WON:
                self._remember(snapshot, found.line)
                return Hint(outcome, found.line[0], all_cards=uses_hidden)
            case Verdict.LOST:
                return Hint(outcome, None, all_cards=uses_hidden, lost=_odds(found))
            case Verdict.UNKNOWN:
                return Hint(outcome, heuristic_move(snapshot.game), all_cards=uses_hidden)

    async def odds(self, snapshot: GameSnapshot) -> Odds:
        """Whether a game can still be won and, if not, which move lost it.

        Raises:
            SolverBusy: when no worker is free.
        """
        refuse_in_race(snapshot)
        if self._lines.get(snapshot.game_id, {}).get(snapshot.game.board) is not None:
            return Odds(Verdict.WON)
        found = await self._search(snapshot)
        outcome = found.verdict.outcome
        if outcome is Verdict.WON:
            self._remember(snapshot, found.line)
        return _odds(found)

    async def solution(self, snapshot: GameSnapshot) -> Solution | Odds:
        """How a game is won from its current board, or from the last one that can be won.

        Returns:
            The odds of the game when no line was found.

        Raises:
            NoSolutionInRace: for a game in a running race with hints.
            SolverBusy: when no worker is free.
        """
        refuse_in_race(snapshot)
        if snapshot.raced:
            raise NoSolutionInRace
        game = snapshot.game.copy()
        if game.status is Status.WON:
            return Solution(game, len(game.moves))
        found = await self._search(snapshot)
        if not found.line:
            return _odds(found)
        while found.winnable is not None and len(game.moves) > found.winnable:
            game.undo()
        own = len(game.moves)
        for move in found.line:
            game.play(move)
        return Solution(game, own)

    async def _search(self, snapshot: GameSnapshot) -> Analysis:
        boards = snapshot.game.boards
        found = await self._solvers.run_for_player(
            snapshot.player, tasks.find_losing_move, boards, seconds=self._seconds
        )
        return found or tasks.NO_ANALYSIS

    async def _sampled(self, snapshot: GameSnapshot) -> Hint:
        """A hint that uses only what the player has seen."""
        game, seed = snapshot.game, f"{snapshot.game_id}:{snapshot.version}"
        # Without hidden cards, all samples would be the same.
        samples = _SAMPLES if has_hidden_cards(game) else 1
        boards = list(sample_deals(game, samples, seed))
        found = await self._solvers.run_for_player(
            snapshot.player, tasks.sampled_hint, boards, backward_moves(game), seconds=self._seconds
        )
        if found is not None and found.best is not None:
            return Hint(Verdict.WON, found.best, found.tried, found.wins)
        if found is not None and found.tried and found.lost == found.tried:
            return Hint(Verdict.LOST, heuristic_move(game), found.tried)
        return Hint(Verdict.UNKNOWN, heuristic_move(game), found.tried if found else 0)

    def _remember(self, snapshot: GameSnapshot, line: tuple[Move, ...]) -> None:
        board, moves = snapshot.game.board, dict[Board, Move]()
        for move in line:
            moves[board] = move
            board = board.apply(move)
        self._lines[snapshot.game_id] = moves
        self._lines.move_to_end(snapshot.game_id)
        if len(self._lines) > _CACHED_LINES:
            self._lines.popitem(last=False)


def _odds(found: Analysis) -> Odds:
    return Odds(found.verdict.outcome, found.winnable, found.lost)
