"""Caches of what is drawn, limited in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from PIL import Image

from rendering.encoding.pixels import Pixels

_Drawn = TypeVar("_Drawn")

_PAGE: Final = 4096
_BESIDE: Final = 2000


class SpriteCache(Generic[_Drawn]):
    """A least-recently-used cache of images, or of values that contain some.

    Attributes:
        max_bytes: how many bytes it may hold.
        held: how many it holds.
    """

    def __init__(self, max_bytes: int, size_of: Callable[[_Drawn], int]) -> None:
        """Create an empty cache; ``size_of`` returns the bytes of a value."""
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

    def drawn(self, key: Hashable, draw: Callable[[], _Drawn]) -> _Drawn:
        """What is cached for a key, or else what is drawn, which then is."""
        sprite = self.get(key)
        if sprite is None:
            sprite = draw()
            self.put(key, sprite)
        return sprite

    def put(self, key: Hashable, sprite: _Drawn) -> None:
        """Cache something new, evicting what is unused for longest until it fits."""
        self._sprites[key] = sprite
        self.held += self._size_of(sprite)
        while self.held > self.max_bytes:
            _, evicted = self._sprites.popitem(last=False)
            self.held -= self._size_of(evicted)


def bytes_of(image: Image.Image | Pixels) -> int:
    """The memory that an image takes, in bytes, if it has one byte a pixel.

    Pillow takes whole pages of 4,096 bytes for the pixels, and a kilobyte or two beside.
    """
    return (image.width * image.height // _PAGE + 1) * _PAGE + _BESIDE


SPRITES: Final[SpriteCache[Image.Image]] = SpriteCache(10_000_000, bytes_of)
"""Enough for four decks, each with its compact indices, or what seven need for usual boards.

A worker that has drawn 48 boards of six games takes 57 MB, 15 of them shared with other processes;
one that has drawn every game takes 72 MB, in every theme 77.
"""

BACKGROUNDS: Final[SpriteCache[Image.Image]] = SpriteCache(2_000_000, bytes_of)
"""Empty piles, stocks, names of piles and numbers of cards: those of ten games."""
