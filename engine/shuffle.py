"""From a deal number to the order of the cards, the same for ever on every machine.

The stream of draws is made of SHA-256 digests: block ``k`` (0, 1, 2, ...) is the digest of the
ASCII text ``patience-1:<number>:<k>`` and gives four unsigned 64-bit big-endian words. A draw below
``n`` takes the next word that lies under the largest multiple of ``n`` not above 2**64, modulo
``n``, so that every outcome is equally likely. Fisher and Yates' shuffle does the rest. Changing
any of this would change every deal ever played: it is frozen.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Final

from engine.cards import Card, deck
from engine.errors import InvalidDeal

LAST_DEAL: Final = 2**63 - 1
"""The highest deal number; the lowest is 1."""


def _words(number: int) -> Iterator[int]:
    for block in count():
        yield from struct.unpack(">4Q", sha256(b"patience-1:%d:%d" % (number, block)).digest())


def _draw(words: Iterator[int], below: int) -> int:
    limit = 2**64 - 2**64 % below
    return next(word for word in words if word < limit) % below


def shuffled(number: int, decks: int = 1) -> tuple[Card, ...]:
    """The cards of deal ``number``; the card at index 0 is dealt first.

    Raises:
        InvalidDeal: when the number is not between 1 and 2**63 - 1.
    """
    if isinstance(number, bool) or not 1 <= number <= LAST_DEAL:
        raise InvalidDeal(
            "There is no deal of that number; give a number from 1 to {last}.", last=LAST_DEAL
        )
    cards = deck(decks)
    words = _words(number)
    for last in range(len(cards) - 1, 0, -1):
        other = _draw(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)
