"""The cache of sprites, limited in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from PIL import Image


class SpriteCache:
    """A least-recently-used cache of images of one byte a pixel.

    Attributes:
        max_bytes: how many bytes of pixels it may hold.
        held: how many it holds.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.held = 0
        self._sprites: OrderedDict[Hashable, Image.Image] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sprites)

    def get(self, key: Hashable) -> Image.Image | None:
        """The sprite of a key, if it is cached."""
        sprite = self._sprites.get(key)
        if sprite is not None:
            self._sprites.move_to_end(key)
        return sprite

    def put(self, key: Hashable, sprite: Image.Image) -> None:
        """Cache a sprite, evicting those unused for longest until it fits."""
        self._sprites[key] = sprite
        self.held += sprite.width * sprite.height
        while self.held > self.max_bytes:
            _, evicted = self._sprites.popitem(last=False)
            self.held -= evicted.width * evicted.height


SPRITES: Final = SpriteCache(28_000_000)
"""Enough for the usual sprites of one theme and what some boards need of others."""
