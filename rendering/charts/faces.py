"""Faces of players: their avatars, cut out as discs, or a disc of card with an initial."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageOps

_MAX_PIXELS: Final = 1024 * 1024
"""How large an avatar may be, in pixels."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")


@dataclass(frozen=True, slots=True)
class Face:
    """A player's face.

    Attributes:
        name: the player's name.
        picture: their avatar, an image file; None for none, in whose place stands an initial.
    """

    name: str
    picture: bytes | None = None


def avatar_of(face: Face, size: int) -> Image.Image | None:
    """A player's avatar as a square in RGB; None without one, or if its file cannot be read."""
    if face.picture is None:
        return None
    try:
        with Image.open(io.BytesIO(face.picture), formats=_FORMATS) as image:
            if image.width * image.height > _MAX_PIXELS:
                return None
            return ImageOps.fit(image.convert("RGB"), (size, size))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        # Pillow raises errors of several kinds for files that are damaged.
        return None
