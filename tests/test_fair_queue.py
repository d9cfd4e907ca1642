"""Fair turns: nobody's many wishes keep another waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from bot.fair import Crowded, FairQueue

ANN, BOB, CAT = 1, 2, 3


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
    with pytest.raises(Crowded) as refusal:
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
