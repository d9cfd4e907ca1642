"""Which game players mean: by title or another name, by difficulty, and with typing errors.

A name that is not exactly that of a game is asked about, however similar it is.
They may name a game in any language the bot speaks, whatever language they have chosen.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from bot.chat.games.aliases import ALIASES, RELATIVES
from bot.chat.games.traits import (
    NO_WIN_COUNTS,
    Traits,
    WinCounts,
    difficulty_of,
    in_all_languages,
    is_negated,
    read_traits,
    without_surprise,
    words_of,
)
from bot.chat.responding.search import (
    EXACT,
    matches,
    misspellings,
    name_similarity,
    normalized_words,
    typed_words,
)
from bot.i18n import LANGUAGES, N_, translate, use_locale
from engine import CATALOGUE, InvalidHouseRules, UnknownGame, house_rules, known_rules
from engine.errors import excerpt
from engine.games import FAMILIES
from engine.house_rules import SETTINGS, base_id, is_house_rules, settings_of
from engine.rules import Difficulty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, KeysView, Sequence

    from bot.chat.responding.search import Names
    from engine import Rules

BEST_KNOWN: Final = (
    "klondike",
    "spider-1",
    "freecell",
    "pyramid",
    "tri-peaks",
    "yukon",
    "golf",
    "klondike-3",
    "saratoga",
    "cassim",
    "phoenix",
    "saxony",
    "spider-2",
    "spider",
    "scorpion",
    "eight-off",
    "bakers-game",
    "beleaguered-castle",
    "la-belle-lucie",
    "canfield",
    "seahaven",
    "penguin",
    "easthaven",
    "forty-thieves",
    "black-hole",
)
"""The games offered before anything is typed, and before others that match as well."""

_NUMBERS: Final = {
    "1": N_("one"),
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "7": N_("seven"),
    "8": N_("eight"),
    "10": N_("ten"),
    "11": N_("eleven"),
    "13": N_("thirteen"),
    "40": N_("forty"),
}
"""Numbers in names, which may be typed in digits; translations may be several words."""

_DIFFICULTY_WORDS: Final = {
    Difficulty.EASY: N_(
        "easy easier easiest easily simplest winnable solvable beginner beginners "
        "relaxing calm calming cozy cosy chill kid kids child children family"
    ),
    Difficulty.MEDIUM: N_("medium normal moderate"),
    Difficulty.HARD: N_("hard harder difficult tough tricky challenging challenge"),
    Difficulty.EXPERT: N_("expert experts hardest impossible"),
}
"""The words that ask for a difficulty."""

_FILLERS: Final = N_(
    "a an the of with in to i want would like please play let us some something any thing game "
    "games card cards deal deals all every everything always that is are can be win won for my "
    "your friendly only just pure really very most more too so and but or which what should make "
    "remove discard solitaire patience"
)
"""The words that may be left out where nothing is found with them."""

_ANY_DEAL: Final = N_("any random")
"""The words that ask for whichever deal comes."""

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_TITLE: Final = re.compile(r"(?P<game>[^()].{0,80}?)\s*\((?P<changes>[^()]{1,120})\)")
"""The title of a game by house rules, or one that looks like it."""
SPIDERS: Final = ("spider-1", "spider-2", "spider")
"""The games that “Spider” may mean, the easiest first."""

MAX_SUGGESTED: Final = 5
"""How many games are suggested to a player who named none."""


class MatchKind(Enum):
    """How well a text says which game is meant."""

    ONE = "one game"
    SEVERAL = "several games"
    NONE = "no game"


@dataclass(frozen=True, slots=True)
class FoundGames:
    """The games that a player may mean.

    Attributes:
        kind: how many are meant.
        games: those meant, best match first; where none is, those to offer instead.
        by_traits: whether they are those that fit what was asked for beside a name.
    """

    kind: MatchKind
    games: tuple[Rules, ...]
    difficulty: Difficulty | None = None
    by_traits: bool = False


def find_game(typed: str) -> Rules:
    """The game that the typed text means."""
    exact = exact_game(typed)
    if exact is not None:
        return exact
    found = find_games(typed)
    if found.kind is MatchKind.ONE:
        return found.games[0]
    details = {
        "game": excerpt(typed),
        "games": "; ".join(translate(rules.name) for rules in found.games[:MAX_SUGGESTED]),
    }
    if found.kind is MatchKind.SEVERAL:
        raise UnknownGame("There is no game called “{game}”; did you mean {games}?", **details)
    raise UnknownGame("There is no game called “{game}”; try {games} or another.", **details)


def exact_game(typed: str) -> Rules | None:
    """The game of which the typed text is a whole name, which needs no search.

    >>> exact_game("Forty Thieves!").id, exact_game("forty")
    ('forty-thieves', None)
    >>> exact_game("Idiot's Delight")  # which two games are called
    """
    named = _games_by_name().get("".join(typed_words(typed)), ())
    return named[0] if len(named) == 1 else None


def read_difficulty(text: str | None) -> Difficulty | None:
    """The difficulty of a name as commands offer them; None for anything else."""
    return next((one for one in Difficulty if text == one.name.lower()), None)


def asks_for_any_deal(typed: str) -> bool:
    """Whether a text in place of a deal's number asks for whichever comes.

    >>> asks_for_any_deal("Any, please"), asks_for_any_deal("42")
    (True, False)
    """
    return not _any_deal().isdisjoint(typed_words(typed))


def requested_difficulty(typed: str, chosen: str | None) -> Difficulty | None:
    """The difficulty that is chosen beside a game's name, or else in the text.

    >>> requested_difficulty("something easy", None), requested_difficulty("not too easy", None)
    (<Difficulty.EASY: 'By estimate, people win more than half of their games.'>, None)
    """
    words = [word for word in typed_words(typed) if word not in fillers()]
    named = (
        difficulty_words()[word]
        for at, word in enumerate(words)
        if word in difficulty_words() and not is_negated(words, at)
    )
    return read_difficulty(chosen) or next(named, None)


def named_beside_difficulty(typed: str) -> Rules | None:
    """The one game that a text names beside a difficulty: a deal of it that is so hard is meant.

    >>> named_beside_difficulty("klondike hard").title
    'Klondike'
    >>> named_beside_difficulty("something easy")
    """
    words = typed_words(typed)
    name = [word for word in words if word not in difficulty_words()]
    return named_by(name) if len(name) < len(words) and not read_traits(words) else None


def named_by(words: Sequence[str]) -> Rules | None:
    """The one game that these words name, none of them being a difficulty."""
    if all(word in fillers() for word in words):
        return None
    found = variants_of(" ".join(words), _search(words))
    return found.games[0] if found.kind is MatchKind.ONE else None


def find_games(
    typed: str, difficulty: Difficulty | None = None, wins: WinCounts = NO_WIN_COUNTS
) -> FoundGames:
    """The games that the typed text may mean.

    Args:
        difficulty: how difficult the game shall be; None for what the text says of it.

    >>> find_games("spider 2 suits").games[0].title
    'Spider, two suits'
    >>> find_games("easy klondike").games[0].title
    'Double Klondike'
    """
    if is_house_rules(typed) and (base := known_rules(base_id(typed.strip()))):
        house = known_rules(typed.strip())
        kind = MatchKind.NONE if house is None else MatchKind.ONE
        return FoundGames(kind, (house or base,))
    words = typed_words(typed)
    titled = _TITLE.fullmatch(typed.partition(" · ")[0].strip())
    if titled is not None and " ".join(words) not in _bracketed_titles():
        return _by_house_rules(titled["game"], titled["changes"])
    relative = _relatives().get("".join(words))
    if relative is not None:
        return FoundGames(MatchKind.SEVERAL, (relative,))
    difficulty = difficulty or requested_difficulty(typed, None)
    traits = read_traits(words)
    if traits and "".join(words) not in joined_names():
        return _search_traits(traits, difficulty, wins)
    return _search(words) if difficulty is None else _search_difficulty(words, difficulty, wins)


def _by_house_rules(game: str, changes: str) -> FoundGames:
    """The house rules of a title such as ``Klondike (1 redeal)``, or the game to be asked about."""
    found = _search(typed_words(game))
    if found.kind is not MatchKind.ONE:
        return found
    [base, *_others] = found.games
    values, unknown = dict[str, str](), False
    for part in changes.split(","):
        meant = _changes(base).get(tuple(typed_words(part)))
        unknown = unknown or meant is None
        values |= dict([meant] if meant is not None else [])
    try:
        rules = base if unknown else house_rules(base, **values)
    except InvalidHouseRules:
        return FoundGames(MatchKind.SEVERAL, (base,))
    return FoundGames(MatchKind.SEVERAL if unknown else MatchKind.ONE, (rules,))


@cache
def _bracketed_titles() -> frozenset[str]:
    """The titles of games that have brackets of their own, in every language."""
    titles = (title for rules in CATALOGUE.values() for title in in_all_languages(rules.title))
    return frozenset(" ".join(typed_words(title)) for title in titles if "(" in title)


@lru_cache(maxsize=256)
def _changes(base: Rules) -> dict[tuple[str, ...], tuple[str, str]]:
    """What house rules may change in a game, by the words of titles, in every language."""
    found = {}
    for name, values in settings_of(base).items():
        for value in values:
            word = SETTINGS[name].word(value)
            for language in LANGUAGES:
                with use_locale(language):
                    found[tuple(typed_words(translate(word)))] = (name, value)
    return found


def _search(words: Sequence[str]) -> FoundGames:
    """The games of these names, whatever their difficulty."""
    for wanted, leaves_out in _attempts(words):
        found = matches(wanted, _named_games())
        if found:
            exact = [rank for rank, _game in found if rank == EXACT]
            is_one = len(exact) == 1 and not leaves_out
            return FoundGames(MatchKind.ONE if is_one else MatchKind.SEVERAL, _items(found))
    return _correct(words)


@cache
def _relatives() -> dict[str, Rules]:
    """The games to ask about for names of games that are not here, without spaces."""
    return {
        "".join(normalized_words(name)): CATALOGUE[rules_id]
        for rules_id, names in RELATIVES.items()
        for name in names.split(",")
    }


def _correct(words: Sequence[str]) -> FoundGames:
    """The games of whose names the words may be misspellings."""
    for wanted, _leaves_out in _attempts(words):
        found = sorted(
            misspellings(wanted, _named_games()),
            key=lambda pair: -name_similarity(wanted, _names(pair[1])),
        )
        if found:
            return FoundGames(MatchKind.SEVERAL, _items(found))
    return _best_known()


def _search_difficulty(words: Sequence[str], difficulty: Difficulty, wins: WinCounts) -> FoundGames:
    """The games of a difficulty: of these names, or else of the family of the game so named."""
    every = tuple(
        rules for _names, rules in _named_games() if difficulty_of(rules, wins) is difficulty
    )
    name = [word for word in words if word not in difficulty_words()]
    if all(word in fillers() for word in name):
        return FoundGames(MatchKind.ONE, every, difficulty)
    found = _search(name)
    if found.kind is not MatchKind.NONE:
        family = next(family for family in FAMILIES if found.games[0] in family)
        named = dict.fromkeys((*found.games, *family))
        games = tuple(rules for rules in named if difficulty_of(rules, wins) is difficulty)
        if games:
            return FoundGames(found.kind, games, difficulty)
    return FoundGames(MatchKind.NONE, every, difficulty)


def _search_traits(traits: Traits, difficulty: Difficulty | None, wins: WinCounts) -> FoundGames:
    """The games that fit what is asked for: of those named, or else of all."""
    name = [word for word in traits.rest if word not in {*difficulty_words(), *fillers()}]
    found = _search(name) if name else FoundGames(MatchKind.NONE, ())
    named = found.games if found.kind is not MatchKind.NONE else _every_game()
    fitting = tuple(
        rules
        for rules in named
        if traits.fit(rules) and difficulty in (None, difficulty_of(rules, wins))
    )
    if name and found.kind is MatchKind.NONE:
        return _best_known()
    if not fitting:
        return replace(_best_known(), games=(*filter(traits.fit, named),) or _best_known().games)
    is_one = found.kind is MatchKind.ONE and fitting == found.games[:1]
    return FoundGames(
        MatchKind.ONE if is_one else MatchKind.SEVERAL, fitting, difficulty, by_traits=True
    )


def surprise(
    typed: str, difficulty: Difficulty | None = None, wins: WinCounts = NO_WIN_COUNTS
) -> Rules:
    """Any of the games that many know, and that fit what else is asked for."""
    fitting = find_games(without_surprise(typed), difficulty, wins).games
    known = [rules for rules in fitting if rules.id in BEST_KNOWN]
    return random.choice(known or fitting)  # nothing depends on it


def variants_of(typed: str, found: FoundGames) -> FoundGames:
    """The games to ask about where a name is that of the hardest, as of Spider."""
    numbers = {_numbers().get(word, word) for word in typed_words(typed)}
    is_spider = found.kind is MatchKind.ONE and found.games[0].id == SPIDERS[-1]
    if not is_spider or found.difficulty is not None or "4" in numbers:
        return found
    return FoundGames(MatchKind.SEVERAL, tuple(CATALOGUE[rules_id] for rules_id in SPIDERS))


def _best_known() -> FoundGames:
    """The games to offer where none is meant."""
    return FoundGames(MatchKind.NONE, tuple(CATALOGUE[rules_id] for rules_id in BEST_KNOWN))


def _every_game() -> tuple[Rules, ...]:
    """All games, the best known first."""
    return tuple(rules for _names, rules in _named_games())


def _attempts(words: Sequence[str]) -> Iterator[tuple[Sequence[str], bool]]:
    """What to search for, and whether that leaves out words that may mean something.

    The words; those that are no fillers; those that make up a name.
    """
    needed = [word for word in words if word not in fillers()]
    if needed or "".join(words) in joined_names():
        yield words, False
    if needed and len(needed) < len(words):
        yield needed, False
    in_digits = [_numbers().get(word, word) for word in needed]
    if in_digits != needed:
        yield in_digits, False
    known = [word for word in needed if word in _vocabulary()]
    if "".join(known) in joined_names():
        yield known, True


def _items(ranked: Iterable[tuple[float, Rules]]) -> tuple[Rules, ...]:
    return tuple(rules for _rank, rules in ranked)


@cache
def _named_games() -> tuple[tuple[Names, Rules], ...]:
    """All games with their names, the best known first."""
    games = dict.fromkeys((*BEST_KNOWN, *CATALOGUE))
    return tuple((_names(CATALOGUE[rules_id]), CATALOGUE[rules_id]) for rules_id in games)


@cache
def _names(rules: Rules) -> Names:
    """A game's id, titles and other names, as they are and as they may be written."""
    aliases = in_all_languages(ALIASES.get(rules.id, ""))
    texts = [*in_all_languages(rules.title), *(one for text in aliases for one in text.split(","))]
    spelled_out = [text.casefold().translate(_UMLAUTS) for text in texts]
    names = [tuple(normalized_words(text)) for text in (rules.id, *texts, *spelled_out) if text]
    in_digits = [tuple(_numbers().get(word, word) for word in words) for words in names]
    needed = [tuple(word for word in words if word not in fillers()) for words in in_digits]
    return tuple(dict.fromkeys((*names, *in_digits, *filter(None, needed))))


@cache
def _vocabulary() -> frozenset[str]:
    """All words of all names."""
    return frozenset(word for names, _rules in _named_games() for words in names for word in words)


def joined_names() -> KeysView[str]:
    """All names of all games, without spaces."""
    return _games_by_name().keys()


@cache
def _games_by_name() -> dict[str, tuple[Rules, ...]]:
    """The games by their names without spaces, the best known first of those that share one."""
    found: dict[str, tuple[Rules, ...]] = {}
    for names, rules in _named_games():
        for name in {"".join(words) for words in names}:
            found[name] = (*found.get(name, ()), rules)
    return found


@cache
def _numbers() -> dict[str, str]:
    return {word: digits for digits, text in _NUMBERS.items() for word in words_of(text)}


@cache
def difficulty_words() -> dict[str, Difficulty]:
    """The words that ask for a difficulty, in every language."""
    return {word: one for one, text in _DIFFICULTY_WORDS.items() for word in words_of(text)}


@cache
def _any_deal() -> frozenset[str]:
    return frozenset(words_of(_ANY_DEAL))


@cache
def fillers() -> frozenset[str]:
    """The words that may be left out, in every language."""
    return frozenset(words_of(_FILLERS))
