"""A client's session, which outlives its connections."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from local_discord.gateway.connection import Connection
from local_discord.gateway.opcodes import Op
from local_discord.guilds import shard_of
from local_discord.payload import Payload, dumps

GUILDS_INTENT = 1 << 0
EXPRESSIONS_INTENT = 1 << 3
MAX_EVENTS_KEPT = 1000
"""How many events a session keeps for a client that resumes."""


@dataclass
class Session:
    """A client's session.

    Attributes:
        shard: the shard's number and the number of shards.
        intents: the gateway intents of IDENTIFY.
        sequence: the number of the last event.
        sent: the newest events with their numbers, for a client that resumes; what writes their
            frames, as those of many guilds take much memory.
        has_guilds: whether it was sent every guild of its shard.
        connection: None while the client is disconnected.
        disconnected: when the client was disconnected, by the server's clock; infinity before that.
    """

    id: str
    shard: tuple[int, int]
    intents: int
    sequence: int = 0
    sent: deque[tuple[int, Callable[[], str]]] = field(
        default_factory=lambda: deque(maxlen=MAX_EVENTS_KEPT)
    )
    has_guilds: bool = False
    connection: Connection | None = None
    disconnected: float = math.inf

    def serves(self, guild_id: int | None) -> bool:
        """Whether this shard gets the events of a guild; None means direct messages."""
        number, count = self.shard
        return shard_of(guild_id, count) == number

    async def dispatch(self, event: str, data: Payload) -> None:
        """Send an event, and keep it for a client that resumes; not without its intent.

        Guilds, channels and threads are of the guilds intent (discord/discord-api-docs,
        events/gateway, List of Intents).
        """
        text = dumps(data)
        await self.dispatch_later(event, lambda: text)

    async def dispatch_later(self, event: str, write: Callable[[], str]) -> None:
        """The same for data that is written as JSON whenever it is sent, and not kept."""
        if event == "GUILD_EMOJIS_UPDATE":
            needed = EXPRESSIONS_INTENT
        else:
            needed = GUILDS_INTENT if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")) else 0
        if needed & ~self.intents:
            return
        self.sequence += 1
        frame = partial(_frame, event, self.sequence, write)
        self.sent.append((self.sequence, frame))
        if self.connection is not None:
            await self.send(frame())

    async def send(self, frame: str) -> None:
        """Send a frame if the client is connected."""
        connection = self.connection
        if connection is not None:
            try:
                await connection.send(frame)
            except ConnectionError:
                # The client may have resumed on another connection in the meantime.
                if self.connection is connection:
                    self.connection = None

    async def repeat(self, count: int) -> None:
        """Send the newest events again, with the numbers they had."""
        for _, frame in list(self.sent)[-count:]:
            await self.send(frame())

    async def replay(self, connection: Connection, seen: int) -> None:
        """Send the events after number `seen`, then continue the session on that connection."""
        while missed := [(number, frame) for number, frame in self.sent if number > seen]:
            for number, frame in missed:
                await connection.send(frame())
                seen = number
        self.connection = connection
        self.disconnected = math.inf
        await self.dispatch("RESUMED", {})


def _frame(event: str, sequence: int, write: Callable[[], str]) -> str:
    return f'{{"op":{Op.DISPATCH},"t":"{event}","s":{sequence},"d":{write()}}}'
