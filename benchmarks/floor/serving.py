"""Runs a client that is pressed, and tells how long its event loop stalls."""

from __future__ import annotations

import asyncio

import discord

from benchmarks.floor.peers import answer, questions
from benchmarks.floor.stalls import Stall, Stalls


async def serve(client: discord.Client, is_online: asyncio.Event) -> None:
    """Serve until there are no more questions.

    Asked anything, answer, once the client is online, with the longest stall of the event loop
    since it was asked before, and the processor time of that, in seconds.
    """
    stalls = Stalls()
    serving = asyncio.create_task(client.start("local"))
    watching = asyncio.create_task(stalls.watch())
    await is_online.wait()
    async for _ in questions():
        answer(stalls.longest.seconds, stalls.longest.busy)
        stalls.longest = Stall()
    watching.cancel()
    await client.close()
    serving.cancel()
    await asyncio.wait({serving})
