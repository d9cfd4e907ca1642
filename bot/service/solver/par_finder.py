"""The par of a daily deal."""

from __future__ import annotations

import contextlib

from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.shorten import ShorteningState, find_line, shorten
from engine import Move


class ParFinder:
    """Finds a daily deal's par: the length of the shortest winning line found.

    Searches in short slices, so that players' tasks come first.
    """

    def __init__(self, solvers: SolverPool, *, seconds: float = 2.0, slices: int = 20) -> None:
        """Prepare.

        Args:
            solvers: the workers that search.
            seconds: how long to search for a winning line.
            slices: for how many seconds to shorten it.
        """
        self._solvers = solvers
        self._seconds = seconds
        self._slices = slices

    async def __call__(self, rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        """The shortest winning line found for a deal; None when there is none.

        Raises:
            SolverBusy: when there are no workers, or too many tasks wait for them.
        """
        if self._solvers.workers:
            await self._solvers.wait_until_ready()
            await self._solvers.wait_until_idle()
        found = await self._solvers.run(find_line, rules_id, deal_number, seconds=self._seconds)
        if found is None or not found.moves:
            return None
        state = ShorteningState(found.moves)
        # A line that was not shortened, because players' tasks came first, wins all the same.
        with contextlib.suppress(SolverBusy):
            for _ in range(self._slices):
                if state.is_done:
                    break
                await self._solvers.wait_until_idle()
                shorter = await self._solvers.run(
                    shorten, rules_id, deal_number, state, seconds=1.0
                )
                state = shorter or state
        return state.line
