"""Graded deals: how far sampled games get, and which deal of several a grade means."""

from __future__ import annotations

import pytest

from bot.service.solver.grading import (
    MIN_COMPARED,
    find_graded,
    find_harder,
    grade_deals,
    graded,
    reached,
)
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import WinnableDeals
from bot.store.database.connection import Database
from engine import deal
from engine.rules import Difficulty
from engine.solver import Outcome, solve


def test_sampled_games_of_a_deal_always_get_as_far() -> None:
    board = deal("yukon", 3).board

    assert reached(board, "3") == reached(board, "3")
    assert 0 <= reached(board, "3") <= 1


def test_nothing_is_left_to_reach_in_a_game_that_is_won() -> None:
    board = deal("saratoga", 42).board
    for move in solve(board).moves:
        board = board.apply(move)

    assert reached(board, "42") == 1


@pytest.mark.parametrize("game", ["klondike", "spider-1", "golf", "pyramid", "accordion", "cruel"])
def test_games_are_sampled_whatever_they_are_played_with(game: str) -> None:
    assert 0 <= reached(deal(game, 1).board, "1", samples=1) <= 1


def test_deals_that_no_sampled_game_gets_far_in_are_told_apart_all_the_same() -> None:
    reaches = {reached(deal("spider-2", number).board, "1", samples=2) for number in range(1, 7)}
    assert len(reaches) > 3


def test_the_easiest_of_several_deals_is_that_in_which_most_is_reached() -> None:
    reaches = (0.3, 0.9, 0.1, 0.5, 0.7, 0.2, 0.4, 0.8)

    assert reaches[graded(reaches, Difficulty.EASY)] == 0.9
    assert reaches[graded(reaches, Difficulty.EXPERT)] == 0.1
    medium, hard = (graded(reaches, grade) for grade in (Difficulty.MEDIUM, Difficulty.HARD))
    assert reaches[medium] > reaches[hard]


def test_too_few_deals_are_not_graded() -> None:
    numbers = range(1, MIN_COMPARED)

    assert grade_deals("yukon", numbers, Difficulty.HARD, 60) is None


@pytest.mark.slow
def test_a_graded_deal_can_be_won() -> None:
    found = find_graded("yukon", range(1, 24), Difficulty.EXPERT, 60)

    assert found is not None
    assert solve(deal("yukon", found).board).outcome is Outcome.WON


@pytest.mark.slow
def test_a_harder_deal_is_the_least_harder_of_those_that_can_be_won() -> None:
    numbers, than = range(1, 9), 3
    bound = reached(deal("saratoga", than).board, str(than))
    reaches = {
        number: reached(deal("saratoga", number).board, str(number))
        for number in numbers
        if solve(deal("saratoga", number).board).outcome is Outcome.WON
    }
    below = [reach for reach in reaches.values() if reach < bound]
    found = find_harder("saratoga", numbers, than, 600)
    assert (found and reaches[found]) == max(below, default=None)
    hardest = min(reaches, key=reaches.__getitem__)
    assert find_harder("saratoga", numbers, hardest, 600) is None


async def test_without_a_solver_any_deal_is_dealt_ungraded(database: Database) -> None:
    deals = WinnableDeals(database, SolverPool(0))

    assert (await deals.choose_graded("klondike", Difficulty.HARD)).grade is None


@pytest.mark.slow
async def test_a_deal_of_a_grade_is_found_on_demand(database: Database) -> None:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        chosen = await WinnableDeals(database, solvers).choose_graded("yukon", Difficulty.EASY)

    assert chosen.winnable
