"""Reaching Discord and keeping a shard connected, through every outage that passes.

discord.py resumes a closed connection at once, however often it is closed, and fails when the
first one cannot be opened (Rapptz/discord.py#10520); no hook comes before a RESUME. So the loop
around its connections is here.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import discord

from bot import metrics
from bot.chat.connection.library import (
    BROKEN,
    GatewaySocket,
    ReconnectWebSocket,
    ask_gateway,
    forget_login,
)
from bot.chat.connection.session_starts import INTERVAL, SessionStarts
from bot.chat.requests.failures import UNREACHABLE, Backoff, is_worth_logging, reason
from bot.errors import StoreError

if TYPE_CHECKING:
    import yarl

    from bot.chat.connection.session_starts import SessionGate

DEVELOPER_PAGE: Final = "https://discord.com/developers/applications"

BAD_TOKEN: Final = (
    f"Discord refused DISCORD_TOKEN; copy the bot's token from {DEVELOPER_PAGE} into .env."
)
_BAD_SHARD: Final = 4010
_TOO_FEW_SHARDS: Final = 4011
_ENDS: Final = {
    4004: BAD_TOKEN,
    _BAD_SHARD: "Discord refused shard {shard} of {count} (4010): write others into "
    "PATIENCE_SHARDS, for every process. Of a very large bot, Discord demands a multiple of 16.",
    _TOO_FEW_SHARDS: "The bot is in more servers than its shards may serve (4011; {count} of 2,500 "
    "at most): write more into PATIENCE_SHARDS, for every process, or leave it blank to have as "
    "many as Discord recommends.",
    4012: "Discord no longer speaks this version's API (4012); update Patience.",
    4013: "Discord does not know the connection's intents (4013); update Patience.",
    4014: "Discord disallows the connection's intents (4014), though Patience needs no privileged "
    "one; update Patience.",
}
"""Close codes after which no connection is to be opened again, with what to do.

See discord-api-docs, `topics/opcodes-and-status-codes`, "Gateway Close Event Codes".
"""
_MORE_SHARDS: Final = (
    "The bot is in more servers than its shards may serve (4011; {count} of 2,500 at most). "
    "Starting again opens as many as Discord recommends by now."
)
_OPENING_SECONDS: Final = 90.0
_CLOSING_SECONDS: Final = 2.0
"""Timeout of a clean close; over a dead network nothing answers."""
_RESUMES: Final = 3
"""Attempts to resume a session before a new one is started."""

_log = logging.getLogger(__name__)


class DiscordRefused(Exception):
    """Discord will not let the bot in however often it tries; the text says what to do."""


class TooFewShards(Exception):
    """The bot is in more servers than its shards may serve; another start would ask for more."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient the connection is, in seconds.

    Attributes:
        stable: how long a connection lasts that makes up for earlier ones.
        silence: how long Discord may send nothing at all.
        session_interval: the time between the starts of two sessions.
    """

    backoff: Backoff = field(default_factory=Backoff)
    stable: float = 60.0
    silence: float = 60.0
    session_interval: float = INTERVAL


async def log_in(client: discord.Client, token: str, backoff: Backoff) -> int:
    """Log in, retrying until Discord is reachable; returns how many shards it recommends."""
    failures = 0
    while True:
        try:
            await client.login(token)
            recommended, _limit = await ask_gateway(client)
        except discord.LoginFailure:
            raise DiscordRefused(BAD_TOKEN) from None
        except UNREACHABLE as error:
            failures += 1
            pause = backoff.after(failures)
            if is_worth_logging(failures):
                _log.warning(
                    "Discord cannot be reached (%s); attempt %d in %.0f s.",
                    reason(error),
                    failures + 1,
                    pause,
                )
        else:
            if failures:
                _log.info("Reached Discord.")
            return recommended
        # The next attempt begins a session of its own, with its own connections.
        await forget_login(client)
        await asyncio.sleep(pause)


@dataclass(frozen=True, slots=True)
class _Session:
    """What resumes a session; without an id, a new one is started."""

    id: str | None = None
    sequence: int | None = None
    gateway: yarl.URL | None = None

    @classmethod
    def of(cls, socket: GatewaySocket) -> _Session:
        if socket.session_id is None:
            return cls()
        return cls(socket.session_id, socket.sequence, socket.gateway)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the connections among which Discord shares servers; the operator may choose them."""

    id: int
    count: int
    is_chosen: bool

    def refused(self, code: int) -> Exception | None:
        """The error in which a close code ends the bot; None if another connection may be opened.

        See discord-api-docs, `topics/opcodes-and-status-codes`, "Gateway Close Event Codes".
        """
        if code not in _ENDS:
            return None
        if code == _TOO_FEW_SHARDS and not self.is_chosen:
            return TooFewShards(_MORE_SHARDS.format(count=self.count))
        return DiscordRefused(_ENDS[code].format(shard=self.id, count=self.count))


