"""Finding things by what people type of their names.

Words are looked for anywhere in a name, case, accents and punctuation aside. Only where nothing is
found so are typing errors forgiven.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import Final, TypeVar

T = TypeVar("T")

_LONGEST: Final = 60
_ALIKE: Final = 0.72
"""How alike, from 0 to 1, a word must be to one that was meant."""


def found(
    typed: str, named: Iterable[tuple[tuple[str, ...], T]], *, forgiving: bool = True
) -> list[T]:
    """The things that what was typed may mean, the likeliest first.

    Args:
        typed: what was typed; nothing finds everything.
        named: each thing with its names.
        forgiving: whether typing errors are forgiven where nothing is found.

    >>> found("bakers", [(("Spider",), 1), (("Baker's Game",), 2)])
    [2]
    >>> found("spidr", [(("Spider",), 1), (("Baker's Game",), 2)])
    [1]
    """
    wanted = words_of(typed[:_LONGEST])
    things = [([*map(words_of, names)], thing) for names, thing in named]
    ranked = _ranked(_rank, wanted, things)
    if forgiving and not ranked:
        ranked = _ranked(_distance, wanted, things)
    return [thing for _, thing in sorted(ranked, key=lambda pair: pair[0])]


def _ranked(
    rank: Callable[[list[str], list[str]], float | None],
    wanted: list[str],
    things: list[tuple[list[list[str]], T]],
) -> list[tuple[float, T]]:
    """The things of which a name, or all of them together, has a rank, with the best of these."""
    kept = []
    for names, thing in things:
        ranks = [
            rank(wanted, words) for words in (*names, [word for name in names for word in name])
        ]
        known = [one for one in ranks if one is not None]
        if known:
            kept.append((min(known), thing))
    return kept


def words_of(text: str) -> list[str]:
    """The words of a text, in lower case and without accents and apostrophes.

    >>> words_of("Will o' the Wisp (café)")
    ['will', 'o', 'the', 'wisp', 'cafe']
    """
    plain = unicodedata.normalize("NFKD", re.sub(r"['’`´]", "", text)).casefold()
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", letters)


def _rank(wanted: list[str], words: list[str]) -> float | None:
    """How well words are found in a name, 0 being best; None where one of them is not in it."""
    typed, name = "".join(wanted), "".join(words)
    if typed not in name and not all(word in name for word in wanted):
        return None
    if name == typed:
        return 0.0
    if name.startswith(typed):
        return 1.0
    begun = all(any(word.startswith(begin) for word in words) for begin in wanted)
    return 2.0 if begun else 3.0


def _distance(wanted: list[str], words: list[str]) -> float | None:
    """How far typed words are from those of a name; None where one is too far from all of them."""
    likeness = [max((_alike(word, other) for other in words), default=0.0) for word in wanted]
    whole = _alike("".join(wanted), "".join(words))
    if whole < _ALIKE and min(likeness, default=0.0) < _ALIKE:
        return None
    return 1.0 - max(whole, sum(likeness) / len(likeness))


def _alike(typed: str, word: str) -> float:
    """How alike a typed word is to another, or to as much of its beginning: from 0 to 1."""
    if typed in word:
        return 1.0
    if len(typed) < 3:
        return 0.0
    beginning = word[: len(typed)]
    return max(SequenceMatcher(None, typed, other).ratio() for other in {word, beginning})
