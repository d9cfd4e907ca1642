"""How pictures look, as one value: the same for boards, replays, share cards and charts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rendering.cards.card_design import Back, Deck, Design, Indices
from rendering.strings import ENGLISH, Strings
from rendering.theme import theme_named

_MIN_WIDTH: Final = 240
_MAX_WIDTH: Final = 2400


class InvalidStyle(ValueError):
    """A style out of range; the message says why."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a picture looks.

    The language is the strings themselves rather than its code: a picture then depends on nothing
    but its scene and its style, in whatever process it is drawn.

    Attributes:
        theme: the name of the theme.
        suits: 2 or 4 suit colours.
        large_index: whether cards have large indices.
        width: the picture's width in pixels, 240 to 2400; its height follows from its content.
        strings: the texts on the picture and in its alt text.
        deck: the pictures of the court cards.
        back: the pattern on the backs of cards.
        indices: the letters of jack, queen and king.
        is_wide: whether boards are arranged for a desktop rather than for a phone.

    Raises:
        UnknownTheme: if there is no such theme.
        InvalidStyle: if a number is out of range.
    """

    theme: str = "felt"
    suits: int = 2
    large_index: bool = False
    width: int = 1100
    strings: Strings = ENGLISH
    deck: Deck = Deck.PORTRAITS
    back: Back = Back.LATTICE
    indices: Indices = Indices.LANGUAGE
    is_wide: bool = False

    @property
    def letters(self) -> str:
        """The letters of jack, queen and king."""
        return self.indices.value or self.strings.court_letters

    @property
    def design(self) -> Design:
        """What is printed on the cards."""
        return Design(self.deck, self.back, self.letters)

    def __post_init__(self) -> None:
        theme_named(self.theme)
        if self.suits not in (2, 4):
            raise InvalidStyle(f"Suits have 2 or 4 colours, not {self.suits}.")
        if not _MIN_WIDTH <= self.width <= _MAX_WIDTH:
            raise InvalidStyle(
                f"A picture is {_MIN_WIDTH} to {_MAX_WIDTH} pixels wide, not {self.width}."
            )
