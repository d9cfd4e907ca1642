"""Palette images as PNG files, compressed quickly.

Over the boards of every game, at the deal and after 30 moves, in each theme and with both sizes of
index, the medians of processor time relative to Pillow's encoder at level 5 and of sizes are:

=================  ====  ==  ================
compressor         time  kB  files over 85 kB
=================  ====  ==  ================
Pillow, level 5    1     43  8 of 1792
ISA-L, level 1     0.14  53  31
zlib-ng, level 2   0.26  48  16
zlib-ng, level 5   0.54  39  none
=================  ====  ==  ================

We use ISA-L: the extra 10 kB cost 0.8 ms to send at 100 Mbit/s, and save 3.1 ms of encoding. Files
over 85 kB, all of games with a hundred cards side by side, are compressed again by zlib-ng, which
makes them a tenth smaller at level 2 and a quarter at level 5; ISA-L's higher levels do not. In the
unit of the table, this costs 0.03 over all boards, and 0.3 or 0.5 for those. Only early boards of
Crescent are too heavy even so; level 9 makes them light, in 27 ms.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

try:
    from isal.isal_zlib import compressobj
except ImportError:  # on Windows for ARM, for which isal has no wheels
    from zlib_ng.zlib_ng import compressobj  # type: ignore[assignment]

_FAST: Final = 1
_MEDIUM: Final = 2
_THOROUGH: Final = 5
_MOST: Final = 9
"""Levels of compression."""
_HEAVY: Final = 84_000
_HEAVIEST: Final = 90_000
"""From how many bytes on pixels are compressed again, at the medium or the thorough level, and then
at the next as long as they are heavy."""
_ROWS: Final = 128
"""The height of a strip."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_DEPTH: Final = 8
_COLOUR_TYPE: Final = 3
"""Pixels are indices of a palette."""


def encode(image: Image.Image) -> bytes:
    """An opaque palette image as a PNG file: https://www.w3.org/TR/png-3/."""
    header = struct.pack(">IIBBBBB", image.width, image.height, _DEPTH, _COLOUR_TYPE, 0, 0, 0)
    fast = compressobj(_FAST)
    pixels = b"".join([*map(fast.compress, _strips(image)), fast.flush()])
    first = _THOROUGH if len(pixels) >= _HEAVIEST else _MEDIUM
    for level in (level for level in (_MEDIUM, _THOROUGH, _MOST) if level >= first):
        if len(pixels) >= _HEAVY:
            pixels = zlib_ng.compress(b"".join(_strips(image)), level)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(image.getpalette() or ())),
            _chunk(b"IDAT", pixels),
            _chunk(b"IEND", b""),
        )
    )


def _strips(image: Image.Image) -> Iterator[bytes]:
    """The image's rows, each after the number of its filter, in strips.

    A whole board takes a megabyte, for which memory would be mapped and given back each time: that
    took as long as compressing it.
    """
    for top in range(0, image.height, _ROWS):
        # No filter is 0, which is also what Pillow fills a crop beyond an image's edge with.
        yield image.crop((-1, top, image.width, min(top + _ROWS, image.height))).tobytes()


def _chunk(kind: bytes, content: bytes) -> bytes:
    """A part of a PNG file: its length, its kind, its content and their checksum."""
    checksum = zlib.crc32(content, zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
