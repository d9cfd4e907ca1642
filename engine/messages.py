"""Words with blanks: what the engine says, so that it can be said in other languages too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A text and what fills its blanks; as text it is English.

    Attributes:
        message: the text with its blanks, always the same one: what a translator needs.
        details: what fills the blanks, by name; phrases among it are said in the same language.
    """

    message: str
    details: Mapping[str, object]

    def __str__(self) -> str:
        return self.message.format(**self.details)


def phrase(message: str, **details: object) -> Message:
    """A phrase from its text and what fills its blanks.

    >>> said = phrase("{card} from {source}", card="7♥", source=phrase("the waste"))
    >>> str(said), said.message
    ('7♥ from the waste', '{card} from {source}')
    """
    return Message(message, details)
