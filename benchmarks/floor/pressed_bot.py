"""``python -m benchmarks.floor.pressed_bot API GATEWAY DATABASE``: the bot as it is.

Without searches, which no press waits for. It answers questions as :mod:`.serving` says, and ends
with its input.
"""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack

from benchmarks.floor.serving import serve
from bot.chat.client import PatienceClient
from bot.chat.connection.library import point_at
from bot.images import ImageRenderer
from bot.process import keep_memory_small
from bot.process import run_in_loop as run
from bot.service.solver.pool import SolverPool
from bot.start import build_services
from bot.store.database.open import open_database


async def _serve(api: str, gateway: str, url: str) -> None:
    point_at(api, gateway)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(url))
        renderer = await stack.enter_async_context(ImageRenderer())
        await renderer.warm()
        services = build_services(database, renderer, SolverPool(0))
        client = await stack.enter_async_context(
            PatienceClient(services, work={"keeping memory small": keep_memory_small})
        )
        await serve(client, client.connections.cache.any_ready)


if __name__ == "__main__":
    run(_serve(*sys.argv[1:]))
