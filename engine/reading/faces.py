"""Cards as people and programs write them, in their languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import CARDS, Card
from engine.compiled import CompiledRules


class Face(NamedTuple):
    """A card, None if it is unknown, and whether it lies face down (None: as it must there)."""

    card: Card | None
    is_down: bool | None = None


class Count(Enum):
    """What a number of cards is said of."""

    CARDS = "cards in all"
    DOWN = "face-down cards"
    MORE = "cards beneath others"


class Mark(Enum):
    """What a line may say beside cards and their numbers."""

    UNKNOWN = "an unknown card"
    GAP = "an empty place"
    NONE = "no card at all"
    ON = "the card before lies on the one after"
    NEXT = "another pile begins, or another card"


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of cards that are not named."""

    number: int
    what: Count


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may be a card: whether it is in brackets, and marked as a guess."""

    text: str
    is_bracketed: bool = False
    is_guess: bool = False


Token = Word | Counted | Mark


@dataclass(frozen=True, slots=True)
class Dialect:
    """How ranks and suits are written in a language."""

    ranks: dict[str, int]
    suits: dict[str, int]

    def card(self, text: str) -> Card | None:
        """The card that a word is, in either order of rank and suit."""
        if len(text) > _LONGEST:
            return None
        word = _INSIDE.sub("", text.upper())
        for at in range(len(word) - 1, 0, -1):
            first, last = word[:at], word[at:]
            if first in self.ranks and last in self.suits:
                return CARDS[13 * self.suits[last] + self.ranks[first] - 1]
        for at in range(1, len(word)):
            first, last = word[:at], word[at:]
            if first in self.suits and last in self.ranks:
                return CARDS[13 * self.suits[first] + self.ranks[last] - 1]
        return None

    def cards(self, text: str) -> list[Card] | None:
        """The cards of a word, which may be several without a space; None if it is none."""
        one = self.card(text)
        if one is not None:
            return [one]
        if len(text) > _LONGEST_ROW:
            return None
        found = []
        rest = text.upper()
        while rest:
            sizes = (size for size in (3, 2) if (self.card(rest[:size])) is not None)
            size = next(sizes, 0)
            card = self.card(rest[:size]) if size else None
            if card is None:
                return None
            found.append(card)
            rest = rest[size:]
        return found if len(found) > 1 else None


_LONGEST: Final = 6
"""Characters of a card, with a dash."""
_LONGEST_ROW: Final = 3 * 104
"""Characters of all cards without a space."""
_INSIDE: Final = re.compile(r"[-_./'\\]")
_NUMBERS: Final = {str(number): number for number in range(1, 14)}
_DIGITS: Final = {str(number): number for number in range(2, 11)} | {"0": 10}


_SIGNS: Final = {sign: number for number, sign in enumerate("♠♥♦♣")}
_SHDC: Final = {letter: number for number, letter in enumerate("SHDC")}


def _dialect(court: str, suits: dict[str, int], ten: str = "T") -> Dialect:
    ace, jack, queen, king = court.upper().split()
    ranks = _DIGITS | {ten: 10, ace: 1, jack: 11, queen: 12, king: 13}
    return Dialect(ranks, _SIGNS | suits)


_GERMAN: Final = {"P": 0, "PI": 0, "H": 1, "HE": 1, "K": 2, "KA": 2, "KR": 3, "X": 3, "T": 3}
_FRENCH: Final = {"P": 0, "C": 1, "CO": 1, "K": 2, "CA": 2, "T": 3}
_DUTCH: Final = {"S": 0, "H": 1, "R": 2, "K": 3}
_SPANISH: Final = {"P": 0, "C": 1, "D": 2, "T": 3}
_ITALIAN: Final = {"P": 0, "C": 1, "Q": 2, "F": 3}
DIALECTS: Final = (
    _dialect("A J Q K", _SHDC | {"SP": 0, "HE": 1, "DI": 2, "CL": 3}),
    _dialect("A B D K", _SHDC),
    _dialect("A B D K", _GERMAN),
    _dialect("A V D R", _FRENCH),
    _dialect("A B V H", _DUTCH),
    _dialect("Т В Д К", {}),
    _dialect("A J Q K", _SPANISH),
    _dialect("A J Q K", _ITALIAN),
    Dialect(_NUMBERS | {f"{number:02}": number for number in range(1, 10)}, _SIGNS | _SHDC),
)
"""How cards are written: in English, with German ranks, in German, French, Dutch and Russian, with
the suits of Spanish and Italian, and with numbers alone."""


@lru_cache(maxsize=4096)
def is_card(text: str) -> bool:
    """Whether a word is a card in any dialect, and no word of a sentence."""
    is_word = len(text) > 2 and text.isalpha()
    return not is_word and any(dialect.cards(text) for dialect in DIALECTS)


def best_dialect(compiled: CompiledRules, words: Iterable[str]) -> Dialect:
    """The dialect in which most words are cards of a game, none of them too often."""
    counted = Counter(word for word in words if word.lower() not in compiled.index_of)

    def misread(dialect: Dialect) -> int:
        faults, cards = 0, Counter[Card]()
        for word, number in counted.items():
            found = dialect.cards(word)
            if found is None:
                faults += number
            for card in found or ():
                cards[card] += number
        rules = compiled.rules
        for card, number in cards.items():
            is_played = card.suit < rules.suits and rules.first_rank <= card.rank <= rules.last_rank
            faults += max(0, number - (rules.copies if is_played else 0))
        return faults

    return min(DIALECTS, key=misread)


_COUNTS: Final = {
    Count.DOWN: r"(?:cards? |karten? )?(?:face[- ]?down|facedown|down|hidden|closed|unknown|"
    r"unseen|covered|verdeckte?|unbekannte?|zugedeckte?)(?: cards?| karten?)?",
    Count.MORE: r"(?:more|others?|weitere)(?: cards?| karten?)?",
    Count.CARDS: r"(?:cards?|karten?)(?: left| remaining| übrig)?",
}
_UNKNOWN: Final = r"\?+|[xX]{1,3}(?![\w♠♥♦♣])|\*\*|\*(?=\s|$)|##+|@@+|(?<=[\[(<{])[#*](?=[\])>}])"
_TIMES: Final = r"\d{1,2} ?[x×] ?(?:\?+|xx?)|(?:\?+|xx?) ?[x×] ?\d{1,2}"
_FILLERS: Final = (
    "and|und|then|dann|on top|obenauf|top|bottom|face[- ]?up|up|of|offen|aufgedeckt|total|in all"
)
_SCANNED: Final = re.compile(
    "|".join(
        [
            *(
                rf"(?P<{what.name}>(?<![\w♠♥♦♣])\d{{1,3}} ?(?:{words}))(?!\w)"
                for what, words in _COUNTS.items()
            ),
            rf"(?P<TIMES>(?<![\w♠♥♦♣])(?:{_TIMES})(?!\w))",
            r"(?P<GUESS>\(?(?=[\w♠♥♦♣])[^\W_]{0,3}[♠♥♦♣]?[^\W_]{0,2}\)?\?(?![?\w]))",
            rf"(?P<UNKNOWN>(?<![\w♠♥♦♣])(?:{_UNKNOWN}))",
            r"(?P<GAP>(?<![^\s,|])(?:-{1,3}|_{1,3}|\.{2,3}|\[\s*\]|\(\s*\)|<\s*>|empty|leer)(?![^\s,|]))",
            r"(?P<NONE>(?<!\w)(?:none|nothing|nil|keiner?|nichts)(?!\w))",
            r"(?P<ON>(?<!\w)(?:on(?! top)|auf)(?!\w))",
            rf"(?P<FILLER>(?<!\w)(?:{_FILLERS})(?!\w))",
            r"(?P<OPEN>[(\[<{])",
            r"(?P<CLOSE>[)\]>}])",
            r"(?P<NEXT>\s[/;]\s|;|\s*\|+\s*)",
            r"(?P<SPACE>[\s,+&=~]+|->|(?<=[)\]>}])-(?=\S)|\.(?=\s|$)|:(?=\s|$))",
            r"(?P<WORD>[^\s,;|()\[\]<>{}+&?]+)",
            r"(?P<REST>.)",
        ]
    ),
    re.IGNORECASE,
)


_MARKS: Final = {
    "UNKNOWN": Mark.UNKNOWN,
    "GAP": Mark.GAP,
    "NONE": Mark.NONE,
    "ON": Mark.ON,
    "NEXT": Mark.NEXT,
}


def tokens(body: str) -> Iterator[Token]:
    """What a line says, word by word."""
    depth = 0
    for match in _SCANNED.finditer(body):
        text, name = match[0], match.lastgroup or ""
        if name in Count.__members__:
            yield Counted(_number(text), Count[name])
        elif name == "TIMES":
            yield Counted(_number(text), Count.DOWN)
        elif name in _MARKS:
            yield _MARKS[name]
        elif name == "GUESS":
            is_down = depth > 0 or text.startswith("(")
            yield Word(text.strip("()?"), is_bracketed=is_down, is_guess=True)
        elif name in ("WORD", "REST"):
            yield Word(text, is_bracketed=depth > 0)
        depth += (name == "OPEN") - (name == "CLOSE" and depth > 0)


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))
