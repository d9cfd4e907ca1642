"""How many deals of a game can be won, measured: the tally of a range of deals and its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from engine.dealing import opening
from engine.games import rules_of
from engine.solver import solve
from engine.solver.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Solved:
    """What was found of a deal.

    Attributes:
        deal: its number.
        outcome: whether it can be won.
        states: how many positions were looked at.
        seconds: how long that took.
    """

    deal: int
    outcome: Outcome
    states: int
    seconds: float


def solve_deal(game: str, deal: int, max_states: int, max_seconds: float) -> Solved:
    """Search a deal of a game.

    Raises:
        UnknownGame: when there is no such game.
        InvalidDeal: when there is no such deal.
    """
    verdict = solve(opening(rules_of(game), deal), max_states=max_states, max_seconds=max_seconds)
    return Solved(deal, verdict.outcome, verdict.states, verdict.seconds)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many deals were won, lost and not decided."""

    won: int
    lost: int
    unknown: int

    @classmethod
    def of(cls, solved: Iterable[Solved]) -> Tally:
        """The tally of some deals."""
        counts = Counter(each.outcome for each in solved)
        return cls(counts[Outcome.WON], counts[Outcome.LOST], counts[Outcome.UNKNOWN])

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.won + self.lost + self.unknown

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Between which shares, in percent, the share of deals that can be won lies.

        The lower end counts what was not decided as lost, the upper as won; each is the end of
        Wilson's interval for its count (E. B. Wilson, JASA 22:209, 1927).
        """
        if not self.deals:
            return 0.0, 100.0
        lowest, _ = _wilson(self.won, self.deals, confidence)
        _, highest = _wilson(self.won + self.unknown, self.deals, confidence)
        return 100 * lowest, 100 * highest

    def __str__(self) -> str:
        low, high = self.interval()
        share = 100 * self.won / self.deals if self.deals else 0.0
        open_deals = f", {self.unknown} not decided" if self.unknown else ""
        return (
            f"{self.won} of {self.deals} deals can be won: {share:.2f} % [{low:.2f}, {high:.2f}]"
            f"{open_deals}"
        )


def _wilson(hits: int, of: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a share, as fractions."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)
