"""How many deals of a game can be won: search results, their tally, and its confidence interval."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scipy.special import betaincinv

from engine import Outcome, Rules, solve
from engine.dealing import opening


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search gives up.

    Attributes:
        states: after how many states.
        seconds: after how much processor time, so that what else runs costs no verdicts.
    """

    states: int
    seconds: float


@dataclass(frozen=True, slots=True)
class DealResult:
    """The outcome of searching one deal.

    Attributes:
        deal_number: the deal.
        outcome: whether it can be won.
        states: how many states were visited.
        seconds: how long the search took.
        processor_seconds: how much of that the processor worked, dealing included.
    """

    deal_number: int
    outcome: Outcome
    states: int
    seconds: float
    processor_seconds: float


def solve_deal(rules: Rules, deal_number: int, limits: Limits) -> DealResult:
    """Search one deal of a game.

    Raises:
        InvalidDeal: if there is no such deal.
    """
    began = time.thread_time()
    board = opening(rules, deal_number)
    verdict = solve(board, max_states=limits.states, max_processor_seconds=limits.seconds)
    return DealResult(
        deal_number, verdict.outcome, verdict.states, verdict.seconds, time.thread_time() - began
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals are won, lost and undecided."""

    won: int
    lost: int
    unknown: int

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Tally:
        """Count some outcomes."""
        counts = Counter(outcomes)
        return cls(counts[Outcome.WON], counts[Outcome.LOST], counts[Outcome.UNKNOWN])

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return self.won + self.lost + self.unknown

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The confidence interval, in percent, of the share of winnable deals.

        Undecided deals count as lost for the lower end and as won for the upper; each is the end
        of the exact interval for its count (C. J. Clopper and E. S. Pearson, Biometrika 26:404,
        1934).
        """
        tail = (1 - confidence) / 2
        least, most = self.won, self.won + self.unknown
        lower = betaincinv(least, self.deals - least + 1, tail) if least else 0.0
        upper = betaincinv(most + 1, self.deals - most, 1 - tail) if most < self.deals else 1.0
        return 100 * float(lower), 100 * float(upper)

    def __str__(self) -> str:
        lower, upper = self.interval()
        share = 100 * self.won / self.deals if self.deals else 0.0
        undecided = f", {self.unknown} undecided" if self.unknown else ""
        return (
            f"{self.won} of {self.deals} deals can be won: {share:.2f} % [{lower:.2f}, {upper:.2f}]"
            f"{undecided}"
        )
