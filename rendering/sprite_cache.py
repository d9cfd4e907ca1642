"""Caches of what is drawn, limited in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from PIL import Image

_Drawn = TypeVar("_Drawn")


class SpriteCache(Generic[_Drawn]):
    """A least-recently-used cache of images of one byte a pixel, or of what holds some.

    Attributes:
        max_bytes: how many bytes of pixels it may hold.
        held: how many it holds.
    """

    def __init__(self, max_bytes: int, size_of: Callable[[_Drawn], int]) -> None:
        """Prepare.

        Args:
            max_bytes: how many bytes of pixels it may hold.
            size_of: how many bytes of pixels something has.
        """
        self.max_bytes = max_bytes
        self.held = 0
        self._size_of = size_of
        self._sprites: OrderedDict[Hashable, _Drawn] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sprites)

    def get(self, key: Hashable) -> _Drawn | None:
        """What is cached for a key, if anything is."""
        sprite = self._sprites.get(key)
        if sprite is not None:
            self._sprites.move_to_end(key)
        return sprite

    def put(self, key: Hashable, sprite: _Drawn) -> None:
        """Cache something new, evicting what is unused for longest until it fits."""
        self._sprites[key] = sprite
        self.held += self._size_of(sprite)
        while self.held > self.max_bytes:
            _, evicted = self._sprites.popitem(last=False)
            self.held -= self._size_of(evicted)


def pixels_of(image: Image.Image) -> int:
    """The number of pixels of an image."""
    return image.width * image.height


SPRITES: Final = SpriteCache(20_000_000, pixels_of)
"""Enough for the usual sprites of one theme and what some boards need of others."""
