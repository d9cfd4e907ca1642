"""What a line of a board is called: a pile, all piles of a kind, or something beside the board."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.cards import Suit
from engine.compiled import CompiledRules
from engine.rules import PileKind

# In the languages in which players are known to write, as in engine.notation.
_KINDS: Final = {
    PileKind.STOCK: (
        "stock stockpile stock-pile talon deck draw draw-pile drawpile draw-deck hand "
        "nachziehstapel vorrat"
    ),
    PileKind.WASTE: ("waste waste-pile wastepile open-cards ablage ablagestapel"),
    PileKind.FOUNDATION: (
        "foundation foundations founds found home homecell homecells home-cells hole "
        "grundstapel fundament fundamente basis zielstapel completed"
    ),
    PileKind.CELL: (
        "cell cells freecell freecells free-cell free-cells fc zelle zellen freizelle freizellen "
        "freie-zelle freie-zellen"
    ),
    PileKind.RESERVE: "reserve reserves reserve-pile demon heel reservestapel",
    PileKind.TABLEAU: (
        "pile piles column columns col cols stack stacks tableau tableaus tableau-pile "
        "tableau-piles tableau-column cascade cascades tab t fan fans row rows depot depots board "
        "stapel spalte spalten reihe reihen haufen kolonne kolonnen"
    ),
}
_ELSEWHERE: Final = {
    (PileKind.WASTE, True): PileKind.FOUNDATION,
    (PileKind.RESERVE, True): PileKind.STOCK,
    (PileKind.RESERVE, False): PileKind.STOCK,
}
"""What a kind of pile that a game does not have is in it, by whether it has a single foundation."""
_DISCARDS: Final = frozenset(
    ["discard", "discards", "discarded", "discard-pile", "abwurf", "abwurfstapel", "abgeworfen"]
)
"""The foundation where cards are discarded, and the waste elsewhere."""
_BY_WORD: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_SHORT_TABLEAU: Final = frozenset({"t", "tab", "col", "row", "rows", "fan", "fans"})
"""Words that say too little without a number."""
_SHORT: Final = {"c": PileKind.TABLEAU, "p": PileKind.TABLEAU, "fc": PileKind.CELL}
"""Letters that stand for a kind only before a number, unless a pile is so called."""
_REDEALS: Final = frozenset({"redeal", "redeals", "redeals left", "passes", "passes left"})
_BESIDE: Final = re.compile(
    r"(?:game|deal|seed|variant|player|date|result|rules|score|moves?|time|difficulty|title|"
    r"last move|turned up|goal|chosen|suggested|move count|"
    r"spiel|partie|nr|letzter zug|aufgedeckt|ziel|gewählt|vorschlag|züge|zeit)\b.*"
)
_NUMBERED: Final = re.compile(
    r"(?P<word>\D*?)[ #-]*(?:no|nr|number|nummer)?[ .#]*(?P<index>\d{1,2})"
)
_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
_GERMAN_ORDINALS: Final = (
    *("erste", "zweite", "dritte", "vierte", "fünfte"),
    *("sechste", "siebte", "achte", "neunte", "zehnte"),
)
_NUMBER_WORDS: Final = {
    word: str(number)
    for words in (
        "one two three four five six seven eight nine ten",
        "eins zwei drei vier fünf sechs sieben acht neun zehn",
        "i ii iii iv v vi vii viii ix",
    )
    for number, word in enumerate(words.split(), start=1)
}
_ORDINAL: Final = re.compile(
    rf"(?:(?P<digits>\d{{1,2}})(?:st|nd|rd|th|\.)?"
    rf"|(?P<word>{'|'.join((*_ORDINALS, *_GERMAN_ORDINALS))})[rs]?)"
    r"(?: (?P<kind>[^\W\d_]{3,12}))?"
)
_SUITS: Final = {
    Suit.SPADES: "♠ s spade spades pik",
    Suit.HEARTS: "♥ h heart hearts herz",
    Suit.DIAMONDS: "♦ d diamond diamonds karo",
    Suit.CLUBS: "♣ c club clubs kreuz",
}
_BY_SUIT: Final = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_MAX_NAME: Final = 40


class Beside(Enum):
    """What a line may be about that is no pile."""

    REDEALS = "redeals"
    REMARK = "a remark"


@dataclass(frozen=True, slots=True)
class Label:
    """What a line is called.

    Attributes:
        kind: the kind of its piles.
        pile: the name of its pile; empty for all of a kind.
        suit: the suit of a foundation that goes by it.
        is_talon: whether it is called as PySol calls a stock, whose next card it writes first.
    """

    kind: PileKind
    pile: str = ""
    suit: Suit | None = None
    is_talon: bool = False


def label_of(compiled: CompiledRules, name: str, first: int = 1) -> Label | Beside | None:
    """What a name means in a game; None if it is no name.

    Args:
        first: the number of the first pile of each kind.
    """
    if len(name) > _MAX_NAME:
        return None
    name = " ".join(name.lower().split()).strip(" *_#.()[]<>|-")
    ordinal = _ORDINAL.fullmatch(name)
    name = _number_behind(ordinal) if ordinal is not None else name
    before, space, last = name.rpartition(" ")
    if name not in compiled.index_of:
        name = f"{before}{space}{_NUMBER_WORDS.get(last, last)}"
    if name in _REDEALS:
        return Beside.REDEALS
    if name in compiled.index_of and (first or not name.isdigit()):
        return Label(compiled.piles[compiled.index_of[name]].kind, name)
    if _BESIDE.fullmatch(name):
        return Beside.REMARK
    return _range(compiled, name) or _by_suit(compiled, name) or _by_kind(compiled, name, first)


def _number_behind(match: re.Match[str]) -> str:
    """A name such as ``first pile`` with its number behind it."""
    word = match["word"]
    ordinals = (*_ORDINALS, *_GERMAN_ORDINALS)
    number = match["digits"] if word is None else str(ordinals.index(word) % len(_ORDINALS) + 1)
    return f"{match['kind']} {number}" if match["kind"] else number


def _range(compiled: CompiledRules, name: str) -> Label | None:
    """Piles that a description tells of together: ``3 to 5``."""
    match = re.fullmatch(r"(\w{1,3}) (?:to|bis) (\w{1,3})", name)
    if match is None or not {match[1], match[2]} <= compiled.index_of.keys():
        return None
    return Label(compiled.piles[compiled.index_of[match[1]]].kind, f"{match[1]} to {match[2]}")


def _by_suit(compiled: CompiledRules, name: str) -> Label | None:
    """A foundation that goes by its suit: ``♠``, ``hearts``, ``foundation ♥``."""
    *before, last = name.split(" ")
    suit = _BY_SUIT.get(last)
    is_named = bool(before) and _BY_WORD.get("-".join(before)) is PileKind.FOUNDATION
    if suit is None or not compiled.foundations or (before and not is_named):
        return None
    if len(last) == 1 and last.isalpha() and not is_named:
        return None
    return Label(PileKind.FOUNDATION, suit=suit)


def _by_kind(compiled: CompiledRules, name: str, first: int) -> Label | None:
    """Piles that go by their kind, and one of them by its number or letter."""
    *before, last = name.split(" ")
    kind = _kind(compiled, "-".join(before))
    is_named = last in compiled.index_of and not last.isdigit()
    if is_named and kind is compiled.piles[compiled.index_of[last]].kind:
        return Label(kind, last)
    if kind is PileKind.TABLEAU and re.fullmatch("[a-z]", last):
        return _by_number(compiled, "-".join(before), ord(last) - ord("a"), name)
    numbered = _NUMBERED.fullmatch(name)
    if numbered is not None:
        place = int(numbered["index"]) - first
        return _by_number(compiled, numbered["word"].replace(" ", "-"), place, name)
    word = name.replace(" ", "-")
    kind = _kind(compiled, word)
    if kind is None or (kind is PileKind.TABLEAU and word in _SHORT_TABLEAU):
        return None
    piles = compiled.piles_of(kind)
    return Label(kind, piles[0].name if len(piles) == 1 else "", is_talon=word == "talon")


def _by_number(compiled: CompiledRules, word: str, place: int, name: str) -> Label | None:
    """A pile by its place among those of its kind; by a number alone, of the tableau."""
    kind = _kind(compiled, word) or (_SHORT.get(word) if word else PileKind.TABLEAU)
    if kind is None:
        return None
    piles = compiled.piles_of(kind)
    return Label(kind, piles[place].name if 0 <= place < len(piles) else name)


def _kind(compiled: CompiledRules, word: str) -> PileKind | None:
    if word in _DISCARDS:
        takes = compiled.rules.foundations.takes_discards
        return PileKind.FOUNDATION if takes else PileKind.WASTE
    kind = _BY_WORD.get(word)
    if kind is None or compiled.piles_of(kind):
        return kind
    other = _ELSEWHERE.get((kind, compiled.rules.foundations.is_single), kind)
    return other if compiled.piles_of(other) else kind
