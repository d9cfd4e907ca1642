"""How difficult and long a game is, how many decks it takes: what people ask for beside a name.

A game is as difficult as players of this server find it, once they have played it often enough.
Until then, in direct messages, and for what is the same everywhere, such as the day's deal, points
and badges, the catalogue's difficulty counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.chat.requests.pace import within
from bot.chat.responding.search import normalized_words, typed_words
from bot.errors import StoreError
from bot.i18n import LANGUAGES, N_, _, format_integer, use_locale
from bot.service.players.statistics import Statistics
from engine.rules import Difficulty

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction
    from bot.models.players import WinCount
    from engine import Rules


class Length(Enum):
    """How long a game takes, by the name that players read."""

    SHORT = N_("short")
    AVERAGE = N_("average length")
    LONG = N_("long")


_LENGTH_WORDS: Final = {
    Length.SHORT: N_("short shorter quick quickly fast brief speed speedy"),
    Length.LONG: N_("long longer longest epic"),
}
"""The words that ask for a length."""

_POPULAR: Final = N_(
    "popular famous known classic classics favourite favorite favourites best good nice fun funny "
    "entertaining enjoyable recommended recommend recommendation suggest suggestion"
)
"""The words that ask for what most people play."""

_NONE: Final = N_("no none not nothing without zero")
"""The words that say of what follows that there is none of it."""
_FACE: Final = "face"
"""The word of which two are one: “face up”, “face down”."""

_DECKS: Final = N_("deck decks pack packs")
"""The words for decks, after their number."""

_DECK_NUMBERS: Final = {
    1: N_("1 one single"),
    2: N_("2 two double"),
    3: N_("3 three triple"),
    4: N_("4 four"),
}
"""The words for a number of decks."""

_SURPRISE: Final = N_("random randomly surprise surprises anything whatever new different")
"""The words that ask for whichever game comes."""


@dataclass(frozen=True, slots=True)
class Property:
    """What games may have beside a length and decks.

    Attributes:
        words: those that ask for it, unless they are negated.
        negated: those that ask for it if they are.
        holds: whether a game has it.
    """

    words: str
    negated: str
    holds: Callable[[Rules], bool]

    def is_asked(self, words: Sequence[str]) -> bool:
        """Whether some words ask for it."""
        asking = self.words if _words(_NONE).isdisjoint(words) else self.negated
        return not _words(asking).isdisjoint(words)


_PROPERTIES: Final = (
    Property(
        N_(
            "open visible seen faceup uncovered skill skills skillful strategy strategic tactics "
            "tactical logic logical thinking brain puzzle"
        ),
        N_("hidden covered facedown concealed unseen luck chance"),
        lambda rules: rules.dealt_count == rules.card_count and not rules.hides_cards,
    ),
    Property(
        N_("pairs pair pairing matching match"),
        "",
        lambda rules: any(len(group) == _PAIR for group in rules.foundations.groups),
    ),
    Property(N_("cells"), "", lambda rules: bool(rules.cells.deal)),
    Property("", N_("cells"), lambda rules: not rules.cells.deal),
    Property("", N_("stock"), lambda rules: rules.stock is None),
)
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class Traits:
    """What a text asks for, None and False where it does not, and the rest of its words."""

    length: Length | None
    decks: int | None
    popular: bool
    properties: tuple[Property, ...]
    rest: tuple[str, ...]

    def __bool__(self) -> bool:
        is_asked = self.length is not None or self.decks is not None
        return is_asked or self.popular or bool(self.properties)

    def fit(self, rules: Rules) -> bool:
        """Whether a game is as long, has as many decks, and what else is asked for."""
        fits = self.length in (None, length_of(rules)) and self.decks in (None, rules.decks)
        return fits and all(one.holds(rules) for one in self.properties)


def length_of(rules: Rules) -> Length:
    """How long a game takes: by its cards, and whether each has a single place to go.

    >>> from engine import CATALOGUE
    >>> [length_of(CATALOGUE[name]).name for name in ("golf", "klondike", "spider")]
    ['SHORT', 'AVERAGE', 'LONG']
    """
    foundations = rules.foundations
    if not rules.has_foundations or foundations.is_single:
        return Length.SHORT
    return Length.LONG if rules.decks > 1 else Length.AVERAGE


def read_traits(words: Sequence[str]) -> Traits:
    """What some words ask for.

    >>> traits = read_traits(["short", "spider", "two", "decks"])
    >>> traits.length, traits.decks, traits.rest
    (<Length.SHORT: 'short'>, 2, ('spider',))
    """
    words = _with_faces_joined(words)
    length = next((_lengths()[word] for word in words if word in _lengths()), None)
    number = next((_deck_numbers().get(word) for word in _before_decks(words)), None)
    popular = any(word in _words(_POPULAR) for word in words)
    properties = tuple(one for one in _PROPERTIES if one.is_asked(words))
    asking = {*_lengths(), *_words(_POPULAR)}
    if number is not None:
        asking |= {*_words(_DECKS), *_deck_numbers()}
    for one in properties:
        asking |= {*_words(one.words), *_words(one.negated), *_words(_NONE)}
    rest = tuple(word for word in words if word not in asking)
    return Traits(length, number, popular, properties, rest)


def _with_faces_joined(words: Sequence[str]) -> list[str]:
    """Words of which “face up” is one.

    >>> _with_faces_joined(["no", "face", "down", "cards"])
    ['no', 'facedown', 'cards']
    """
    return " ".join(words).replace(f"{_FACE} ", _FACE).split()


def is_negated(words: Sequence[str], at: int) -> bool:
    """Whether the word before one says that it is not meant.

    >>> is_negated(["not", "hard"], 1), is_negated(["hard"], 0)
    (True, False)
    """
    return at > 0 and words[at - 1] in _words(_NONE)


def asks_for_surprise(typed: str) -> bool:
    """Whether a text in place of a game's name asks for whichever comes.

    >>> asks_for_surprise("Surprise me!"), asks_for_surprise("Klondike")
    (True, False)
    """
    return not _words(_SURPRISE).isdisjoint(typed_words(typed))


def without_surprise(typed: str) -> str:
    """What a text asks for beside a surprise.

    >>> without_surprise("a random short game")
    'a short game'
    """
    return " ".join(word for word in typed_words(typed) if word not in _words(_SURPRISE))


def words_of(text: str) -> list[str]:
    """The words of a text in all languages."""
    return [word for one in in_all_languages(text) for word in normalized_words(one)]


def in_all_languages(text: str) -> tuple[str, ...]:
    """A text in each language; what is the same in several only once."""
    texts = []
    for language in LANGUAGES:
        with use_locale(language):
            texts.append(_(text) if text else "")
    return tuple(dict.fromkeys(texts))


def _before_decks(words: Sequence[str]) -> list[str]:
    """The words that stand before one for decks."""
    pairs = itertools.pairwise(words)
    return [before for before, word in pairs if word in _words(_DECKS)]


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


@cache
def _lengths() -> dict[str, Length]:
    return {word: one for one, text in _LENGTH_WORDS.items() for word in words_of(text)}


@cache
def _deck_numbers() -> dict[str, int]:
    return {word: number for number, text in _DECK_NUMBERS.items() for word in words_of(text)}


WinCounts: TypeAlias = "Mapping[str, WinCount]"
"""What a server has played and won, by rules id: the games that it has played often."""
NO_WIN_COUNTS: Final[WinCounts] = MappingProxyType({})
"""Nothing is known of what players here win."""
_TIMEOUT: Final = 1.0
"""Seconds to wait for what was won; the catalogue's difficulty is better than none."""


def difficulty_of(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> Difficulty:
    """A game's difficulty, where so much was won."""
    count = wins.get(rules.id)
    return rules.difficulty if count is None else Difficulty.of_wins(100 * count.won / count.played)


def explain_difficulty(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """What a game's difficulty follows from, as a sentence."""
    count = wins.get(rules.id)
    if count is None:
        return _(rules.difficulty.value)
    return _(
        "{won} of {played} games were won here.",
        won=format_integer(count.won),
        played=format_integer(count.played),
    )


async def guild_win_counts(interaction: Interaction) -> WinCounts:
    """What was won where somebody interacts; nothing where that cannot be read in time."""
    if interaction.guild_id is None:
        return NO_WIN_COUNTS
    statistics = interaction.client.services[Statistics]
    try:
        return await within(_TIMEOUT, statistics.often_played(interaction.guild_id))
    except (StoreError, TimeoutError):
        return NO_WIN_COUNTS
