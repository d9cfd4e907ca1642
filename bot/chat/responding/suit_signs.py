"""The suits as emoji of the application, in the colours of the pictures, in texts and on buttons.

Without them, suits are the characters ``♠♥♦♣``: until the emoji are known, where Discord refuses
them, and where a server denies emoji from elsewhere. (Those of an application need no permission;
but who denies emoji does not want to see them.)
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from engine.cards import Suit

Signs = tuple[str, ...]
"""The emoji of the suits in a text, in their order; none for the characters themselves."""

_CHARACTERS: Final = "".join(suit.sign for suit in Suit)
_SUITS: Final = re.compile(rf"(?<=\w)[{_CHARACTERS}]")
"""The suit of a card, after its rank."""
_BLOCKS: Final = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
"""Code, in which Discord shows no emoji."""

_signs: ContextVar[Signs] = ContextVar("suit_signs", default=())


@dataclass(frozen=True, slots=True)
class SuitSigns:
    """The emoji that the application has; none until they are known."""

    two_colours: Signs = ()
    four_colours: Signs = ()

    def of(self, suits: int) -> Signs:
        """Those in two or four suit colours."""
        return self.four_colours if suits == 4 else self.two_colours


def use_suit_signs(signs: Signs) -> None:
    """Set the signs in what this task shows, and those that it starts."""
    _signs.set(signs)


def with_signs(text: str) -> str:
    """A text of a message with emoji for its suits."""
    signs = _signs.get()
    if not signs or _SUITS.search(text) is None:
        return text
    emoji = dict(zip(_CHARACTERS, signs, strict=True))
    parts = _BLOCKS.split(text)
    parts[::2] = [_SUITS.sub(lambda match: emoji[match[0]], part) for part in parts[::2]]
    return "".join(parts)


def label_and_sign(label: str) -> tuple[str, str | None]:
    """A label without its only suit, and the emoji to put before it; the label if there is none."""
    signs, found = _signs.get(), _SUITS.findall(label)
    if not signs or len(found) != 1:
        return label, None
    return label.replace(found[0], ""), signs[_CHARACTERS.index(found[0])]
