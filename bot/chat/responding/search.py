"""Fuzzy search by name.

Words are found anywhere in a name, regardless of case, accents and punctuation. Typing errors are
forgiven only when nothing is found otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Final, TypeVar

from rapidfuzz.distance import OSA

T = TypeVar("T")
Names = Sequence[Sequence[str]]
"""The names of an item, each as its :func:`normalized_words`."""

EXACT: Final = 0.0
"""The rank of an item one of whose names is exactly what was typed."""

INSIDE_A_WORD: Final = 3.0
"""The rank of an item in whose name what was typed does not begin a word."""

MAX_TYPED: Final = 60
"""How many characters of a typed text are searched for."""

_MIN_SIMILARITY: Final = 0.72
"""How similar, from 0 to 1, a typed word must be to count as a misspelling."""


def fuzzy_find(typed: str, items: Iterable[tuple[Iterable[str], T]]) -> list[T]:
    """The items that the typed text may mean, best match first.

    >>> fuzzy_find("bakers", [(("Spider",), 1), (("Baker's Game",), 2)])
    [2]
    >>> fuzzy_find("spidr", [(("Spider",), 1), (("Baker's Game",), 2)])
    [1]
    """
    words = typed_words(typed)
    split = [([*map(normalized_words, names)], item) for names, item in items]
    return [item for _, item in matches(words, split) or misspellings(words, split)]


def normalized_words(text: str) -> list[str]:
    """The words of a text in lower case, without accents and apostrophes.

    >>> normalized_words("Will o' the Wisp (café)")
    ['will', 'o', 'the', 'wisp', 'cafe']
    """
    decomposed = unicodedata.normalize("NFKD", re.sub(r"['’`´]", "", text)).casefold()
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", letters)


def typed_words(text: str) -> list[str]:
    """The :func:`normalized_words` of a typed text, which may be of any length.

    One letter can stand for many, so what is left is limited once more.
    """
    return " ".join(normalized_words(text[:MAX_TYPED]))[:MAX_TYPED].split()


def matches(wanted: Sequence[str], items: Iterable[tuple[Names, T]]) -> list[tuple[float, T]]:
    """The items of whose names the wanted words are parts, with their ranks, best first."""
    return _ranked(_match_rank, wanted, items)


def misspellings(wanted: Sequence[str], items: Iterable[tuple[Names, T]]) -> list[tuple[float, T]]:
    """The items of whose names the wanted words may be misspellings, with their distances."""
    return _ranked(partial(_distance, cache(_similarity)), wanted, items)


def name_similarity(wanted: Sequence[str], names: Names) -> float:
    """How similar the wanted words are to the whole of the most similar name, from 0 to 1.

    >>> name_similarity(["klondyke"], [["klondike"], ["idiots", "delight"]])
    0.875
    """
    typed = "".join(wanted)
    return max((OSA.normalized_similarity(typed, "".join(words)) for words in names), default=0.0)


def _ranked(
    rank: Callable[[Sequence[str], Sequence[str]], float | None],
    wanted: Sequence[str],
    items: Iterable[tuple[Names, T]],
) -> list[tuple[float, T]]:
    """The matching items with the best rank among their names and all their names together."""
    ranked = []
    for names, item in items:
        all_words = [word for name in names for word in name]
        ranks = [rank(wanted, words) for words in (*names, all_words)]
        found = [one for one in ranks if one is not None]
        if found:
            ranked.append((min(found), item))
    return sorted(ranked, key=lambda pair: pair[0])


def _match_rank(wanted: Sequence[str], words: Sequence[str]) -> float | None:
    """How well a name matches, 0 being best; None if a wanted word is missing."""
    typed, name = "".join(wanted), "".join(words)
    begins_at_word = typed in name and any(
        "".join(words[at:]).startswith(typed) for at in range(len(words))
    )
    if not begins_at_word and not all(any(one in word for word in words) for one in wanted):
        return None
    if name == typed:
        return EXACT
    if name.startswith(typed):
        return 1.0
    all_prefixes = all(any(word.startswith(prefix) for word in words) for prefix in wanted)
    return 2.0 if all_prefixes else INSIDE_A_WORD


def _distance(
    similarity: Callable[[str, str], float], wanted: Sequence[str], words: Sequence[str]
) -> float | None:
    """How far the wanted words are from a name; None if one is too far from every word."""
    whole = _prefix_similarity("".join(wanted), "".join(words), _MIN_SIMILARITY)
    similarities = []
    for one in wanted:
        best = max((similarity(one, word) for word in words), default=0.0)
        if best < _MIN_SIMILARITY and whole == 0.0:
            return None
        similarities.append(best)
    nearest = max(whole, sum(similarities) / max(len(similarities), 1))
    return 1.0 - nearest if nearest else None


def _similarity(typed: str, word: str) -> float:
    """How similar a typed word is to a word, 1 being a part of it."""
    return 1.0 if typed in word else _prefix_similarity(typed, word)


def _prefix_similarity(typed: str, word: str, least: float = 0.0) -> float:
    """How similar a typed word is to a word or to a prefix of its length, from 0 to 1.

    Letters left out, added, changed or swapped with a neighbour are each one error. What is less
    similar than `least` is 0.
    """
    if len(typed) < 3:
        return 0.0
    return max(
        OSA.normalized_similarity(typed, other, score_cutoff=least)
        for other in {word, word[: len(typed)]}
    )
