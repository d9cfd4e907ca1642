"""The search for free runs, against trying everything on small boards."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.moves import Move
from engine.solver.free_runs import fits, search
from engine.solver.verdict import Outcome, SearchResult
from tests.engine.searching import late_board, narrow, winnable

FREE = [rules for rules in CATALOGUE.values() if fits(rules)]


def found(board: Board, most: int = 100_000) -> SearchResult:
    """What the search says, given all the time it wants."""
    return search(board, max_states=most, max_seconds=60)


def replayed(board: Board, moves: tuple[Move, ...]) -> Board:
    """The board after moves, each of which the rules must allow."""
    for move in moves:
        assert board.is_legal(move), f"{move}\n{board}"
        board = board.apply(move)
    return board


def test_the_games_it_is_for_are_those_whose_runs_move_freely() -> None:
    names = {rules.id for rules in FREE}
    assert names >= {"saratoga", "cassim", "phoenix", "arizona", "klondike", "westcliff", "trigon"}
    assert not names & {"saxony", "freecell", "spider", "yukon", "whitehead", "thumb-and-pouch"}
    assert not names & {"easthaven", "golf", "black-hole", "penguin", "eight-off"}


@pytest.mark.parametrize("rules", FREE, ids=lambda rules: rules.id)
def test_it_agrees_with_trying_everything(rules: Rules) -> None:
    said: Counter[Outcome] = Counter()
    for seed in range(200):
        chance = random.Random(seed)
        lowest = chance.choice((8, 9, 10))
        board = late_board(
            narrow(rules, chance.choice((1, 2, 2, 3))),
            chance,
            (lowest, 11 if lowest < 10 else 12),
            hiding=0.5,
        )
        can = winnable(board)
        if can is not None:
            verdict = found(board)
            assert verdict.outcome is (Outcome.WON if can else Outcome.LOST), str(board)
            assert replayed(board, verdict.moves).is_won == can
            said[verdict.outcome] += 1
    assert min(said[Outcome.WON], said[Outcome.LOST]) >= 10, said


@pytest.mark.parametrize("rules", FREE, ids=lambda rules: rules.id)
def test_a_line_it_finds_for_a_deal_wins(rules: Rules) -> None:
    won = 0
    for number in range(1, 9):
        board = engine.deal(rules.id, number).board
        verdict = found(board, 200_000)
        if verdict.outcome is Outcome.WON:
            assert replayed(board, verdict.moves).is_won
            won += 1
    assert won or rules.id == "trigon"


def test_a_search_that_is_cut_short_says_that_it_does_not_know() -> None:
    verdict = found(engine.deal("saratoga", 3).board, 5)
    assert verdict == SearchResult(Outcome.UNKNOWN, (), 5)
    verdict = search(engine.deal("cassim", 1).board, max_states=10**9, max_seconds=0)
    assert verdict.outcome is Outcome.UNKNOWN


def test_it_says_the_same_every_time() -> None:
    for number in range(1, 6):
        board = engine.deal("klondike-3", number).board
        assert found(board, 20_000) == found(board, 20_000)
