"""What is searched for a day's deals: their pars and their goals."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Final

from bot.fair_queue import Share
from bot.service.solver.pool import SolverPool
from bot.service.solver.tasks import ShorteningState, can_meet_goal, find_line, meets_goal, shorten
from engine import Move
from engine.goals import Goal

_SLICE: Final = 0.5
"""Seconds of a slice, which a player's task may have to wait for."""


class ParFinder:
    """Finds a daily deal's par: the length of the shortest winning line found.

    Searches in short slices, between which players' tasks get their share.

    Args:
        slices: for how many slices of half a second to shorten it.
        most: for how many seconds at most, when players want the workers, too.
    """

    def __init__(
        self, solvers: SolverPool, *, seconds: float = 2.0, slices: int = 40, most: float = 30.0
    ) -> None:
        self._solvers = solvers
        self._seconds = seconds
        self._slices = slices
        self._most = most

    async def __call__(self, rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
        """The shortest winning line found for a deal; None when there is none."""
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


_SECONDS: Final = 2.0


class GoalFinder:
    """Finds a goal that some winning line meets, by rules that forbid to miss it."""

    def __init__(self, solvers: SolverPool, *, seconds: float = _SECONDS) -> None:
        self._solvers = solvers
        self._seconds = seconds

    async def __call__(
        self, rules_id: str, deal_number: int, line: Sequence[Move], goals: Iterable[Goal]
    ) -> Goal | None:
        """The first of some goals that is proven; None when none is."""
        for goal in goals:
            if meets_goal(rules_id, deal_number, goal, line):
                return goal
            if await self._solvers.run(
                can_meet_goal,
                rules_id,
                deal_number,
                goal,
                seconds=self._seconds,
                share=Share.DAY,
            ):
                return goal
        return None
