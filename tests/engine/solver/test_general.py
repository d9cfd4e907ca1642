"""The search for every game, against trying everything on small positions."""

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
from engine.moves import Move
from engine.rules import (
    Build,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Stock,
    StockAction,
    SuitRule,
)
from engine.solver.general import fits, search
from engine.solver.verdict import Outcome, SearchResult
from tests.declared import declare
from tests.engine.positions import position
from tests.engine.solver.endings import can_be_won, ending, pinched

GAMES = pytest.mark.parametrize("rules", CATALOGUE.values(), ids=list(CATALOGUE))


def found(board: Board, most: int = 200_000) -> SearchResult:
    """What the search says, given all the time it wants."""
    return search(board, max_states=most, max_seconds=60)


def replayed(board: Board, moves: tuple[Move, ...]) -> Board:
    """The board after moves, each of which the rules must allow."""
    for move in moves:
        assert board.is_legal(move), f"{move}\n{board}"
        board = board.apply(move)
    return board


def scarce(rules: Rules, chance: random.Random) -> Board:
    """A position with few cards left and little room for them."""
    reserve = 1 if rules.tableau.refilled else chance.randint(0, 2)
    small = pinched(rules, chance.choice((1, 2, 2, 3, 4)), chance.randint(0, 2), reserve)
    return ending(small, chance, chance.choice((4, 7, 10, 13, 16)))


def agrees(board: Board, most: int) -> Outcome | None:
    """Hold the search against trying everything; what it says, None where that is too much."""
    can = can_be_won(board, most)
    if can is None:
        return None
    verdict = found(board)
    assert verdict.outcome is (Outcome.WON if can else Outcome.LOST), board.text(reveal=True)
    assert replayed(board, verdict.moves).is_won == can
    return verdict.outcome


@GAMES
def test_it_agrees_with_trying_everything_where_room_is_scarce(rules: Rules) -> None:
    said = Counter(agrees(scarce(rules, random.Random(seed)), 300) for seed in range(60))
    assert said[Outcome.WON] or rules.foundations.build or rules.foundations.whole_suits
    assert said[Outcome.LOST] or rules.decks == 2
    assert said[Outcome.WON] + said[Outcome.LOST] >= 25


@GAMES
def test_it_agrees_with_trying_everything_on_the_game_s_own_board(rules: Rules) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        agrees(ending(rules, chance, chance.choice((4, 7, 10))), 300)


@pytest.mark.parametrize("copies", ["one deck", "two decks"])
@pytest.mark.parametrize("suits", SuitRule)
def test_it_agrees_for_every_way_to_build_and_to_take_cards_back(
    suits: SuitRule, copies: str
) -> None:
    decks = 1 if copies == "one deck" else 2
    said = Counter[Outcome | None]()
    for seed in range(40):
        chance = random.Random(seed)
        back = {PileKind.FOUNDATION} if chance.random() < 0.5 else set[PileKind]()
        sources = frozenset({PileKind.TABLEAU, PileKind.CELL, PileKind.WASTE} | back)
        rules = declare(
            "built",
            Piles(
                deal=(2,) * chance.choice((2, 3)),
                build=Build(suits),
                build_from=sources,
                fill_from=sources,
                fill=chance.choice(list(EmptyPileRule)),
                move_unit=chance.choice(list(MoveUnit)),
            ),
            decks=decks,
            cells=Piles(deal=(0,) * chance.choice((0, 0, 1)), fill_from=sources),
            stock=Stock(turn=chance.choice((1, 2, 3)), redeals=chance.choice((0, 1, None))),
        )
        said[agrees(ending(rules, chance, chance.choice((8, 10, 12))), 800)] += 1
    assert said[Outcome.WON] >= 8, said
    assert said[Outcome.LOST] >= 1, said


def test_a_stock_that_waits_for_empty_piles_is_turned_only_then() -> None:
    for dealing in (StockAction.WASTE, StockAction.TABLEAU):
        rules = declare(
            "waits",
            Piles(deal=(1,) * 3, build=Build(SuitRule.SAME), move_unit=MoveUnit.RUN),
            stock=Stock(action=dealing, onto_empty=False),
        )
        for seed in range(40):
            agrees(ending(rules, random.Random(seed), 9), 800)


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
def test_deals_are_won(game: str, number: int) -> None:
    board = engine.deal(game, number).board
    verdict = found(board, 400_000)
    assert verdict.outcome is Outcome.WON
    assert replayed(board, verdict.moves).is_won


@pytest.mark.parametrize("game", ["storehouse", "somerset", "scorpion", "easthaven", "fan"])
def test_deals_are_lost_once_everything_was_tried(game: str) -> None:
    outcomes = [found(engine.deal(game, number).board).outcome for number in range(1, 7)]
    assert Outcome.LOST in outcomes


def test_a_search_that_is_cut_short_says_that_it_does_not_know() -> None:
    board = engine.deal("spider", 1).board
    assert found(board, 5) == SearchResult(Outcome.UNKNOWN, (), 5)
    assert search(board, max_states=10**9, max_seconds=0).outcome is Outcome.UNKNOWN


def test_a_board_that_is_won_needs_no_move() -> None:
    board = position("freecell", home="KS KH KD KC", rest="1")
    assert found(board) == SearchResult(Outcome.WON, (), 1)


def test_it_says_the_same_every_time() -> None:
    for game in ("saxony", "spider", "yukon"):
        board = engine.deal(game, 3).board
        assert found(board, 3_000) == found(board, 3_000)


def test_it_knows_every_game_of_the_catalogue() -> None:
    assert all(fits(rules) for rules in CATALOGUE.values())


_SCRIPT = """
import json, random, sys
import engine
from engine.solver.general import search
told = []
for game in json.loads(sys.argv[1]):
    board = engine.deal(game, 1).board
    verdict = search(board, max_states=60, max_seconds=600)
    told.append([verdict.outcome.value, verdict.states, [str(move) for move in verdict.moves]])
print(json.dumps(told))
"""


def test_uncompiled_it_visits_the_same_positions() -> None:
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
