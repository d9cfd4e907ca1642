"""How similar two words are: one less the errors between them, as a part of their letters.

The errors are letters left out, added, changed or swapped with a neighbour, none of them twice: the
distance of optimal string alignment.
"""

from __future__ import annotations

from functools import lru_cache


def similarity(one: str, other: str, least: float = 0.0) -> float:
    """How similar two words are, from 0 to 1; what is less similar than ``least`` is 0.

    >>> similarity("klondyke", "klondike"), similarity("spdier", "spider")
    (0.875, 0.8333333333333334)
    """
    length = max(len(one), len(other))
    if not length:
        return 1.0
    if least:
        # Each error adds or removes one letter at most.
        letters, others = _letters(one), _letters(other)
        fewest = max(abs(len(one) - len(other)), len(letters - others), len(others - letters))
        if 1.0 - fewest / length < least:
            return 0.0
    found = 1.0 - errors_between(one, other) / length
    return found if found >= least else 0.0


def errors_between(one: str, other: str) -> int:
    """The fewest errors that make one word of another.

    Column by column of the table of distances, whose differences are bits of numbers: Hyyrö's
    algorithm of 2003. A table of numbers takes ten times as long.

    >>> errors_between("spdier", "spider"), errors_between("ca", "abc")
    (1, 3)
    """
    places = _places(one)
    everywhere, last = (1 << len(one)) - 1, 1 << len(one) >> 1
    errors, more, fewer, same, before = len(one), everywhere, 0, 0, 0
    for letter in other:
        found = places.get(letter, 0)
        swapped = (~same & found) << 1 & before
        same = ((found & more) + more ^ more) | found | fewer | swapped
        added, removed = (fewer | ~(same | more)) & everywhere, same & more
        errors += bool(added & last) - bool(removed & last)
        added, removed = added << 1 | 1, removed << 1
        more, fewer = (removed | ~(same | added)) & everywhere, added & same & everywhere
        before = found
    return errors if one else len(other)


@lru_cache(maxsize=4096)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


@lru_cache(maxsize=64)
def _places(word: str) -> dict[str, int]:
    """The places of each letter of a word, as bits."""
    places: dict[str, int] = {}
    for at, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << at
    return places
