"""Which goal a daily deal gets: one that is proven."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.service.solver.pool import SolverPool
from bot.service.solver.shares import Share
from bot.service.solver.tasks import can_meet_goal, meets_goal
from engine import Move
from engine.goals import Goal

_SECONDS: Final = 2.0


class GoalFinder:
    """Finds a goal that some winning line of a deal meets.

    A goal that the known line misses is searched for, by rules that forbid to miss it.
    """

    def __init__(self, solvers: SolverPool, *, seconds: float = _SECONDS) -> None:
        """Prepare.

        Args:
            solvers: the workers that search.
            seconds: how long to search for each goal.
        """
        self._solvers = solvers
        self._seconds = seconds

    async def __call__(
        self, rules_id: str, deal_number: int, line: Sequence[Move], goals: Iterable[Goal]
    ) -> Goal | None:
        """The first of some goals that is proven; None when none is.

        Args:
            rules_id: the game.
            deal_number: the deal.
            line: a line that wins it.
            goals: the goals, the preferred first.

        Raises:
            SolverBusy: when there are no workers.
        """
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
