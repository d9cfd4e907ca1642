"""Starting sessions sparingly.

Discord resets the token of a bot that starts 1,000 sessions in a day, and counts them over all of
its processes (discord-api-docs, `events/gateway`, "Identifying" and "Session Start Limit Object").
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord
    from discord.types.gateway import SessionStartLimit

_log = logging.getLogger(__name__)


class SessionStarts:
    """Decides when the next session may be started.

    Args:
        client: asks Discord how many are left.
        interval: seconds between two of them; Discord refuses a second one within five.
    """

    def __init__(self, client: discord.Client, interval: float) -> None:
        self._client = client
        self._interval = interval
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until a session may be started."""
        await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        _shards, _url, limit = await self._client.http.get_bot_gateway()
        pause = pause_before_start(limit)
        if pause:
            until = datetime.now(UTC) + timedelta(seconds=pause)
            _log.warning(
                "Discord lets this bot start %d more sessions today of %d, and resets the token of "
                "one that starts more: the next one waits until %s UTC.",
                limit["remaining"],
                limit["total"],
                f"{until:%Y-%m-%d %H:%M:%S}",
            )
            await asyncio.sleep(pause)
        self._next = time.monotonic() + self._interval


def pause_before_start(limit: SessionStartLimit) -> float:
    """Seconds to wait before a session: none while half of the day's sessions are left.

    The others are spread over the rest of the day, except for a quarter that stays unused.
    """
    if 2 * limit["remaining"] > limit["total"]:
        return 0.0
    spare = max(0, limit["remaining"] - limit["total"] // 4)
    return limit["reset_after"] / 1000 / (spare + 1)
