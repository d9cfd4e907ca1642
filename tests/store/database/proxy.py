"""A way to PostgreSQL that can be cut as networks are: without a word."""

from __future__ import annotations

import asyncio
import contextlib
import struct
import tempfile
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Final

from tests.postgresql import SOCKET, Server

_OF_A_POOLER: Final = frozenset(
    {
        "user",
        "database",
        "application_name",
        "client_encoding",
        "datestyle",
        "standard_conforming_strings",
        "timezone",
    }
)
"""The parameters with which PgBouncer lets a connection begin, unless it is told to ignore more."""


class Proxy:
    """Passes on what client and server say to each other, through a socket of its own.

    Attributes:
        folder: where the socket is; the ``host`` of a URL.
        connections: how many were made.
    """

    def __init__(self, server: Server, folder: Path, *, is_pooler: bool = False) -> None:
        """Pass on what is said to a server.

        Args:
            is_pooler: whether it refuses parameters that PgBouncer does not know.
        """
        self.folder = folder
        self._known: Collection[str] = _OF_A_POOLER if is_pooler else ()
        self.connections = 0
        self._socket = server.folder / SOCKET
        self._silenced: set[int] = set()
        self._is_silent = False
        self._streams = list[asyncio.StreamWriter]()

    def url(self, url: str) -> str:
        """The URL of a database, reached through the proxy."""
        return url.replace(str(self._socket.parent), str(self.folder))

    def fall_silent(self) -> None:
        """Keep every connection open, present or future, and pass on nothing more."""
        self._is_silent = True
        self._silenced |= set(range(self.connections))

    def speak(self) -> None:
        """Serve new connections again; those from before stay dead."""
        self._is_silent = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what is said on a new connection until one side ends it."""
        number = self.connections
        self.connections += 1
        if self._is_silent:
            self._silenced.add(number)
        begun = await self._begin(reader, writer) if self._known else b""
        if begun is None:
            return
        try:
            server_reader, server_writer = await asyncio.open_unix_connection(self._socket)
        except OSError:
            writer.close()
            return
        self._streams += (writer, server_writer)
        server_writer.write(begun)
        ways = ((reader, server_writer), (server_reader, writer))
        await asyncio.gather(*(self._pass_on(number, *way) for way in ways))

    async def close(self) -> None:
        """Close every connection."""
        for stream in self._streams:
            stream.close()
        await asyncio.gather(
            *(stream.wait_closed() for stream in self._streams), return_exceptions=True
        )

    async def _begin(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bytes | None:
        """The message that begins a connection; None if it is refused."""
        size = await reader.readexactly(4)
        message = await reader.readexactly(int.from_bytes(size) - len(size))
        names = message[4:].decode().split("\0")[:-2:2]
        unknown = next((name for name in names if name not in self._known), "")
        if not unknown:
            return size + message
        text = f"SFATAL\0C08P01\0Munsupported startup parameter: {unknown}\0\0".encode()
        writer.write(b"E" + struct.pack("!i", 4 + len(text)) + text)
        await writer.drain()
        writer.close()
        return None

    async def _pass_on(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                if number not in self._silenced:
                    writer.write(data)
                    await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def proxied(server: Server, *, is_pooler: bool = False) -> AsyncIterator[Proxy]:
    """A proxy in front of a server."""
    with tempfile.TemporaryDirectory(prefix="patience-proxy-") as folder:
        proxy = Proxy(server, Path(folder), is_pooler=is_pooler)
        listener = await asyncio.start_unix_server(proxy.serve, Path(folder) / SOCKET)
        try:
            yield proxy
        finally:
            listener.close()
            await proxy.close()
