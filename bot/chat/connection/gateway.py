"""Reaching Discord and staying connected, through every outage that passes.

discord.py resumes a closed connection at once, however often it is closed, and fails when the
first one cannot be opened (Rapptz/discord.py#10520); no hook comes before a RESUME. So the loop
around its connections is here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import discord
from discord.gateway import ReconnectWebSocket
from discord.utils import MISSING

from bot.chat.connection.gateway_socket import BROKEN, GatewaySocket
from bot.chat.connection.session_starts import SessionStarts
from bot.chat.requests.backoff import Backoff, is_worth_logging
from bot.chat.requests.failures import UNREACHABLE, reason

if TYPE_CHECKING:
    import yarl

DEVELOPER_PAGE: Final = "https://discord.com/developers/applications"

_BAD_TOKEN: Final = (
    f"Discord refused DISCORD_TOKEN; copy the bot's token from {DEVELOPER_PAGE} into .env."
)
_ENDS: Final = {
    4004: _BAD_TOKEN,
    4010: "Discord refused the connection's shard (4010), which this version never asks for; "
    "please report that.",
    4011: "The bot is in more servers than Discord serves over one connection (4011; 2,500 at "
    "most). This version opens only one, and the next is to open several; until then, remove the "
    "bot from servers.",
    4012: "Discord no longer speaks this version's API (4012); update Patience.",
    4013: "Discord does not know the connection's intents (4013); update Patience.",
    4014: "Discord disallows the connection's intents (4014), though Patience needs no privileged "
    "one; update Patience.",
}
"""Close codes after which no connection is to be opened again, with what to do.

See discord-api-docs, `topics/opcodes-and-status-codes`, "Gateway Close Event Codes".
"""
_OPENING_SECONDS: Final = 90.0
_CLOSING_SECONDS: Final = 2.0
"""How long a socket is closed in due form; over a dead network nothing answers."""
_RESUMES: Final = 3
"""Attempts to resume a session before a new one is started."""

_log = logging.getLogger(__name__)


class DiscordRefused(Exception):
    """Discord will not let the bot in however often it tries; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient the connection is, in seconds.

    Attributes:
        backoff: the pauses between attempts to connect.
        stable: how long a connection lasts that makes up for earlier ones.
        silence: how long Discord may send nothing at all.
        session_interval: the time between the starts of two sessions.
    """

    backoff: Backoff = field(default_factory=Backoff)
    stable: float = 60.0
    silence: float = 60.0
    session_interval: float = 5.0


async def log_in(client: discord.Client, token: str, backoff: Backoff) -> None:
    """Log in, however long Discord cannot be reached.

    Raises:
        DiscordRefused: if the token is wrong.
    """
    failures = 0
    while True:
        try:
            await client.login(token)
        except discord.LoginFailure:
            raise DiscordRefused(_BAD_TOKEN) from None
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
            return
        # The next attempt begins a session of its own, with its own connections.
        await client.http.close()
        client.http.connector = MISSING
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


class Connection:
    """A client's connection to the gateway: one socket after the other."""

    def __init__(self, client: discord.Client, timing: Timing) -> None:
        self._client = client
        self._timing = timing
        self._starts = SessionStarts(client, timing.session_interval)
        self._socket: GatewaySocket | None = None
        self._session = _Session()
        self._resumes = 0
        self._failures = 0
        self._connected_at: float | None = None
        self._is_stopped = False

    async def stop(self) -> None:
        """Close the socket, so that Discord knows that the bot is gone, and open no other."""
        self._is_stopped = True
        await self._close(1000)

    async def note_connected(self) -> None:
        """Note that a session was started or resumed."""
        self._connected_at = time.monotonic()
        self._resumes = 0
        if self._failures > 1:
            _log.info("Connected to Discord again.")

    async def keep(self) -> None:
        """Stay connected until stopped or cancelled.

        Raises:
            DiscordRefused: if Discord closes the connection for good.
        """
        while not self._is_stopped:
            self._connected_at = None
            why = await self._serve()
            self._client.dispatch("disconnect")
            if not self._is_stopped:
                await self._pause(why)

    async def _serve(self) -> str:
        """Handle events until the connection ends; why it did."""
        self._socket = None
        try:
            self._socket = self._client.ws = await self._open()
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
            if end.code in _ENDS:
                raise DiscordRefused(_ENDS[end.code]) from None
            return f"closed with {end.code}"
        except UNREACHABLE as error:
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
        session = self._session
        if session.id is None:
            await self._starts.wait()
            self._resumes = 0
        else:
            self._resumes += 1
        async with asyncio.timeout(_OPENING_SECONDS):
            return await GatewaySocket.from_client(
                self._client,
                initial=True,  # else the library waits, too
                gateway=session.gateway,
                shard_id=self._client.shard_id,
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
        if is_worth_logging(self._failures):
            _log.warning("No connection to Discord (%s); connecting again in %.0f s.", why, pause)
        self._failures += 1
        await asyncio.sleep(pause)