class Outages:
    """Logs when connections fail, in a handful of lines however many there are."""

    def __init__(self) -> None:
        self._failing: set[int] = set()
        self._logged = 0

    def note_failure(self, shard: Shard, failures: int, why: str, pause: float) -> None:
        """Note that a shard's connection failed so often in a row."""
        if failures:
            self._failing.add(shard.id)
        if is_worth_logging(failures) and failures > self._logged:
            self._logged = failures
            which = f" for shard {shard.id}" if shard.count > 1 else ""
            _log.warning(
                "No connection to Discord%s (%s); connecting again in %.0f s.", which, why, pause
            )

    def note_connected(self, shard: Shard) -> None:
        """Note that a shard's session was started or resumed."""
        self._failing.discard(shard.id)
        if self._logged and not self._failing:
            self._logged = 0
            _log.info("Connected to Discord again.")


class Connection:
    """A shard's connection to the gateway: one socket after the other.

    Attributes:
        is_waiting: whether another process serves the shard until it hands it over.
    """

    def __init__(
        self,
        client: discord.Client,
        shard: Shard,
        *,
        gate: SessionGate,
        starts: SessionStarts,
        outages: Outages,
        timing: Timing,
    ) -> None:
        self.shard = shard
        self.is_waiting = False
        self._client = client
        self._gate = gate
        self._starts = starts
        self._outages = outages
        self._timing = timing
        self._socket: GatewaySocket | None = None
        self._session = _Session()
        self._resumes = 0
        self._failures = 0
        self._connected_at: float | None = None
        self._is_stopped = False

    @property
    def is_connected(self) -> bool:
        """Whether a session was started or resumed, and its socket is open."""
        is_open = self._socket is not None and self._socket.open
        return is_open and self._connected_at is not None

    @property
    def latency(self) -> float:
        """Seconds between the last heartbeat and its acknowledgement; infinite without one."""
        return self._socket.latency if self._socket is not None else math.inf

    async def stop(self) -> None:
        """Close the socket, so that Discord knows that the bot is gone, and open no other."""
        self._is_stopped = True
        await self._close(1000)

    def note_connected(self) -> None:
        """Note that a session was started or resumed."""
        self._connected_at = time.monotonic()
        self._resumes = 0
        self._outages.note_connected(self.shard)

    async def keep(self) -> None:
        """Stay connected until stopped or cancelled."""
        while not self._is_stopped:
            self._connected_at = None
            why = await self._serve()
            if not self._is_stopped:
                await self._pause(why)

    async def _serve(self) -> str:
        """Handle events until the connection ends; why it did."""
        self._socket = None
        try:
            self._socket = await self._open()
            while True:
                await self._socket.poll_event()
        except ReconnectWebSocket as end:
            if not end.resume:
                self._session = _Session()
            elif self._socket is not None:
                self._session = _Session.of(self._socket)
            code = self._socket and self._socket.socket.close_code
            return f"closed with {code}" if code else "closed"
        except discord.ConnectionClosed as end:
            refused = self.shard.refused(end.code)
            if refused is not None:
                raise refused from None
            return f"closed with {end.code}"
        except (*UNREACHABLE, StoreError) as error:
            if self._socket is not None:
                self._session = _Session.of(self._socket)
                await self._close(BROKEN)
            return reason(error)

    async def _close(self, code: int) -> None:
        if self._socket is not None and self._socket.open:
            with suppress(*UNREACHABLE):
                async with asyncio.timeout(_CLOSING_SECONDS):
                    await self._socket.close(code)

    async def _open(self) -> GatewaySocket:
        if self._resumes == _RESUMES:
            self._session = _Session()
        if self._session.id is not None:
            self._resumes += 1
            return await self._connect()
        self._resumes = 0
        async with self._gate.turn(self.shard.id, await self._starts.max_concurrency()):
            await self._starts.wait()
            return await self._connect()

    async def _connect(self) -> GatewaySocket:
        session = self._session
        start = "identify" if session.id is None else "resume"
        metrics.GATEWAY_CONNECTIONS.labels(self.shard.id, start).inc()
        async with asyncio.timeout(_OPENING_SECONDS):
            return await GatewaySocket.from_client(
                self._client,
                initial=True,  # else the library waits, too
                gateway=session.gateway,
                shard_id=self.shard.id,
                session=session.id,
                sequence=session.sequence,
                resume=session.id is not None,
            )

    async def _pause(self, why: str) -> None:
        """Wait before the next attempt, but not after a connection that was stable."""
        now = time.monotonic()
        if self._connected_at is not None and now - self._connected_at >= self._timing.stable:
            self._failures = 0
        pause = self._timing.backoff.after(self._failures)
        self._outages.note_failure(self.shard, self._failures, why, pause)
        self._failures += 1
        await asyncio.sleep(pause)
