"""From a deal number to the order of the cards, the same for ever on every machine.

Draws come from SHA-256 digests: block ``k`` (0, 1, 2, ...) is the digest of the
ASCII text ``patience-1:<number>:<k>`` and gives four unsigned 64-bit big-endian words. A draw below
``n`` takes the next word below the largest multiple of ``n`` not above 2**64, modulo ``n``, so that
every outcome is equally likely; a Fisher-Yates shuffle uses them. This is frozen: any change would
change every deal ever played.

FreeCell and its relatives use Microsoft's numbers instead: :func:`microsoft`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final

from engine.cards import CARDS, Card, deck
from engine.errors import InvalidDeal

LAST_DEAL: Final = 2**63 - 1
"""The highest deal number; the lowest is 1."""


LAST_MICROSOFT_DEAL: Final = 1_000_000
"""The highest number of Microsoft's deals; the lowest is 1."""


def _words(seed: bytes) -> Iterator[int]:
    for block in count():
        yield from struct.unpack(">4Q", sha256(b"%b:%d" % (seed, block)).digest())


def _draw(words: Iterator[int], below: int) -> int:
    limit = 2**64 - 2**64 % below
    return next(word for word in words if word < limit) % below


def _shuffle(cards: list[Card], seed: bytes) -> tuple[Card, ...]:
    words = _words(seed)
    for last in range(len(cards) - 1, 0, -1):
        other = _draw(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _check(number: int, last: int) -> None:
    if type(number) is not int or not 1 <= number <= last:
        raise InvalidDeal("There is no such deal; choose a number from 1 to {last}.", last=last)


def shuffled(number: int, decks: int = 1) -> tuple[Card, ...]:
    """The cards of deal ``number``; the card at index 0 is dealt first.

    Raises:
        InvalidDeal: if the number is not between 1 and 2**63 - 1.
    """
    _check(number, LAST_DEAL)
    return _shuffle(deck(decks), b"patience-1:%d" % number)


def reshuffled(cards: Sequence[Card], redeals: int) -> tuple[Card, ...]:
    """Cards gathered in mid-game, shuffled for a redeal.

    The shuffle depends only on the cards, their order and the redeals left, so that a game can be
    replayed from its moves alone. The draws are those of a deal, seeded with the ASCII text
    ``patience-1:<cards>:<redeals>``, such as ``patience-1:7H TS:2``.
    """
    gathered = " ".join(map(str, cards))
    return _shuffle(list(cards), f"patience-1:{gathered}:{redeals}".encode("ascii"))


def microsoft(number: int) -> tuple[Card, ...]:
    """The cards of Microsoft's FreeCell deal ``number``; the card at index 0 is dealt first.

    The deck is ordered by rank, then clubs, diamonds, hearts, spades. Each card dealt is drawn from
    those left, and the last of them takes its place. The draws are those of Microsoft's C library:
    ``state = state * 214013 + 2531011`` modulo 2**31, of which the upper 15 bits count (Jim Horne's
    shuffle of 1991, as described in the FreeCell FAQ).

    Raises:
        InvalidDeal: if the number is not between 1 and 1,000,000.

    >>> " ".join(map(str, microsoft(617)[:8]))
    '7D AD 5C 3S 5S 8C 2D AH'
    """
    _check(number, LAST_MICROSOFT_DEAL)
    left = [CARDS[suit * 13 + rank] for rank in range(13) for suit in (3, 2, 1, 0)]
    state, dealt = number, []
    while left:
        state = (state * 214013 + 2531011) % 2**31
        place = (state >> 16) % len(left)
        left[place], left[-1] = left[-1], left[place]
        dealt.append(left.pop())
    return tuple(dealt)
