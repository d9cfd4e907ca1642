"""One client's connection to the gateway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from aiohttp import WSMsgType, web

from local_discord.gateway.compression import TRANSPORTS, PlainText, ZlibPayloads
from local_discord.gateway.limits import SENDS, SENDS_SECONDS, SlidingWindow
from local_discord.gateway.opcodes import Close, GatewayRefusal
from local_discord.rate_limits import Clock

API_VERSION = "10"


class Connection:
    """A websocket, its compression and its rate limit.

    Attributes:
        transport: the transport compression that the client asked for; empty for none.
        silent: whether nothing reaches the client any more, though the connection stays open.
    """

    def __init__(self, request: web.Request, clock: Clock, closing_seconds: float) -> None:
        self.silent = False
        self._closing_seconds = closing_seconds
        self._request = request
        self._socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        self.transport = request.query.get("compress", "")
        self._encoder = TRANSPORTS.get(self.transport, PlainText)()
        self._limit = SlidingWindow(SENDS, SENDS_SECONDS, clock)

    async def open(self) -> web.StreamResponse:
        """Complete the websocket handshake; returns the handler's response."""
        await self._socket.prepare(self._request)
        return self._socket

    def require_valid_query(self) -> None:
        """Raise `GatewayRefusal` if the URL asks for what the gateway doesn't speak."""
        query = self._request.query
        if query.get("v", API_VERSION) != API_VERSION:
            raise GatewayRefusal(Close.INVALID_API_VERSION)
        if query.get("encoding", "json") != "json":
            raise GatewayRefusal(Close.DECODE_ERROR, "The encoding has to be json.")
        if self.transport not in TRANSPORTS:
            names = " or ".join(filter(None, TRANSPORTS))
            raise GatewayRefusal(Close.DECODE_ERROR, f"compress has to be {names}.")

    @property
    def closed_by_client(self) -> bool:
        """Whether the client ended its session: it closed the connection normally."""
        return self._socket.close_code in (1000, 1001)

    def compress_payloads(self) -> None:
        """Compress payloads from now on, unless the transport is compressed already."""
        if type(self._encoder) is PlainText:
            self._encoder = ZlibPayloads()

    async def received(self) -> AsyncIterator[str | bytes]:
        """The client's frames, until the connection ends.

        Raises:
            GatewayRefusal: the client sends too much.
        """
        async for frame in self._socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            if not self._limit.take():
                raise GatewayRefusal(Close.RATE_LIMITED)
            yield frame.data

    async def send(self, text: str) -> None:
        """Send a payload; raises `ConnectionError` if the client is gone."""
        if not self.silent:
            await self._write(self._encoder.encode(text))

    async def send_corrupted(self) -> None:
        """Send a frame that can't be decoded."""
        if not self.silent:
            await self._write(self._encoder.corrupted)

    async def _write(self, frame: str | bytes) -> None:
        if isinstance(frame, str):
            await self._socket.send_str(frame)
        else:
            await self._socket.send_bytes(frame)

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection.

        A client learns why unless the connection is silent, or it does not read what it was sent.
        """
        if self.silent:
            self._abort()
            return
        # It is not cancelled, as what waits for the client to read would be as well.
        late = asyncio.get_running_loop().call_later(self._closing_seconds, self._abort)
        try:
            await self._socket.close(code=code, message=reason.encode())
        finally:
            late.cancel()

    def _abort(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()
