"""What is known about Microsoft's deals of FreeCell."""

from __future__ import annotations

import pytest

from engine import deal, solve
from engine.solver import Outcome

PART = 125


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, 1001, PART))
def test_the_first_thousand_deals_can_be_won(first: int) -> None:
    """All of the first 32,000 can be won except 11982, as players found in the nineties."""
    for number in range(first, first + PART):
        board = deal("freecell", number).board
        verdict = solve(board, max_seconds=60)
        assert verdict.outcome is Outcome.WON
        for move in verdict.moves:
            assert board.is_legal(move)
            board = board.apply(move)
        assert board.is_won


def test_deal_11982_cannot_be_won() -> None:
    verdict = solve(deal("freecell", 11982).board, max_seconds=100)
    assert verdict.outcome is Outcome.LOST
    assert verdict.moves == ()
    assert verdict.states > 10_000
