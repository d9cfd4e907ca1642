"""Reading an image's size from its header."""

from __future__ import annotations

import struct

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def image_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF in pixels; None for other files."""
    if content.startswith(PNG_SIGNATURE) and content[12:16] == b"IHDR" and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return int(width), int(height)
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return int(width), int(height)
    return None
