"""Fair turns: nobody's many wishes keep another waiting."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable

import pytest

from bot.fair_queue import FairQueue, QueueFull, Share
from bot.tasks import cancel_and_wait

ANN, BOB, CAT = 1, 2, 3
PLAYER, DAY, AHEAD = Share.PLAYER, Share.DAY, Share.AHEAD


class Turns:
    """Turns of a queue, in the order in which they come."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.order: list[int] = []
        self._end = asyncio.Event()

    async def want(self, *keys: int) -> list[asyncio.Task[None]]:
        """Ask for turns, each kept until :meth:`end`."""
        asked = [asyncio.create_task(self._have(key)) for key in keys]
        await settled()
        return asked

    async def end(self, asked: list[asyncio.Task[None]]) -> None:
        """End all turns, also those that come only now."""
        self._end.set()
        await asyncio.gather(*asked)

    async def _have(self, key: int) -> None:
        async with self.queue.turn(key):
            self.order.append(key)
            await self._end.wait()


async def settled() -> None:
    """Let all tasks go on as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def crowded(turn: Awaitable[object]) -> bool:
    """Whether a refused turn is refused for the key's own others."""
    with pytest.raises(QueueFull) as refusal:
        await turn
    return refusal.value.own


async def test_keys_have_their_turns_one_after_the_other() -> None:
    turns = Turns(FairQueue(1, per_key=9, waiting=9))
    asked = await turns.want(ANN, ANN, ANN, BOB, CAT, BOB)
    await turns.end(asked)
    assert turns.order == [ANN, ANN, BOB, CAT, ANN, BOB]


async def test_one_key_never_has_all_turns() -> None:
    turns = Turns(FairQueue(3, per_key=9, waiting=9))
    asked = await turns.want(ANN, ANN, ANN, ANN)
    assert turns.order == [ANN, ANN]
    asked += await turns.want(BOB)
    assert turns.order == [ANN, ANN, BOB]
    await turns.end(asked)


async def test_a_key_that_asks_for_too_many_is_refused_and_others_are_not() -> None:
    turns = Turns(FairQueue(1, per_key=2, waiting=9))
    asked = await turns.want(ANN, ANN)
    assert await crowded(turns.queue.turn(ANN).__aenter__())
    asked += await turns.want(BOB)
    await turns.end(asked)
    assert turns.order == [ANN, ANN, BOB]


async def test_when_all_together_wait_for_too_many_each_further_one_is_refused() -> None:
    turns = Turns(FairQueue(1, per_key=9, waiting=2))
    asked = await turns.want(ANN, ANN, BOB)
    assert turns.queue.waiting == 2
    assert not await crowded(turns.queue.turn(CAT).__aenter__())
    await turns.end(asked)
    async with turns.queue.turn(CAT):
        assert turns.queue.waiting == 0


async def test_whoever_stops_waiting_leaves_the_queue() -> None:
    turns = Turns(FairQueue(1, per_key=2, waiting=1))
    running, waiting = await turns.want(ANN, BOB)
    waiting.cancel()
    await settled()
    asked = await turns.want(CAT)
    await turns.end([running, *asked])
    assert turns.order == [ANN, CAT]


async def test_a_turn_that_comes_just_as_it_is_given_up_goes_to_the_next() -> None:
    queue = FairQueue(1, per_key=2, waiting=9)
    first = queue.turn(ANN)
    await first.__aenter__()
    turns = Turns(queue)
    given_up, next_one = await turns.want(BOB, CAT)
    await first.__aexit__(None, None, None)
    given_up.cancel()
    await turns.end([next_one])
    assert turns.order == [CAT]


async def test_a_turn_is_free_again_after_an_error() -> None:
    queue = FairQueue(1, per_key=1, waiting=1)
    with pytest.raises(ZeroDivisionError):
        async with queue.turn(ANN):
            raise ZeroDivisionError
    async with queue.turn(ANN):
        assert queue.waiting == 0


class Work:
    """Workers whose time passes only in tasks, of which each kind has a length."""

    def __init__(self, workers: int) -> None:
        self.now = 0.0
        self.done: list[Share] = []
        self.seconds = defaultdict[Share, float](float)
        self.queue = FairQueue(workers, per_key=9, waiting=9, clock=lambda: self.now)

    async def do(self, share: Share, seconds: float, times: int = 1) -> None:
        """Do tasks of one kind, one after the other."""
        for _ in range(times):
            async with self.queue.turn(0, share):
                await asyncio.sleep(0)
                self.now += seconds
                self.seconds[share] += seconds
                self.done.append(share)

    async def keep_asking(self, share: Share, seconds: float) -> None:
        """Want a worker for a kind of work all the time."""
        while True:
            await self.do(share, seconds)


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
    async with work.queue.turn(ANN):
        ahead = asyncio.create_task(work.do(AHEAD, 0.25))
        await settled()
        assert not ahead.done()
    await ahead


async def test_a_dead_worker_is_not_handed_out() -> None:
    work = Work(1)
    async with work.queue.turn(ANN) as turn:
        turn.is_lost = True
    waiting = asyncio.create_task(work.do(PLAYER, 1.0))
    await settled()
    assert not waiting.done()
    work.queue.add()
    await waiting


async def test_a_worker_that_comes_just_as_nobody_wants_it_any_more_goes_to_the_next() -> None:
    work = Work(1)
    async with work.queue.turn(ANN):
        given_up = asyncio.create_task(work.do(PLAYER, 1.0))
        next_one = asyncio.create_task(work.do(DAY, 1.0))
        waits_no_more = asyncio.create_task(work.do(DAY, 1.0))
        await settled()
        waits_no_more.cancel()
    given_up.cancel()
    await next_one
    await asyncio.wait({given_up, waits_no_more})
    assert work.done == [DAY]
