"""Fuzzy search by name.

Words are found anywhere in a name, regardless of case, accents and punctuation. Typing errors are
forgiven only when nothing is found otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import Final, TypeVar

T = TypeVar("T")

_MAX_TYPED: Final = 60
_MIN_SIMILARITY: Final = 0.72
"""How similar, from 0 to 1, a typed word must be to count as a misspelling."""


def fuzzy_find(
    typed: str, items: Iterable[tuple[tuple[str, ...], T]], *, forgiving: bool = True
) -> list[T]:
    """The items that the typed text may mean, best match first.

    Args:
        typed: the typed text; empty text matches everything.
        items: each item with its names.
        forgiving: whether to forgive typing errors when nothing matches.

    >>> fuzzy_find("bakers", [(("Spider",), 1), (("Baker's Game",), 2)])
    [2]
    >>> fuzzy_find("spidr", [(("Spider",), 1), (("Baker's Game",), 2)])
    [1]
    """
    wanted = normalized_words(typed[:_MAX_TYPED])
    split = [([*map(normalized_words, names)], item) for names, item in items]
    ranked = _ranked(_match_rank, wanted, split)
    if forgiving and not ranked:
        ranked = _ranked(_distance, wanted, split)
    return [item for _, item in sorted(ranked, key=lambda pair: pair[0])]


def _ranked(
    rank: Callable[[list[str], list[str]], float | None],
    wanted: list[str],
    items: list[tuple[list[list[str]], T]],
) -> list[tuple[float, T]]:
    """The matching items with the best rank among their names and all their names together."""
    ranked = []
    for names, item in items:
        all_words = [word for name in names for word in name]
        ranks = [rank(wanted, words) for words in (*names, all_words)]
        matches = [one for one in ranks if one is not None]
        if matches:
            ranked.append((min(matches), item))
    return ranked


def normalized_words(text: str) -> list[str]:
    """The words of a text in lower case, without accents and apostrophes.

    >>> normalized_words("Will o' the Wisp (café)")
    ['will', 'o', 'the', 'wisp', 'cafe']
    """
    decomposed = unicodedata.normalize("NFKD", re.sub(r"['’`´]", "", text)).casefold()
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", letters)


def _match_rank(wanted: list[str], words: list[str]) -> float | None:
    """How well a name matches, 0 being best; None if a wanted word is missing."""
    typed, name = "".join(wanted), "".join(words)
    if typed not in name and not all(word in name for word in wanted):
        return None
    if name == typed:
        return 0.0
    if name.startswith(typed):
        return 1.0
    all_prefixes = all(any(word.startswith(prefix) for word in words) for prefix in wanted)
    return 2.0 if all_prefixes else 3.0


def _distance(wanted: list[str], words: list[str]) -> float | None:
    """How far the wanted words are from a name; None if one is too far from every word."""
    similarities = [max((_similarity(w, word) for word in words), default=0.0) for w in wanted]
    whole = _similarity("".join(wanted), "".join(words))
    if whole < _MIN_SIMILARITY and min(similarities, default=0.0) < _MIN_SIMILARITY:
        return None
    return 1.0 - max(whole, sum(similarities) / len(similarities))


def _similarity(typed: str, word: str) -> float:
    """How similar a typed word is to a word or to a prefix of its length, from 0 to 1."""
    if typed in word:
        return 1.0
    if len(typed) < 3:
        return 0.0
    prefix = word[: len(typed)]
    return max(SequenceMatcher(None, typed, other).ratio() for other in {word, prefix})
