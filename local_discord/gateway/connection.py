"""One client's connection to the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator

from aiohttp import WSMsgType, web

CORRUPTED = '{"op":0,"t":"INTERACTION_CREATE","s":'
"""A frame that breaks off."""


class Connection:
    """A websocket, and what is injected into it.

    Attributes:
        silent: whether nothing reaches the client any more, though the connection stays open.
    """

    def __init__(self, request: web.Request) -> None:
        self.silent = False
        self._request = request
        self._socket = web.WebSocketResponse(max_msg_size=0, compress=False)

    async def open(self) -> web.StreamResponse:
        """Complete the websocket handshake; returns the handler's response."""
        await self._socket.prepare(self._request)
        return self._socket

    @property
    def closed_by_client(self) -> bool:
        """Whether the client ended its session: it closed the connection normally."""
        return self._socket.close_code in (1000, 1001)

    async def received(self) -> AsyncIterator[str | bytes]:
        """The client's frames, until the connection ends."""
        async for frame in self._socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            yield frame.data

    async def send(self, text: str) -> None:
        """Send a payload; raises `ConnectionError` if the client is gone."""
        if not self.silent:
            await self._socket.send_str(text)

    async def send_corrupted(self) -> None:
        """Send a frame that can't be decoded."""
        await self.send(CORRUPTED)

    async def close(self, code: int, reason: str = "") -> None:
        """Close the connection; if it is silent, without telling the client why."""
        if not self.silent:
            await self._socket.close(code=code, message=reason.encode())
        elif self._request.transport is not None:
            self._request.transport.abort()
