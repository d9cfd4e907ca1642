"""How often a player who sees only face-up cards wins a deal that somebody has finished."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from bot.fair_queue import Share
from bot.models.play import GameSnapshot
from bot.recent import Recent
from bot.service.solver import tasks
from bot.service.solver.pool import SolverPool
from engine import Board
from engine.solver.fitting import fits_fair_play

TRIES: Final = 20
"""How often a deal is played, with other random numbers each time."""
_SECONDS: Final = 30.0
"""Far more than a try takes, so that none is cut off."""
_MOST_AT_ONCE: Final = 8
"""How many deals are played at a time; of others nothing is said."""
_CACHED: Final = 64
"""How many deals' results are cached: many players finish the deal of a day."""


class FairTries:
    """Has a fair player play finished deals, when the solver has nothing else to do."""

    def __init__(self, solvers: SolverPool) -> None:
        self._solvers = solvers
        self._results = Recent[Board, dict[int, bool]](_CACHED)
        self._playing = 0

    async def wins(
        self, snapshot: GameSnapshot, goes_on: Callable[[], Awaitable[bool]], most: int = TRIES
    ) -> int | None:
        """How many tries at a finished deal are won; None where no fair player plays.

        Args:
            goes_on: whether that is still of interest, asked before each try.
            most: None, too, once it wins more.
        """
        board = snapshot.game.boards[0]
        if not snapshot.state.is_final or not any(board.hidden) or not fits_fair_play(board.rules):
            return None
        if self._playing == _MOST_AT_ONCE:
            return None
        self._playing += 1
        try:
            return await self._wins(board, goes_on, most)
        finally:
            self._playing -= 1

    async def _wins(
        self, board: Board, goes_on: Callable[[], Awaitable[bool]], most: int
    ) -> int | None:
        self._results[board] = won = self._results.get(board, {})
        for seed in range(TRIES):
            if seed not in won:
                if not await goes_on():
                    return None
                is_won = await self._solvers.run(
                    tasks.wins_fairly, board, seed, seconds=_SECONDS, share=Share.AHEAD
                )
                if is_won is None:
                    return None
                won[seed] = is_won
            if sum(won.values()) > most:
                return None
        return sum(won.values())
