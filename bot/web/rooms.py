"""Who sits at boards that are played together, in this process, and which cards they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.service.tables import Sitting
    from bot.web.seats import Advice
    from bot.web.view import Frame

_MOST_CARDS: Final = 52


@dataclass(eq=False, slots=True)
class Guest:
    """A window at a board: whose, what tells it of others, and what its player holds there.

    Attributes:
        held: a pile, and how many of its cards; None for nothing.
    """

    sitting: Sitting
    name: str
    tell: Callable[[], None]
    give: Callable[[Advice], None]
    held: tuple[str, int] | None = None


@dataclass(slots=True)
class Rooms:
    """The windows at each board that is played together."""

    _guests: dict[int, list[Guest]] = field(default_factory=dict)

    @contextmanager
    def enter(self, guest: Guest) -> Iterator[None]:
        """Be seen by the others while the block runs; at a board of one's own nobody else is."""
        owner = guest.sitting.owner
        here = self._guests.setdefault(owner, [])
        here.append(guest)
        self._tell(guest)
        try:
            yield
        finally:
            here.remove(guest)
            self._tell(guest)
            if not here:
                self._guests.pop(owner, None)

    def hold(self, guest: Guest, pile: str, count: int) -> None:
        """Hold cards of a pile, for the others to see; none for an empty name."""
        held = (pile, min(max(count, 1), _MOST_CARDS)) if pile else None
        if held != guest.held:
            guest.held = held
            self._tell(guest)

    def hands(self, guest: Guest) -> list[Frame]:
        """What others hold, by their names."""
        return [
            {"name": one.name, "pile": one.held[0], "count": one.held[1]}
            for one in self._others(guest)
            if one.held is not None
        ]

    def names(self, guest: Guest) -> list[str]:
        """Who else sits there."""
        return sorted({one.name for one in self._others(guest)})

    def give(self, guest: Guest, advice: Advice) -> None:
        """Give the others the hint that they have agreed on."""
        for one in self._guests.get(guest.sitting.owner, ()):
            if one is not guest:
                one.give(advice)

    def _others(self, guest: Guest) -> Iterator[Guest]:
        for one in self._guests.get(guest.sitting.owner, ()):
            if one.sitting.player != guest.sitting.player:
                yield one

    def _tell(self, guest: Guest) -> None:
        for one in self._guests.get(guest.sitting.owner, ()):
            if one is not guest:
                one.tell()
