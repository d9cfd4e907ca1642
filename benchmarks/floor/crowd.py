"""``python -m benchmarks.floor.crowd SERVERS PLAYERS``: the local Discords, and who plays there.

It first answers with the address of each one's API and gateway. Then it takes the number of a
server, of players and of presses; all of these press the stock so often, one press after another,
and it answers with the time that took and the median time of a press, in seconds. It ends with its
input.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from contextlib import AsyncExitStack

from benchmarks.floor.peers import answer, questions
from benchmarks.load import add_users, deal_saratoga, play_in_private, turn_stock
from local_discord import LocalDiscord
from local_discord.rate_limits import UNLIMITED
from local_discord.testing import Person


class _Crowd:
    """The players of one local Discord, each with another deal.

    Args:
        local: the local Discord.
    """

    def __init__(self, local: LocalDiscord) -> None:
        self._local = local
        self._people: list[Person] = []
        self._boards: list[str] = []

    async def join(self, stack: AsyncExitStack, players: int) -> None:
        """Let the players come and be dealt their games."""
        add_users(self._local, players)
        for number in range(players):
            joining = Person.connect(self._local.page_url, f"P{number}")
            self._people.append(await stack.enter_async_context(joining))
        await self._people[0].until_online()
        for number, person in enumerate(self._people, 1):
            if any(command["name"] == "settings" for command in person.commands):
                await play_in_private(person)
            self._boards.append(await deal_saratoga(person, number))

    async def press(self, players: int, times: int) -> tuple[float, float]:
        """How long all presses took, and the median time of one."""
        began = time.perf_counter()
        pairs = zip(self._people[:players], self._boards, strict=False)
        took = await asyncio.gather(*(_press(*pair, times) for pair in pairs))
        seconds = time.perf_counter() - began
        return seconds, statistics.median(one for times in took for one in times)


async def _press(person: Person, board: str, times: int) -> list[float]:
    took = [one async for one in turn_stock(person, board, times)]
    answered = [one for one in took if one is not None]
    if len(answered) < times:
        raise TimeoutError("a press got no answer")
    return answered


async def _play(servers: int, players: int) -> None:
    async with AsyncExitStack() as stack:
        crowds, urls = [], []
        for _ in range(servers):
            local = await stack.enter_async_context(LocalDiscord())
            local.limits = UNLIMITED
            crowds.append(_Crowd(local))
            urls += [local.api_url, local.gateway_url]
        asked = questions()
        await anext(asked)
        answer(*urls)
        await anext(asked)
        for crowd in crowds:
            await crowd.join(stack, players)
        answer()
        async for server, pressing, times in asked:
            answer(*await crowds[int(server)].press(int(pressing), int(times)))


if __name__ == "__main__":
    asyncio.run(_play(*map(int, sys.argv[1:])))
