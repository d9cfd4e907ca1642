"""Shares of the solver's workers: players do not starve the day, nor what is ahead anybody."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from bot.service.solver.shares import Share, SharedWorkers
from bot.service.stopping import cancel_and_wait

PLAYER, DAY, AHEAD = Share.PLAYER, Share.DAY, Share.AHEAD


class Work:
    """Workers whose time passes only in tasks, of which each kind has a length."""

    def __init__(self, workers: int) -> None:
        self.now = 0.0
        self.done: list[Share] = []
        self.seconds = defaultdict[Share, float](float)
        self.shared = SharedWorkers(lambda: self.now)
        for _ in range(workers):
            self.shared.add()

    async def do(self, share: Share, seconds: float, times: int = 1) -> None:
        """Do tasks of one kind, one after the other."""
        for _ in range(times):
            since = await self.shared.take(share)
            self.now += seconds
            self.seconds[share] += seconds
            self.done.append(share)
            self.shared.give_back(share, since)

    async def keep_asking(self, share: Share, seconds: float) -> None:
        """Want a worker for a kind of work all the time."""
        while True:
            await self.do(share, seconds)


async def settled() -> None:
    """Let all tasks go on as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_day_gets_a_quarter_of_the_time_however_many_players_ask() -> None:
    work = Work(1)
    asking = [asyncio.create_task(work.keep_asking(PLAYER, 3.0)) for _ in range(5)]
    await settled()
    began = work.now
    work.seconds.clear()
    await work.do(DAY, 0.5, times=40)
    assert work.seconds[DAY] / (work.now - began) >= 0.24
    await cancel_and_wait(asking)


async def test_the_day_begins_as_soon_as_a_worker_is_free() -> None:
    work = Work(1)
    asking = [asyncio.create_task(work.keep_asking(PLAYER, 3.0)) for _ in range(5)]
    await settled()
    done = len(work.done)
    await work.do(DAY, 0.5)
    assert work.done[done:].index(DAY) <= 1
    await cancel_and_wait(asking)


async def test_a_player_waits_for_one_slice_of_the_day_at_most() -> None:
    work = Work(1)
    day = asyncio.create_task(work.keep_asking(DAY, 0.5))
    await settled()
    asked = len(work.done)
    await work.do(PLAYER, 3.0)
    assert work.done[asked:].index(PLAYER) <= 1
    await cancel_and_wait([day])


async def test_work_ahead_waits_until_nobody_else_wants_a_worker() -> None:
    work = Work(1)
    ahead = asyncio.create_task(work.do(AHEAD, 0.25))
    await asyncio.gather(work.do(PLAYER, 3.0, times=3), work.do(DAY, 0.5, times=3))
    await ahead
    assert work.done[-1] is AHEAD


async def test_work_ahead_leaves_a_worker_to_the_next_player() -> None:
    work = Work(2)
    since = await work.shared.take(PLAYER)
    ahead = asyncio.create_task(work.do(AHEAD, 0.25))
    await settled()
    assert not ahead.done()
    work.shared.give_back(PLAYER, since)
    await ahead


async def test_a_dead_worker_is_not_handed_out() -> None:
    work = Work(1)
    work.shared.give_back(PLAYER, await work.shared.take(PLAYER), alive=False)
    waiting = asyncio.create_task(work.do(PLAYER, 1.0))
    await settled()
    assert not waiting.done()
    work.shared.add()
    await waiting


async def test_a_worker_that_comes_just_as_nobody_wants_it_any_more_goes_to_the_next() -> None:
    work = Work(1)
    since = await work.shared.take(PLAYER)
    given_up = asyncio.create_task(work.do(PLAYER, 1.0))
    next_one = asyncio.create_task(work.do(DAY, 1.0))
    waits_no_more = asyncio.create_task(work.do(DAY, 1.0))
    await settled()
    waits_no_more.cancel()
    work.shared.give_back(PLAYER, since)
    given_up.cancel()
    await next_one
    await asyncio.wait({given_up, waits_no_more})
    assert work.done == [DAY]
