"""``python -m benchmarks.floor.pressed_bot API GATEWAY DATABASE``: the bot as it is.

Without searches, which no press waits for. Asked anything, it answers, once it is connected, with
the longest stall of its event loop since it was asked before, and the processor time of that, in
seconds. It ends with its input.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack

from benchmarks.floor.peers import answer, questions
from benchmarks.floor.stalls import Stall, Stalls
from bot.__main__ import build_services, point_at
from bot.chat.client import PatienceClient
from bot.event_loop import freeze_start, run
from bot.images import ImageRenderer
from bot.service import SolverPool
from bot.store import open_database


async def serve(api: str, gateway: str, url: str) -> None:
    """Serve, and answer questions."""
    point_at(api, gateway)
    stalls = Stalls()
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        await renderer.warm()
        services = build_services(database, renderer, SolverPool(0))
        client = await stack.enter_async_context(
            PatienceClient(services, background=[freeze_start])
        )
        serving = asyncio.create_task(client.start("local"))
        watching = asyncio.create_task(stalls.watch())
        await client.any_ready.wait()
        async for _ in questions():
            answer(stalls.longest.seconds, stalls.longest.busy)
            stalls.longest = Stall()
        watching.cancel()
        await client.close()
        serving.cancel()
        await asyncio.wait({serving})


if __name__ == "__main__":
    run(serve(*sys.argv[1:]))
