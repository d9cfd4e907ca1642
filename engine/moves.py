"""A move: a small value with a text form.

``source-target``, with ``*count`` for more than one card: ``3-5``, ``3-5*4``, ``w-f1``. Turning or
dealing the stock, and redealing when it is empty, is ``s``. Cards that are discarded together are
given by their piles: ``3+7``, ``2+5+9``, or ``w+w`` for the top two of the waste.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.arguments import checked
from engine.errors import InvalidMove, excerpt

_PILE: Final = r"(?:f(?:1[0-6]|[1-9])|r(?:1[0-6]|[1-9])|[1-9][0-9]?|[a-i]|w|s)"
_GROUP: Final = re.compile(rf"{_PILE}(?:\s*\+\s*{_PILE}){{1,2}}", re.ASCII)
_MOVE: Final = re.compile(
    rf"({_PILE})\s*-\s*({_PILE})(?:\s*[*x×]\s*(?!0+$)([0-9]{{1,3}}))?", re.ASCII
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """Cards that go from one pile to another.

    All stock moves are equal, as their text form does not give the target.

    Attributes:
        source: the name of the pile the cards leave.
        target: the name of the pile they go to; empty when the stock deals to all tableau piles.
        count: how many cards; always 1 for the stock.
        others: the piles whose top cards are discarded along with that of the source, in the order
            of the piles.

    >>> Move.parse("3-5*2")
    Move(source='3', target='5', count=2)
    >>> str(Move("w", "f1")), str(Move("s", "w"))
    ('w-f1', 's')
    >>> Move.parse("7+3")
    Move(source='3', target='f1', count=1, others=('7',))
    """

    source: str
    target: str
    count: int = 1
    others: tuple[str, ...] = ()

    @classmethod
    @checked
    def discarding(cls, *piles: str) -> Move:
        """The move that discards the top cards of these piles together, given in any order.

        Raises:
            InvalidMove: if one is not the name of a pile.
        """
        for pile in piles:
            if not re.fullmatch(_PILE, pile):
                raise InvalidMove("“{name}” is not the name of a pile.", name=excerpt(pile))
        if not 0 < len(piles) < 4:
            raise InvalidMove("One to three cards are discarded together.")
        first, *others = sorted(piles, key=_place)
        return cls(first, "f1", 1, tuple(others))

    @classmethod
    @checked
    def parse(cls, text: str) -> Move:
        """Read a move from its text form, ignoring case and spaces.

        A stock move gets the target ``w``; only a board knows better.

        Raises:
            InvalidMove: if the text is not of that form.
        """
        cleaned = text.strip().lower()
        if cleaned == "s":
            return cls("s", "w")
        if _GROUP.fullmatch(cleaned) and "s" not in cleaned and "f" not in cleaned:
            return cls.discarding(*re.split(r"\s*\+\s*", cleaned))
        match = _MOVE.fullmatch(cleaned)
        if match is None or "s" in match.group(1, 2):
            raise InvalidMove(
                "“{text}” is not a move; write where from and where to, such as 3-5, 3-5*2 or "
                "w-f1, or s for the stock.",
                text=excerpt(text),
            )
        return cls(match[1], match[2], int(match[3] or 1))

    @property
    def sources(self) -> tuple[str, ...]:
        """The names of all piles that cards leave."""
        return (self.source, *self.others)

    @property
    def is_stock(self) -> bool:
        """Whether the move turns, deals or redeals the stock."""
        return self.source == "s"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.source == other.source and (
            self.source == "s"
            or (
                self.target == other.target
                and self.count == other.count
                and self.others == other.others
            )
        )

    def __hash__(self) -> int:
        if self.source == "s":
            return hash("s")
        return hash((self.source, self.target, self.count, self.others))

    def __repr__(self) -> str:
        others = f", others={self.others!r}" if self.others else ""
        return f"Move(source={self.source!r}, target={self.target!r}, count={self.count}{others})"

    def __str__(self) -> str:
        if self.source == "s":
            return "s"
        if self.others:
            return "+".join(self.sources)
        count = f"*{self.count}" if self.count > 1 else ""
        return f"{self.source}-{self.target}{count}"


def _place(pile: str) -> tuple[int, int]:
    """A pile's sort key: tableau, cells, reserve and so on."""
    if pile.isdigit():
        return 0, int(pile)
    return 1 + "abcdeghirfsw".index(pile[0]), int(pile[1:] or 0)
