"""The par of a daily deal."""

from __future__ import annotations

import time
from typing import Final

from bot.service.solver.pool import SolverPool
from bot.service.solver.shares import Share
from bot.service.solver.shorten import ShorteningState, find_line, shorten
from engine import Move

_SLICE: Final = 0.5
"""Seconds of a slice, which a player's task may have to wait for."""


class ParFinder:
    """Finds a daily deal's par: the length of the shortest winning line found.

    Searches in short slices, between which players' tasks get their share.
    """

    def __init__(
        self, solvers: SolverPool, *, seconds: float = 2.0, slices: int = 40, most: float = 30.0
    ) -> None:
        """Prepare.

        Args:
            solvers: the workers that search.
            seconds: how long to search for a winning line.
            slices: for how many slices of half a second to shorten it.
            most: for how many seconds at most, when players want the workers, too.
        """
        self._solvers = solvers
        self._seconds = seconds
        self._slices = slices
        self._most = most

    async def __call__(self, rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        """The shortest winning line found for a deal; None when there is none.

        Raises:
            SolverBusy: when there are no workers.
        """
        if self._solvers.workers:
            await self._solvers.wait_until_ready()
        found = await self._solvers.run(
            find_line, rules_id, deal_number, seconds=self._seconds, share=Share.DAY
        )
        if found is None or not found.moves:
            return None
        state = ShorteningState(found.moves)
        until = time.monotonic() + self._most
        for _ in range(self._slices):
            if state.is_done or time.monotonic() > until:
                break
            shorter = await self._solvers.run(
                shorten, rules_id, deal_number, state, seconds=_SLICE, share=Share.DAY
            )
            state = shorter or state
        return state.line
