"""Solutions of games, and those that are kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import engine
from bot.models.advice import Odds, Solution
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.service.solver.solutions import Solutions
from bot.store.database.connection import Database
from engine import Move, Status, solve

ANN = 1
RULES, DEAL = "phoenix", 813
LOST = 7


def line() -> tuple[Move, ...]:
    return solve(engine.deal(RULES, DEAL).board).moves


@pytest.fixture
async def solvers() -> AsyncIterator[SolverPool]:
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        yield solvers


@pytest.fixture
def solutions(database: Database, solvers: SolverPool) -> Solutions:
    """Solutions by a solver that has all the time it needs."""
    return Solutions(database, Advisor(solvers, seconds=60))


@pytest.fixture
async def without_solver(database: Database) -> AsyncIterator[Solutions]:
    """Solutions without a solver: only what is stored."""
    async with SolverPool(0) as none:
        yield Solutions(database, Advisor(none))


@pytest.mark.slow
async def test_the_solution_of_a_given_up_game_is_kept(
    games: Games, solutions: Solutions, without_solver: Solutions
) -> None:
    await games.start(ANN, RULES, DEAL)
    await games.play(ANN, line()[0])
    given_up = await games.give_up(ANN)
    found = await solutions.find(given_up)
    assert isinstance(found, Solution)
    assert found.game.status is Status.WON
    await solutions.save(given_up, found)
    kept = await without_solver.find(given_up)
    assert isinstance(kept, Solution)
    assert (kept.own, kept.game.moves) == (found.own, found.game.moves)
    # The game itself is as it was.
    assert len((await games.active(ANN)).game.moves) == 1


async def test_a_win_is_its_own_solution(games: Games, without_solver: Solutions) -> None:
    await games.start(ANN, RULES, DEAL)
    for move in line():
        await games.play(ANN, move)
    won = await games.active(ANN)
    for _ in range(2):
        found = await without_solver.find(won)
        assert isinstance(found, Solution)
        assert (found.own, found.game.moves) == (len(line()), line())
        await without_solver.save(won, found)


@pytest.mark.slow
async def test_a_game_without_a_solution_has_odds_instead(
    games: Games, solutions: Solutions
) -> None:
    found = await solutions.find(await games.start(ANN, RULES, LOST))
    assert isinstance(found, Odds)
