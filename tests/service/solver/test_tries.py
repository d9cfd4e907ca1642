"""How often a fair player wins a deal that somebody has finished."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import cast

import pytest
import pytest_asyncio

from bot.models.play import GameState
from bot.service.solver.pool import SolverPool
from bot.service.solver.tasks import wins_fairly
from bot.service.solver.tries import TRIES, FairTries
from bot.tasks import cancel_and_wait
from engine import deal
from tests.support.snapshots import snapshot_at
from tests.waiting import until

HARD = snapshot_at(deal("klondike", 6).board, GameState.WON)
EASY = snapshot_at(deal("klondike-3", 2).board, GameState.GIVEN_UP)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def solvers() -> AsyncIterator[SolverPool]:
    """One worker that is ready."""
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        yield solvers


@pytest.fixture
def asked(solvers: SolverPool, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What workers were asked for."""
    asked, run = list[object](), cast("Callable[..., Awaitable[object]]", solvers.run)

    async def counting(task: object, *arguments: object, **named: object) -> object:
        asked.append(task)
        return await run(task, *arguments, **named)

    monkeypatch.setattr(solvers, "run", counting)
    return asked


async def always() -> bool:
    return True


async def never() -> bool:
    return False


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_all_tries_at_a_deal_are_counted_and_kept(
    solvers: SolverPool, asked: list[object]
) -> None:
    tries = FairTries(solvers)
    wins = await tries.wins(HARD, always)
    assert wins is not None
    assert 0 < wins <= TRIES // 2
    assert asked == [wins_fairly] * TRIES
    assert await tries.wins(HARD, never) == wins
    assert await FairTries(solvers).wins(HARD, always) == wins


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_they_end_once_more_are_won_than_matter(
    solvers: SolverPool, asked: list[object]
) -> None:
    assert await FairTries(solvers).wins(EASY, always, 3) is None
    assert 4 <= len(asked) < TRIES


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_they_end_once_nobody_looks_and_go_on_from_there(
    solvers: SolverPool, asked: list[object]
) -> None:
    tries, looks = FairTries(solvers), iter([True, True, False])

    async def looks_on() -> bool:
        return next(looks)

    assert await tries.wins(EASY, looks_on) is None
    assert len(asked) == 2
    assert await tries.wins(EASY, always) is not None
    assert len(asked) == TRIES


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("klondike", GameState.PLAYING),
        ("klondike", GameState.STUCK),
        ("vegas-3", GameState.WON),
        ("spider", GameState.GIVEN_UP),
        ("saratoga", GameState.WON),
        ("freecell", GameState.WON),
    ],
)
async def test_games_that_go_on_or_that_it_does_not_fit_take_no_worker(
    solvers: SolverPool, asked: list[object], game: str, state: GameState
) -> None:
    snapshot = snapshot_at(deal(game, 1).board, state)
    assert await FairTries(solvers).wins(snapshot, always) is None
    assert asked == []


@pytest.mark.asyncio(loop_scope="module")
async def test_only_a_few_deals_wait_for_their_tries() -> None:
    """With workers that never start, as with those that others keep busy."""
    starting, begun = SolverPool(1), 0

    async def begins() -> bool:
        nonlocal begun
        begun += 1
        return True

    tries = FairTries(starting)
    waiting = [asyncio.create_task(tries.wins(HARD, begins)) for _ in range(8)]
    await until(lambda: begun == 8)
    assert await tries.wins(HARD, begins) is None
    assert begun == 8
    await cancel_and_wait(waiting)
    last = asyncio.create_task(tries.wins(HARD, begins))
    await until(lambda: begun == 9)
    await cancel_and_wait([last])
