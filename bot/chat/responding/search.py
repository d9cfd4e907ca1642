"""Fuzzy search by name, and autocomplete: what is offered while somebody types, in time.

Words are found anywhere in a name, regardless of case, accents and punctuation. Typing errors are
forgiven only when nothing is found otherwise.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import discord
from discord.app_commands import Choice
from rapidfuzz.distance import OSA

from bot import metrics
from bot.chat.requests.failures import FAILURES, is_passing, reason
from bot.chat.requests.pace import within
from bot.chat.responding.replies import MAX_OPTIONS, Unclear
from bot.errors import StoreError
from bot.logs import log_context
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction
    from bot.chat.responding.replies import Reply


T = TypeVar("T")
Names = Sequence[Sequence[str]]
"""The names of an item, each as its :func:`normalized_words`."""

EXACT: Final = 0.0
"""The rank of an item one of whose names is exactly what was typed."""

MAX_TYPED: Final = 60
"""How many characters of a typed text are searched for."""

_END: Final = "\n"
"""Stands between names, so that nothing is found in the end of one and the start of another."""

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


def exact_find(typed: str, items: Iterable[tuple[Iterable[str], T]]) -> T | None:
    """The one item that has exactly the typed name."""
    words = typed_words(typed)
    found = [item for names, item in items if words in map(normalized_words, names)]
    return found[0] if len(found) == 1 else None


def meant(
    typed: str, items: Sequence[tuple[Sequence[str], T]], ask: Callable[[list[T]], Reply]
) -> T:
    """The one item that has exactly the typed name.

    Raises:
        Unclear: which of those that may be meant, or else of all, is asked.
    """
    exact = exact_find(typed, items)
    if exact is None:
        raise Unclear(ask(fuzzy_find(typed, items) or [item for _names, item in items]))
    return exact


def fuzzy_choices(typed: str, choices: Iterable[Choice[str]]) -> list[Choice[str]]:
    """The choices that the typed text may mean, as many as Discord takes."""
    return fuzzy_find(typed, [((one.name, one.value), one) for one in choices])[:MAX_OPTIONS]


def normalized_words(text: str) -> list[str]:
    """The words of a text in lower case, without accents and apostrophes.

    >>> normalized_words("Will o' the Wisp (café)")
    ['will', 'o', 'the', 'wisp', 'cafe']
    """
    decomposed = unicodedata.normalize("NFKD", re.sub(r"['’`´]", "", text)).casefold()
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", letters)


def typed_words(text: str) -> list[str]:
    """The :func:`normalized_words` of a text of any length; a letter can stand for many."""
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
        all_words = [word for name in names for word in (*name, _END)]
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
    if name == typed or sorted(wanted) == sorted(words):
        return EXACT
    if name.startswith(typed):
        return 1.0
    all_prefixes = all(any(word.startswith(prefix) for word in words) for prefix in wanted)
    return 2.0 if all_prefixes else 3.0


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


OFFER_AFTER: Final = 2.0
"""Seconds after which nothing is offered rather than something too late; Discord waits three."""

_Parameters = ParamSpec("_Parameters")

_log = logging.getLogger(__name__)


class DiscordErrorFilter(logging.Filter):
    """Leaves out what the library logs of choices that did not reach Discord: pages of code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is of something else."""
        return record.exc_info is None or not isinstance(record.exc_info[1], FAILURES)


def in_time(
    offer: Callable[_Parameters, Awaitable[list[Choice[str]]]],
) -> Callable[_Parameters, Coroutine[Any, Any, list[Choice[str]]]]:
    """Offer nothing where it is too late or fails; for a function that autocompletes."""

    @functools.wraps(offer)
    async def in_time(
        *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> list[Choice[str]]:
        interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
        choices: list[Choice[str]] = []
        with log_context(interaction.id):
            try:
                left = OFFER_AFTER - interaction.client.interactions.arrivals.age(interaction.id)
                choices = await within(max(0.0, left), offer(*arguments, **named))
                outcome = "answered"
            except StoreError as error:
                _log.warning("Nothing is offered: %s", error)
                outcome = "unavailable"
            except (PatienceError, TimeoutError) as error:
                _log.warning("Nothing is offered: %s", reason(error))
                outcome = "refused"
            except Exception:
                _log.exception("Nothing is offered")
                outcome = "failed"
            await _send(interaction, choices, outcome)
        return choices

    return in_time


async def _send(interaction: Interaction, choices: list[Choice[str]], outcome: str) -> None:
    """Send choices. The library sends them once more where that may help."""
    kind, arrivals = interaction.type.name, interaction.client.interactions.arrivals
    try:
        async with asyncio.timeout(arrivals.seconds_to_try(interaction.id)):
            await interaction.response.autocomplete(choices)
    except FAILURES as error:
        metrics.INTERACTIONS.labels(kind, "undelivered").inc()
        _log.warning("Choices did not reach Discord: %s", reason(error))
        if not is_passing(error):
            raise
    else:
        metrics.INTERACTIONS.labels(kind, outcome).inc()
        metrics.ANSWER_SECONDS.labels(kind).observe(arrivals.age(interaction.id))
