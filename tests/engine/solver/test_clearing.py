"""The search for games that only take cards away agrees with brute force on late boards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine import CATALOGUE, Rules
from engine.board import Board
from engine.cards import Rank
from engine.compiled import compile_rules
from engine.dealing import opening
from engine.games.pyramid import NESTOR
from engine.rules import EmptyPileRule, Foundations, PileKind, Piles, Stock, StockAction, Win
from engine.solver import solve
from engine.solver.clearing import fits, search
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome, SearchResult
from tests.declared import declare
from tests.engine.brute_force import is_winnable
from tests.engine.positions import play
from tests.support.every_game import each_of

GAMES = [rules for rules in CATALOGUE.values() if fits(rules)]
"""The games of the catalogue that the search fits."""

_LONE = Piles(deal=(1,) * 9, fill=EmptyPileRule.NOTHING)
_WASTED = declare(
    "wasted",
    _LONE,
    foundations=Foundations(
        groups=((Rank.KING,), *((Rank(n), Rank(13 - n)) for n in range(1, 7))),
    ),
    stock=Stock(redeals=None),
)
"""Pairs from few piles, and a waste that is turned over without limit."""
_COURTS = declare(
    "courts",
    replace(_LONE, deal=(3,) * 9, covered_by=((2,), *((),) * 8)),
    reserve=replace(_LONE, deal=(25,)),
    foundations=Foundations(
        groups=(
            *((Rank(n), Rank(11 - n)) for n in range(1, 6)),
            (Rank.JACK, Rank.QUEEN, Rank.KING),
        ),
    ),
)
"""Threes and pairs from long piles, one of which covers another."""
_NARROW = declare(
    "narrow",
    replace(_LONE, deal=(1,) * 5, refilled=True, refill_from=(PileKind.STOCK,)),
    foundations=_COURTS.foundations,
    stock=Stock(action=StockAction.FILL),
)
"""Elevens with fewer piles."""
_FILLED = replace(_NARROW, id="filled", win=Win.CLEARED)
"""The same, won by an empty tableau, which the stock fills as long as it lasts."""
RULES = each_of([*GAMES, _WASTED, _COURTS, _NARROW, _FILLED])


def run_search(board: Board, most: int = 2_000_000) -> SearchResult:
    """Search with ample time."""
    return search(board, Limits(max_states=most, max_seconds=60))


def late_board(rules: Rules, rng: random.Random, most: int) -> Board:
    """A board with few cards left, by groups as far as there are any."""
    board = opening(rules, rng.randint(1, 10_000))
    compiled = compile_rules(rules)
    groups = rules.foundations.groups
    keep = _ranks_to_keep(groups, rng, most) if groups else None
    stacks = [list(stack) for stack in board.stacks]
    gone = []
    places = [place for place in range(len(stacks)) if place not in compiled.foundations]
    rng.shuffle(places)
    count = sum(len(stacks[place]) for place in places)
    for place in places:
        kept = []
        for card in stacks[place]:
            if keep is not None and keep[card.rank]:
                keep[card.rank] -= 1
                kept.append(card)
            elif keep is None and count <= most:
                kept.append(card)
            else:
                count -= 1
                gone.append(card)
        stacks[place] = kept
    if rng.random() < 0.5 and compiled.waste >= 0:
        turned = rng.randint(0, len(stacks[compiled.stock]))
        stacks[compiled.waste] = stacks[compiled.stock][turned:][::-1]
        del stacks[compiled.stock][turned:]
    if rules.tableau.refilled:
        loose = [card for place in places for card in stacks[place]]
        for place in places:
            stacks[place] = []
        for pile, card in zip(compiled.tableau, loose, strict=False):
            stacks[pile.index] = [card]
        stacks[compiled.stock] = loose[len(compiled.tableau) :]
    stacks[compiled.foundations[0]] += gone
    redeals = board.redeals and rng.randint(0, board.redeals)
    hidden = [
        min(down, len(stack) if pile.covered_by else max(len(stack) - 1, 0))
        for pile, down, stack in zip(
            compiled.piles, board.hidden or [0] * len(stacks), stacks, strict=True
        )
    ]
    return Board(
        compiled, tuple(map(tuple, stacks)), redeals, tuple(hidden) if any(hidden) else (), 0
    )


def _ranks_to_keep(
    groups: tuple[tuple[Rank, ...], ...], rng: random.Random, most: int
) -> Counter[Rank]:
    """How many cards of each rank to keep, so that they could mostly leave in groups."""
    keep = Counter[Rank]()
    while keep.total() < most - 2:
        group = rng.choice(groups)
        if all(keep[rank] + group.count(rank) <= 4 for rank in group):
            keep.update(group)
    if rng.random() < 0.2:
        keep[rng.choice(groups)[0]] -= 1
    return +keep


@pytest.mark.slow
@RULES
def test_it_agrees_with_brute_force(rules: Rules) -> None:
    outcomes: Counter[Outcome] = Counter()
    for seed in range(200):
        rng = random.Random(seed)
        board = late_board(rules, rng, rng.choice((5, 8, 12, 14, 18)))
        can = is_winnable(board)
        if can is not None and not board.is_won:
            found = run_search(board)
            assert found.outcome is (Outcome.WON if can else Outcome.LOST), str(board)
            assert play(board, *found.moves).is_won == can
            outcomes[found.outcome] += 1
    assert min(outcomes[Outcome.WON], outcomes[Outcome.LOST]) >= 3, outcomes


@pytest.mark.slow
@each_of(GAMES)
def test_it_decides_deals_of_every_game(rules: Rules) -> None:
    outcomes: Counter[Outcome] = Counter()
    for number in range(1, 6):
        board = opening(rules, number)
        found = run_search(board)
        assert play(board, *found.moves).is_won == (found.outcome is Outcome.WON)
        outcomes[found.outcome] += 1
    assert outcomes[Outcome.UNKNOWN] <= 1
    assert outcomes[Outcome.WON]


def test_it_fits_games_that_only_take_cards_away() -> None:
    assert {rules.title for rules in GAMES} >= {"Pyramid", "Giza", "Nestor", "Elevens"}
    assert not any(fits(rules) for rules in CATALOGUE.values() if rules.tableau.build)


def test_a_lone_rank_that_also_leaves_in_a_pair_does_not_fit() -> None:
    groups = ((Rank.KING,), (Rank.ACE, Rank.KING))
    assert not fits(replace(_WASTED, foundations=Foundations(groups=groups)))


def test_a_stock_that_waits_for_full_piles_does_not_fit() -> None:
    assert not fits(replace(_WASTED, stock=Stock(redeals=None, onto_empty=False)))


@pytest.mark.slow
def test_a_search_that_reaches_a_limit_is_undecided() -> None:
    board = next(
        board
        for board in (opening(_WASTED, number) for number in range(1, 100))
        if run_search(board).states > 100
    )
    assert run_search(board, 50) == SearchResult(Outcome.UNKNOWN, (), 50)
    assert search(board, Limits(max_states=10**9, max_seconds=0)).outcome is Outcome.UNKNOWN


def test_a_card_whose_partners_lie_beneath_it_loses_at_once() -> None:
    verdicts = [solve(opening(NESTOR, number)) for number in range(1, 40)]
    assert any(verdict.outcome is Outcome.LOST and verdict.states == 1 for verdict in verdicts)
