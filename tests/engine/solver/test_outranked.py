"""Proofs of losses where cards leave that others outrank."""

from __future__ import annotations

import random

import pytest

from engine import CATALOGUE, Outcome, solve
from engine.dealing import opening
from engine.solver.limits import Limits
from engine.solver.outranked import driver
from tests.engine.brute_force import is_winnable
from tests.engine.positions import position

pytestmark = pytest.mark.usefixtures("searches")


def is_lost(*lines: str) -> bool:
    """Whether a board of Aces Up is proven lost, all cards that are not named being discarded."""
    proof = driver.Proof(position("aces-up", *lines, rest="f1"))
    return proof.holds(Limits(max_seconds=600), 0)


@pytest.mark.slow
def test_a_proof_holds_for_just_those_endings_that_brute_force_does_not_win() -> None:
    found = set[bool]()
    for seed in range(120):
        rng = random.Random(seed)
        suits = rng.sample("SHDC", rng.randint(1, 3))
        cards = [f"{rank}{suit}" for suit in suits for rank in "23456789TJQK"]
        cards = ["AS", "AH", "AD", "AC", *rng.sample(cards, rng.randint(6, 12))]
        rng.shuffle(cards)
        dealt = rng.choice((0, 3, 4, 8))
        piles: dict[str, list[str]] = {"s": cards[:dealt]}
        for card in cards[dealt:]:
            piles.setdefault(rng.choice("11234"), []).append(card)
        lines = [f"{name}: {' '.join(held)}" for name, held in piles.items() if held]
        wins = is_winnable(position("aces-up", *lines, rest="f1"), 60_000)
        if wins is not None:
            assert is_lost(*lines) != wins, lines
            found.add(wins)
    assert found == {False, True}


def test_a_card_on_a_later_pile_can_outrank_one_on_a_pile_before_it() -> None:
    """The ace of diamonds, dealt to the third pile, frees the second."""
    assert not is_lost("2: 6D", "3: KD 2C", "4: 4S 4C 6S AH", "s: AC AD JD AS")


def test_a_card_that_outranks_no_other_may_be_worth_keeping() -> None:
    """On the four of hearts the six can move to an empty pile, as it could not if it lay alone."""
    board = position("aces-up", "1: JH 4H", "s: AS QS AH AC 8S 5H 6H AD", rest="f1")

    assert solve(board, max_seconds=600).outcome is Outcome.WON


@pytest.mark.parametrize("deal", [19, 57, 113, 163])
def test_lost_deals_of_aces_up_are_proven_lost(deal: int) -> None:
    verdict = solve(opening(CATALOGUE["aces-up"], deal), max_states=100_000, max_seconds=600)

    assert verdict.outcome is Outcome.LOST


def test_memory_limits_the_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "MOST_ROWS", 1 << 17)
    verdict = solve(opening(CATALOGUE["aces-up"], 34), max_states=200_000, max_seconds=600)

    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.states < 25_000 + (1 << 16)
