"""Starting sessions sparingly.

Discord resets the token of a bot that starts 1,000 sessions in a day, and counts them over all of
its processes (discord-api-docs, `events/gateway`, "Identifying" and "Session Start Limit Object").
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord
    from discord.types.gateway import SessionStartLimit

_log = logging.getLogger(__name__)


class SessionStarts:
    """Decides whether another session may be started today, and knows how many may at once.

    Args:
        client: asks Discord how many are left.
        fresh: seconds for which its answer holds, so that shards that start together ask once.
    """

    def __init__(self, client: discord.Client, fresh: float = 5.0) -> None:
        self._client = client
        self._fresh = fresh
        self._one_at_a_time = asyncio.Lock()
        self._asked_at = -math.inf
        self._limit: SessionStartLimit | None = None

    async def max_concurrency(self) -> int:
        """How many shards may start at the same time."""
        async with self._one_at_a_time:
            return (await self._current_limit())["max_concurrency"]

    async def wait(self) -> None:
        """Wait until a session may be started, and count it."""
        async with self._one_at_a_time:
            limit = await self._current_limit()
            pause = pause_before_start(limit)
            if pause:
                until = datetime.now(UTC) + timedelta(seconds=pause)
                _log.warning(
                    "Discord lets this bot start %d more sessions today of %d, and resets the "
                    "token of one that starts more: the next one waits until %s UTC.",
                    limit["remaining"],
                    limit["total"],
                    f"{until:%Y-%m-%d %H:%M:%S}",
                )
                await asyncio.sleep(pause)
            limit["remaining"] -= 1

    async def _current_limit(self) -> SessionStartLimit:
        if self._limit is None or time.monotonic() - self._asked_at >= self._fresh:
            _shards, _url, self._limit = await self._client.http.get_bot_gateway()
            self._asked_at = time.monotonic()
        return self._limit


def pause_before_start(limit: SessionStartLimit) -> float:
    """Seconds to wait before a session: none while half of the day's sessions are left.

    The others are spread over the rest of the day, except for a quarter that stays unused.
    """
    if 2 * limit["remaining"] > limit["total"]:
        return 0.0
    spare = max(0, limit["remaining"] - limit["total"] // 4)
    return limit["reset_after"] / 1000 / (spare + 1)
