"""Messages the engine composes, translatable because the template stays apart from its details."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A text template and the values for its placeholders; ``str()`` gives the English text.

    Attributes:
        template: the text with placeholders, always the same one: a translator's msgid.
        details: the values by name; nested messages are translated along with it.

    >>> message = Message("{card} from {source}", card="7♥", source=Message("the waste"))
    >>> str(message), message.template
    ('7♥ from the waste', '{card} from {source}')
    """

    template: str
    details: Mapping[str, object]

    def __init__(self, template: str, /, **details: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "details", details)

    def __str__(self) -> str:
        return self.template.format(**self.details)
