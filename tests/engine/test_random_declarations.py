"""Any declaration that is accepted makes a game: it is dealt, played, described, drawn, solved."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine import Outcome, Rules, solve
from engine.dealing import opening
from rendering import draw
from tests.engine.brute_force import is_winnable
from tests.engine.positions import play
from tests.engine.solver.random_rules import (
    random_clearing,
    random_free_runs,
    random_row,
    random_rules,
    random_small,
)
from tests.engine.test_reference_rules import play_out
from tests.support.parameters import quick


@pytest.mark.parametrize("seed", quick(range(80)))
@pytest.mark.parametrize(
    "declared", [random_rules, random_small, random_clearing, random_free_runs, random_row]
)
def test_any_declaration_is_played_described_and_drawn(
    declared: Callable[[int], Rules], seed: int
) -> None:
    game = play_out(declared(seed), seed + 1, 10, random.Random(seed), greedy=0.5)
    assert draw(game, width=400).alt


@pytest.mark.parametrize("seed", quick(range(200), 3))
def test_any_declaration_of_few_cards_is_decided_as_by_brute_force(seed: int) -> None:
    board = opening(random_small(seed), seed + 1)
    can = is_winnable(board, 6000)
    verdict = solve(board, max_states=1_000_000, max_seconds=1000)
    if can is not None:
        assert verdict.outcome is (Outcome.WON if can else Outcome.LOST)
    assert play(board, *verdict.moves).is_won == (verdict.outcome is Outcome.WON)
