"""The general search agrees with brute force on small positions."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter

import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.rules import (
    Base,
    Build,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Stock,
    StockAction,
    SuitRule,
)
from engine.solver import clearing, rows
from engine.solver.general import depth_first, driver, fits, search
from engine.solver.general.encode import encode
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult
from tests.declared import declare
from tests.engine.brute_force import is_winnable
from tests.engine.positions import RANKS, play, position
from tests.engine.solver.endings import ending, shrunk
from tests.support.every_game import each_of
from tests.support.parameters import quick

GAMES = each_of(filter(fits, CATALOGUE.values()))


FILLS = [rule for rule in EmptyPileRule if rule is not EmptyPileRule.NEXT]
MOVE_UNITS = [unit for unit in MoveUnit if unit is not MoveUnit.STACK]
"""What may be declared of piles that do not stand in rows."""


def run_search(board: Board, most: int = 200_000) -> SearchResult:
    """Search with ample time."""
    return search(board, Limits(max_states=most, max_seconds=60))


def scarce_position(rules: Rules, rng: random.Random) -> Board:
    """A position with few cards left and little space for them."""
    refills = rules.tableau.refilled and PileKind.RESERVE in rules.tableau.refill_from
    chooses = rules.foundations.base is Base.CHOSEN
    needs_reserve = refills or rules.deals_to_reserve or chooses
    reserve = 1 if needs_reserve else rng.randint(0, 2)
    small = shrunk(rules, rng.choice((1, 2, 2, 3, 4)), rng.randint(0, 2), reserve)
    return ending(small, rng, rng.choice((4, 7, 10, 13, 16)))


def compare_with_brute_force(board: Board, most: int) -> Outcome | None:
    """Compare the search with brute force; its outcome, or None if brute force takes too long."""
    can = is_winnable(board, most)
    if can is None:
        return None
    verdict = run_search(board)
    assert verdict.outcome is (Outcome.WON if can else Outcome.LOST), board.text(reveal=True)
    assert play(board, *verdict.moves).is_won == can
    return verdict.outcome


@pytest.mark.slow
@GAMES
def test_it_agrees_with_brute_force_where_space_is_scarce(rules: Rules) -> None:
    outcomes = Counter(
        compare_with_brute_force(scarce_position(rules, random.Random(seed)), 300)
        for seed in range(60)
    )
    assert outcomes[Outcome.WON] or rules.foundations.build or rules.foundations.whole_suits
    assert outcomes[Outcome.LOST] or rules.decks == 2
    assert outcomes[Outcome.WON] + outcomes[Outcome.LOST] >= 25


@pytest.mark.slow
@GAMES
def test_it_agrees_with_brute_force_depth_first(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "DEPTH_FIRST", 0)
    for seed in range(60):
        board = scarce_position(rules, random.Random(seed))
        if depth_first.fits(encode(board)[0]):
            compare_with_brute_force(board, 300)


def test_depth_first_search_visits_the_same_states_of_a_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = engine.deal("chameleon", 17).board
    monkeypatch.setattr(driver, "DEPTH_FIRST", 1 << 40)
    best_first = run_search(board)
    assert best_first.outcome is Outcome.LOST
    for states in (0, 10_000):
        monkeypatch.setattr(driver, "DEPTH_FIRST", states)
        result = run_search(board)
        assert result.outcome is Outcome.LOST
        # Which are checked for being dead ends depends on their order.
        assert result.states == pytest.approx(best_first.states, rel=0.01)


@pytest.mark.slow
def test_depth_first_search_wins_a_deal_that_best_first_search_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = engine.deal("canfield", 117).board
    assert play(board, *run_search(board, 700_000).moves).is_won
    monkeypatch.setattr(driver, "DEPTH_FIRST", 1 << 40)
    assert run_search(board, 700_000).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("seed", range(20))
def test_depth_first_search_proves_its_wins(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "DEPTH_FIRST", 0)
    board = ending(CATALOGUE["chameleon"], random.Random(seed), 24)
    result = run_search(board)
    assert result.outcome is not Outcome.UNKNOWN
    assert play(board, *result.moves).is_won == (result.outcome is Outcome.WON)


@GAMES
def test_it_agrees_with_brute_force_on_a_full_board(rules: Rules) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        compare_with_brute_force(ending(rules, rng, rng.choice((4, 7, 10))), 300)


@pytest.mark.parametrize("copies", quick(["one deck", "two decks"]))
@pytest.mark.parametrize("suits", quick(SuitRule, 2))
def test_it_agrees_with_brute_force_for_every_way_to_build(suits: SuitRule, copies: str) -> None:
    decks = 1 if copies == "one deck" else 2
    outcomes = Counter[Outcome | None]()
    for seed in range(40):
        rng = random.Random(seed)
        back = {PileKind.FOUNDATION} if rng.random() < 0.5 else set[PileKind]()
        sources = frozenset({PileKind.TABLEAU, PileKind.CELL, PileKind.WASTE} | back)
        rules = declare(
            "built",
            Piles(
                deal=(2,) * rng.choice((2, 3)),
                build=Build(suits),
                build_from=sources,
                fill_from=sources,
                fill=rng.choice(FILLS),
                move_unit=rng.choice(MOVE_UNITS),
            ),
            decks=decks,
            cells=Piles(deal=(0,) * rng.choice((0, 0, 1)), fill_from=sources),
            stock=Stock(turn=rng.choice((1, 2, 3)), redeals=rng.choice((0, 1, None))),
        )
        outcomes[compare_with_brute_force(ending(rules, rng, rng.choice((8, 10, 12))), 800)] += 1
    assert outcomes[Outcome.WON] >= 8, outcomes
    assert outcomes[Outcome.LOST] >= 1, outcomes


@pytest.mark.parametrize("decks", quick([1, 2]))
@pytest.mark.parametrize("dealing", [StockAction.TABLEAU, StockAction.RESERVE])
@pytest.mark.parametrize("suits", quick(SuitRule, 2))
def test_it_agrees_with_brute_force_while_the_stock_deals(
    suits: SuitRule, dealing: StockAction, decks: int
) -> None:
    outcomes = Counter[Outcome | None]()
    for seed in range(20):
        rng = random.Random(seed)
        back = {PileKind.FOUNDATION} if rng.random() < 0.5 else set[PileKind]()
        sources = frozenset({PileKind.TABLEAU, PileKind.RESERVE} | back)
        rules = declare(
            "dealt",
            Piles(
                deal=(1,) * rng.choice((2, 3)),
                build=Build(suits, wraps=rng.random() < 0.3),
                build_from=sources,
                fill_from=sources,
                fill=rng.choice(FILLS),
                move_unit=rng.choice(MOVE_UNITS),
            ),
            decks=decks,
            reserve=Piles(deal=(1,) * 2, fill=EmptyPileRule.NOTHING),
            stock=Stock(action=dealing),
        )
        outcomes[compare_with_brute_force(ending(rules, rng, rng.choice((8, 10, 12))), 800)] += 1
    assert outcomes[Outcome.WON] >= 3, outcomes


def test_it_agrees_with_brute_force_if_the_stock_needs_full_piles() -> None:
    for dealing in (StockAction.WASTE, StockAction.TABLEAU):
        rules = declare(
            "waits",
            Piles(deal=(1,) * 3, build=Build(SuitRule.SAME), move_unit=MoveUnit.RUN),
            stock=Stock(action=dealing, onto_empty=False),
        )
        for seed in range(40):
            compare_with_brute_force(ending(rules, random.Random(seed), 9), 800)


def test_stock_and_waste_matter_where_an_empty_pile_draws_from_them() -> None:
    tableau = Piles(
        deal=(2,), fill=EmptyPileRule.NOTHING, refilled=True, refill_from=(PileKind.STOCK,)
    )
    stock = Stock(redeals=None, onto_empty=False)
    rules = declare("drawn", tableau, stock=stock, suits=2)
    suits = {"f1": "S", "f2": "H", "f3": "S", "f4": "H"}
    built = [
        f"{name}: {' '.join(rank + suit for rank in RANKS[: 13 if name == 'f1' else 11])}"
        for name, suit in suits.items()
    ]
    board = position(rules, "1: KH QH", "w: KH QH QS KS", *built)

    assert compare_with_brute_force(board, 10_000) is Outcome.WON


def test_while_the_stock_deals_a_card_may_be_worth_keeping_for_others_to_lie_on() -> None:
    rules = declare("shim", Piles(deal=(1,) * 3), stock=Stock(action=StockAction.TABLEAU))
    piles = ("1: QC", "2: KC JS 8D QS TD", "3: JC", "s: KD 9D QD KS JD KH")
    board = position(rules, *piles, foundations="TS QH 7D TC")

    assert compare_with_brute_force(board, 10_000) is Outcome.WON


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("freecell", 1),
        ("seahaven", 2),
        ("saxony", 1),
        ("spider-1", 1),
        ("alaska", 1),
        ("canfield", 4),
        ("double-klondike", 1),
        ("la-belle-lucie", 1),
        ("bisley", 3),
        ("golf", 7),
        ("black-hole", 1),
    ],
)
def test_it_solves_deals(game: str, number: int) -> None:
    board = engine.deal(game, number).board
    verdict = run_search(board, 400_000)
    assert verdict.outcome is Outcome.WON
    assert play(board, *verdict.moves).is_won


@pytest.mark.slow
@pytest.mark.parametrize("game", ["storehouse", "somerset", "scorpion", "easthaven", "fan"])
def test_it_proves_deals_lost(game: str) -> None:
    outcomes = [run_search(engine.deal(game, number).board).outcome for number in range(1, 7)]
    assert Outcome.LOST in outcomes


def test_a_search_that_reaches_a_limit_is_undecided() -> None:
    board = engine.deal("spider", 1).board
    assert run_search(board, 5) == SearchResult(Outcome.UNKNOWN, (), 5)
    assert search(board, Limits(max_states=10**9, max_seconds=0)).outcome is Outcome.UNKNOWN


def test_a_won_board_needs_no_moves() -> None:
    board = position("freecell", foundations="KS KH KD KC", rest="1")
    assert run_search(board) == SearchResult(Outcome.WON, (), 1)


def test_it_is_deterministic() -> None:
    for game in ("saxony", "spider", "yukon"):
        board = engine.deal(game, 3).board
        assert run_search(board, 3_000) == run_search(board, 3_000)


def test_only_games_with_searches_of_their_own_fit_no_compiled_search() -> None:
    compiled = (fits, clearing.fits, rows.fits)
    others = {rules.id for rules in CATALOGUE.values() if not any(one(rules) for one in compiled)}
    assert others == {"bristol", "calculation", "clock", "osmosis", "peek"}


_SCRIPT = """
import json, random, sys
import engine
from engine.solver.general import search
from engine.solver.limits import Limits
results = []
for game in json.loads(sys.argv[1]):
    board = engine.deal(game, 1).board
    verdict = search(board, Limits(max_states=60, max_seconds=600))
    results.append([verdict.outcome.value, verdict.states, [str(move) for move in verdict.moves]])
print(json.dumps(results))
"""


@pytest.mark.slow
def test_it_visits_the_same_states_uncompiled() -> None:
    games = ["freecell", "penguin", "saxony", "canfield", "forty-thieves", "spider", "golf"]
    board_moves_of = []
    for switch in ("0", "1"):
        ran = subprocess.run(
            [sys.executable, "-W", "error", "-c", _SCRIPT, json.dumps(games)],
            env={**os.environ, "NUMBA_DISABLE_JIT": switch},
            capture_output=True,
            check=True,
            text=True,
        )
        board_moves_of.append(json.loads(ran.stdout))
    assert board_moves_of[0] == board_moves_of[1]
