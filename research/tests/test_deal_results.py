"""How many deals can be won: tallies and their intervals."""

from __future__ import annotations

from math import comb

import pytest

from engine import CATALOGUE, Outcome
from research.deal_results import Limits, Tally, solve_deal


def test_a_tally_counts_outcomes() -> None:
    assert Tally.of([*Outcome, Outcome.WON]) == Tally(won=2, lost=1, unknown=1)


def test_the_interval_is_the_exact_one() -> None:
    low, high = (end / 100 for end in Tally(won=90, lost=10, unknown=0).interval())

    # At each end a result as far away or farther has a probability of 2.5 %.
    assert sum(_probability(won, 100, low) for won in range(90, 101)) == pytest.approx(0.025)
    assert sum(_probability(won, 100, high) for won in range(91)) == pytest.approx(0.025)


def _probability(won: int, deals: int, share: float) -> float:
    """The probability that so many deals of so many can be won."""
    return comb(deals, won) * share**won * (1 - share) ** (deals - won)


def test_undecided_deals_widen_the_interval_at_both_ends() -> None:
    low, high = Tally(won=80, lost=10, unknown=10).interval()
    assert low == Tally(won=80, lost=20, unknown=0).interval()[0]
    assert high == Tally(won=90, lost=10, unknown=0).interval()[1]


@pytest.mark.parametrize("tally", [Tally(0, 0, 0), Tally(5, 0, 0), Tally(0, 5, 0)])
def test_the_interval_stays_within_0_and_100_percent(tally: Tally) -> None:
    low, high = tally.interval()
    assert 0 <= low < high <= 100


def test_a_deal_is_searched_by_number() -> None:
    result = solve_deal(CATALOGUE["phoenix"], 2, Limits(100_000, 60))
    assert result.deal_number == 2
    assert result.outcome is Outcome.WON
    assert result.states > 0
