"""Animated GIF files from pictures that share one palette.

Each frame after the first is stored as the bounding box of what changed, with everything unchanged
in it transparent: long runs of one value, which compress to almost nothing. Pillow compresses the
pixels of each box; the blocks around them are written here, since Pillow would give each frame a
palette of its own.

The format: Graphics Interchange Format, Version 89a (CompuServe, 1990), and Netscape's application
extension for loops.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops

MAX_COLOURS: Final = 255
"""The size of a palette: one of the 256 indices is the transparent one."""

_EXTENSION: Final = b"\x21"
_IMAGE: Final = b"\x2c"
_END: Final = b"\x3b"
_KEEP_BENEATH: Final = 1 << 2
_HAS_TRANSPARENT: Final = 1
_LOOP_FOR_EVER: Final = _EXTENSION + b"\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", 0, 0)
_TABLE: Final = 0b1000_0000
_IS_CHANGED: Final = bytes([0, *[255] * 255])


class InvalidAnimation(ValueError):
    """Pictures that cannot be one animation; the message says why."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of an animation.

    Attributes:
        picture: the whole picture, in mode ``P``.
        hundredths: how long it is shown, in hundredths of a second, 1 to 65535.
    """

    picture: Image.Image
    hundredths: int


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated picture with its alt text.

    Attributes:
        gif: a GIF file.
        width: its width in pixels.
        height: its height in pixels.
        frames: the number of frames.
        seconds: the duration of all of them.
        alt: the alt text, at most 1024 characters.
    """

    gif: bytes
    width: int
    height: int
    frames: int
    seconds: float
    alt: str


def animate(
    frames: Iterable[Frame],
    palette: Sequence[tuple[int, int, int]],
    *,
    max_bytes: int | None = None,
    loops: bool = True,
) -> bytes | None:
    """An animated GIF.

    Args:
        frames: the pictures in order, all of one size and in the palette.
        max_bytes: how large the file may be; None for any size.
        loops: whether it starts again for ever; else it stops on the last picture.

    Returns:
        The file, or None if it would be too large.

    Raises:
        InvalidAnimation: if the palette is too large, there is no frame, or frames differ in size.
    """
    if not 1 <= len(palette) <= MAX_COLOURS:
        raise InvalidAnimation(f"An animation has 1 to {MAX_COLOURS} colours, not {len(palette)}.")
    file = io.BytesIO()
    before: Image.Image | None = None
    for frame in frames:
        pixels = _indices(frame.picture)
        if before is None:
            file.write(_header(frame.picture.size, palette))
            file.write(_LOOP_FOR_EVER if loops else b"")
            file.write(_image(pixels, (0, 0), frame.hundredths))
        elif before.size != pixels.size:
            raise InvalidAnimation(
                f"A frame is {_size(pixels)} pixels large, but the one before is {_size(before)}."
            )
        else:
            file.write(_changes(before, pixels, frame.hundredths, transparent=len(palette)))
        if max_bytes is not None and file.tell() + len(_END) > max_bytes:
            return None
        before = pixels
    if before is None:
        raise InvalidAnimation("An animation needs at least one frame.")
    file.write(_END)
    return file.getvalue()


def _indices(picture: Image.Image) -> Image.Image:
    """A picture's palette indices as greyscale, whose values Pillow leaves alone."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _size(pixels: Image.Image) -> str:
    return f"{pixels.width} × {pixels.height}"


def _header(size: tuple[int, int], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """The header, and the palette of all frames."""
    bits = max(1, len(palette).bit_length())
    table = bytes(channel for colour in palette for channel in colour).ljust(3 << bits, b"\0")
    screen = struct.pack("<HHBBB", *size, _TABLE | 0b0111_0000 | (bits - 1), 0, 0)
    return b"GIF89a" + screen + table


def _changes(
    before: Image.Image, pixels: Image.Image, hundredths: int, *, transparent: int
) -> bytes:
    """What changed in a picture; one transparent pixel if nothing did, to keep its time."""
    changed = ImageChops.difference(before, pixels)
    box = changed.getbbox() or (0, 0, 1, 1)
    mask = changed.crop(box).point(_IS_CHANGED)
    new = Image.composite(pixels.crop(box), Image.new("L", mask.size, transparent), mask)
    return _image(new, box[:2], hundredths, transparent)


def _image(
    pixels: Image.Image, corner: tuple[int, int], hundredths: int, transparent: int | None = None
) -> bytes:
    """One image with its delay, drawn over the previous ones."""
    flags = _KEEP_BENEATH | (0 if transparent is None else _HAS_TRANSPARENT)
    control = struct.pack("<BBBHBB", 0xF9, 4, flags, hundredths, transparent or 0, 0)
    place = struct.pack("<HHHHB", *corner, *pixels.size, 0)
    return _EXTENSION + control + _IMAGE + place + _compressed(pixels)


def _compressed(pixels: Image.Image) -> bytes:
    """Palette indices as LZW-compressed image data: the code size, then the data blocks."""
    file = io.BytesIO()
    pixels.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = 13 + _table_length(data[10])
    while data[at : at + 1] == _EXTENSION:
        at = _after_blocks(data, at + 2)
    start = at + 10 + _table_length(data[at + 9])
    return data[start : _after_blocks(data, start + 1)]


def _table_length(flags: int) -> int:
    """The length of the palette that flags announce, in bytes."""
    return 3 << ((flags & 7) + 1) if flags & _TABLE else 0


def _after_blocks(data: bytes, at: int) -> int:
    """The offset after a chain of length-prefixed blocks, the last of which is empty."""
    while data[at]:
        at += data[at] + 1
    return at + 1
