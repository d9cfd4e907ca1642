"""Who follows a player's game, and is told when that has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

GAME: Final = "game"
"""The kind of change that other processes are notified of."""


class Changes:
    """Tells those who follow a player that another board of theirs is the current one.

    Attributes:
        reaches_others: whether players are followed in other processes, too, if there are any.
    """

    def __init__(self) -> None:
        self.reaches_others = False
        self._following: dict[int, list[Callable[[], None]]] = {}

    @contextmanager
    def follow(self, player: int, changed: Callable[[], None]) -> Iterator[None]:
        """Call a function, which must not block, whenever a player's board has changed."""
        following = self._following.setdefault(player, [])
        following.append(changed)
        try:
            yield
        finally:
            following.remove(changed)
            if not following:
                self._following.pop(player, None)

    def tell(self, player: int) -> None:
        """A player's board has changed: the change is on disk."""
        for changed in tuple(self._following.get(player, ())):
            changed()

    def tell_all(self) -> None:
        """Any board may have changed."""
        for player in tuple(self._following):
            self.tell(player)
