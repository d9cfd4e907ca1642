"""A connection to the gateway that notices when it no longer works."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import Any, Final

from discord import ConnectionClosed
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

BROKEN: Final = 4000
"""The close code for a connection whose session is to be resumed: any but 1000 and 1001."""

_NEW_SESSION: Final = frozenset({4003, 4007, 4009})
"""Close codes after which a session cannot be resumed.

See discord-api-docs, `topics/opcodes-and-status-codes`, "Gateway Close Event Codes".
"""

_log = logging.getLogger(__name__)


class StallsOfTheLoop(logging.Filter):
    """Leaves out what each shard's heartbeat says of a loop that stands still, with its stack.

    The process says so once for all.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is of something else."""
        return "heartbeat blocked" not in str(record.msg)


class GatewaySocket(DiscordWebSocket):
    """discord.py's connection, closed when heartbeats stay unanswered or a frame is unreadable.

    A client whose heartbeat is not acknowledged before the next one is due closes the connection
    and resumes (discord-api-docs, `events/gateway`, "Sending Heartbeats"). discord.py waits for a
    minute without any frame instead, and ends the client on a frame that it cannot read.
    """

    _latency_before = math.inf
    _closing: asyncio.Task[None] | None = None

    async def send_heartbeat(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Send a heartbeat if the last one was acknowledged: that alone changes the latency."""
        if self.latency == self._latency_before:
            # Of many shards, each would say so.
            level = logging.DEBUG if (self.shard_count or 1) > 1 else logging.INFO
            _log.log(level, "Discord no longer acknowledges heartbeats; resuming.")
            # The heartbeats' thread waits for this coroutine, and closing takes its time.
            self._closing = asyncio.create_task(self.close(BROKEN))
            raise ConnectionResetError
        self._latency_before = self.latency
        await super().send_heartbeat(data)

    async def received_message(self, msg: Any, /) -> None:  # noqa: ANN401  # as in the library
        """Handle a frame.

        Raises:
            ReconnectWebSocket: if the frame asks for it, or cannot be read.
        """
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, ConnectionClosed, OSError):
            raise
        except Exception as error:
            # Decompression, JSON and the library's models raise errors of any kind.
            _log.warning("Discord sent what cannot be read (%r); resuming.", error)
            _log.debug("The unreadable frame:", exc_info=error)
            await self.close(BROKEN)
            raise ReconnectWebSocket(self.shard_id) from None

    async def poll_event(self) -> None:
        """Wait for a frame and handle it.

        Raises:
            ReconnectWebSocket: if the connection is over and another is to be opened.
            ConnectionClosed: if Discord wants no other.
        """
        try:
            await super().poll_event()
        except ReconnectWebSocket:
            if self.socket.close_code in _NEW_SESSION:
                raise ReconnectWebSocket(self.shard_id, resume=False) from None
            raise
