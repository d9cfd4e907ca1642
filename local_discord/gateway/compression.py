"""How frames are encoded: as JSON text, or compressed.

The facts are from discord/discord-api-docs, events/gateway, Encoding and Compression.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Protocol

ZLIB_SUFFIX = b"\x00\x00\xff\xff"
"""The end of each message in a zlib stream."""

COMPRESSED_FROM = 1024
"""The least size of payloads that are compressed one by one; Discord compresses only some."""

ZSTD_HEADER = struct.pack("<IBB", 0xFD2FB528, 0, 7 << 3)
"""Magic number, no further fields, and a window of 128 KiB (RFC 8878, 3.1.1)."""

ZSTD_BLOCK_BYTES = 128 * 1024
"""The most bytes of a block."""


class Encoder(Protocol):
    """The encoding of one connection's frames.

    Attributes:
        corrupted: a frame that can't be decoded.
    """

    corrupted: str | bytes

    def encode(self, text: str) -> str | bytes:
        """The frame for a payload, as a text or a binary message."""


class PlainText:
    """No compression."""

    corrupted: str | bytes = '{"op":0,"t":"INTERACTION_CREATE","s":'

    def encode(self, text: str) -> str | bytes:
        """The payload itself."""
        return text


class ZlibPayloads(PlainText):
    """Payload compression: larger payloads are compressed, each by itself."""

    def encode(self, text: str) -> str | bytes:
        """A zlib file, or the payload itself if it is small."""
        content = text.encode()
        return zlib.compress(content) if len(content) >= COMPRESSED_FROM else text


class ZlibStream:
    """Transport compression with zlib: the frames of a connection share one context."""

    corrupted: str | bytes = b"\xff\xff\xff\xff" + ZLIB_SUFFIX

    def __init__(self) -> None:
        # Many guilds are sent in a third of the time, and a quarter more bytes.
        self._context = zlib.compressobj(level=1)

    def encode(self, text: str) -> str | bytes:
        """The stream's next bytes, flushed so that they end with the suffix."""
        compressed = self._context.compress(text.encode())
        return compressed + self._context.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """Transport compression with zstd: all frames of a connection are one zstd frame.

    Its blocks are raw, which every decoder reads and no package is needed for.
    """

    corrupted: str | bytes = b"\xff\xff\xff\xff"

    def __init__(self) -> None:
        self._header = ZSTD_HEADER

    def encode(self, text: str) -> str | bytes:
        """The zstd frame's next blocks, never its last one."""
        content = text.encode()
        blocks = [
            content[start : start + ZSTD_BLOCK_BYTES]
            for start in range(0, len(content), ZSTD_BLOCK_BYTES)
        ]
        header, self._header = self._header, b""
        return header + b"".join(
            (len(block) << 3).to_bytes(3, "little") + block for block in blocks
        )


TRANSPORTS: dict[str, Callable[[], Encoder]] = {
    "": PlainText,
    "zlib-stream": ZlibStream,
    "zstd-stream": ZstdStream,
}
"""The encodings by the `compress` parameter of the gateway's URL."""
