"""What the bot's memory of servers takes, and what the library's would."""

from __future__ import annotations

import asyncio
import gc
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

import discord
import orjson
from discord.state import AutoShardedConnectionState

from bot.chat.connection.state import SlimState
from local_discord.fixtures import bot_user
from local_discord.many_guilds import ManyGuilds

_SERVERS: Final = 1000
_MIB: Final = 1 << 20

_State = AutoShardedConnectionState[Any]
_States = Callable[[dict[str, Any]], _State]


def report() -> str:
    """Memory and processor time of GUILD_CREATE, decoding included, for 1,000 servers."""
    guilds = ManyGuilds(_SERVERS)
    frames = [guilds.created(guild.id) or "" for guild in guilds]
    size = sum(map(len, frames)) / len(frames) / 1000
    lines = [f"{_SERVERS} servers of 50 channels, 30 roles and 40 emojis, {size:.0f} kB each"]
    locales: dict[int, str] = {}
    kinds: dict[str, _States] = {
        "as the library": lambda options: AutoShardedConnectionState(**options),
        "as the bot": lambda options: SlimState(
            on_locale=locales.__setitem__, on_press=print, **options
        ),
    }
    for name, state in kinds.items():
        seconds = asyncio.run(_measure(frames, state, traced=False))
        mebibytes = asyncio.run(_measure(frames, state, traced=True)) / _MIB
        lines.append(f"{name:16}{mebibytes:7.2f} MiB {seconds:6.2f} s")
    return "\n".join(lines)


async def _measure(frames: list[str], make: _States, *, traced: bool) -> float:
    """Bytes that are kept if traced, else seconds."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    state = make(
        {
            "dispatch": lambda *_: None,
            "handlers": {},
            "hooks": {},
            "http": client.http,
            "intents": client.intents,
            "max_messages": None,
        }
    )
    state.shard_count = 1
    state.user = discord.ClientUser(state=state, data=bot_user("Patience"))  # type: ignore[arg-type]  # a whole one
    gc.collect()
    if traced:
        tracemalloc.start()
    started = time.process_time()
    for frame in frames:
        state.parse_guild_create(orjson.loads(frame))
    seconds = time.process_time() - started
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return kept if traced else seconds
