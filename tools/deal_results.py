"""How many deals of a game can be won: search results, their tally, and its confidence interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from engine import Outcome, solve
from engine.dealing import opening
from engine.games import rules_of


@dataclass(frozen=True, slots=True)
class DealResult:
    """The outcome of searching one deal.

    Attributes:
        deal_number: the deal.
        outcome: whether it can be won.
        states: how many states were visited.
        seconds: how long the search took.
    """

    deal_number: int
    outcome: Outcome
    states: int
    seconds: float


def solve_deal(
    rules_id: str, deal_number: int, *, max_states: int, max_seconds: float
) -> DealResult:
    """Search one deal of a game.

    Raises:
        UnknownGame: if there is no such game.
        InvalidDeal: if there is no such deal.
    """
    board = opening(rules_of(rules_id), deal_number)
    verdict = solve(board, max_states=max_states, max_seconds=max_seconds)
    return DealResult(deal_number, verdict.outcome, verdict.states, verdict.seconds)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals are won, lost and undecided."""

    won: int
    lost: int
    unknown: int

    @classmethod
    def of(cls, results: Iterable[DealResult]) -> Tally:
        """Count the outcomes of some deals."""
        counts = Counter(result.outcome for result in results)
        return cls(counts[Outcome.WON], counts[Outcome.LOST], counts[Outcome.UNKNOWN])

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return self.won + self.lost + self.unknown

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The confidence interval, in percent, of the share of winnable deals.

        Undecided deals count as lost for the lower end and as won for the upper; each is the end
        of Wilson's interval for its count (E. B. Wilson, JASA 22:209, 1927).
        """
        if not self.deals:
            return 0.0, 100.0
        lower, _ = _wilson_interval(self.won, self.deals, confidence)
        _, upper = _wilson_interval(self.won + self.unknown, self.deals, confidence)
        return 100 * lower, 100 * upper

    def __str__(self) -> str:
        lower, upper = self.interval()
        share = 100 * self.won / self.deals if self.deals else 0.0
        undecided = f", {self.unknown} undecided" if self.unknown else ""
        return (
            f"{self.won} of {self.deals} deals can be won: {share:.2f} % [{lower:.2f}, {upper:.2f}]"
            f"{undecided}"
        )


def _wilson_interval(successes: int, trials: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a proportion, as fractions."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    margin = (
        z
        / (1 + z * z / trials)
        * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    )
    return max(0.0, centre - margin), min(1.0, centre + margin)
