"""Ways of writing a board that are no lines: Solvitaire's JSON, and packs of cards as digits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from engine.cards import CARDS, Card, Rank, Suit
from engine.compiled import CompiledRules
from engine.errors import InvalidBoard
from engine.reading.labels import Label, label_of
from engine.rules import PileKind

_DIGITS: Final = re.compile(r"[\s,;\"']*(?:\d[\s,;\"']*)+")
_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The suits of the digits 1 to 4."""
_CARD: Final = re.compile(r"(10|1[1-3]|[0-9AJQKT])([cdhs])", re.IGNORECASE)

_SUIT_NAMES: Final = {*"shdc♠♥♦♣", *(suit.name.lower() for suit in Suit)}
_RANK_NAMES: Final = {rank.name.lower(): rank.letter for rank in Rank}
_BRACKETS: Final = str.maketrans("()", "[]")
_NUMBERED: Final = {"1": "A", "11": "J", "12": "Q", "13": "K"}


def pack(compiled: CompiledRules, text: str) -> list[Card] | None:
    """The cards of a pack in the order of the deal, three digits a card; None for other texts.

    The first two digits are the rank, the third one is the suit, from clubs to spades.

    >>> from engine.compiled import compile_rules
    >>> from engine.games import rules_of
    >>> pack(compile_rules(rules_of("klondike")), "s: 24 cards") is None
    True

    Raises:
        InvalidBoard: if there are too few digits or too many, or three that are no card.
    """
    digits = "".join(re.findall(r"\d", text)) if _DIGITS.fullmatch(text.strip("` \n")) else ""
    if len(digits) < 30:
        return None
    count = 52 * compiled.rules.decks
    if len(digits) != 3 * count:
        raise InvalidBoard(
            "That is {number} digits; a pack of {count} cards has {digits}, three a card, such as "
            "131 for the king of clubs.",
            number=len(digits),
            count=count,
            digits=3 * count,
        )
    cards = []
    for at in range(0, len(digits), 3):
        rank, suit = int(digits[at : at + 2]), int(digits[at + 2])
        if not (1 <= rank <= 13 and 1 <= suit <= 4):
            raise InvalidBoard(
                "“{text}” is no card in digits: those are a rank from 01 to 13 and a suit from 1 "
                "to 4.",
                text=digits[at : at + 3],
            )
        cards.append(CARDS[13 * _SUITS[suit - 1] + rank - 1])
    return cards


def lines_of_json(compiled: CompiledRules, text: str) -> str | None:
    """The piles of JSON such as Solvitaire's as lines; None for other texts.

    Raises:
        InvalidBoard: if it is broken, or has other things than piles of cards.
    """
    stripped = re.sub(r"^```\w*|```$", "", text.strip()).strip()
    if not re.match(r"\{\s*[\"']|\[\s*[\[\"']", stripped):
        return None
    try:
        # Python writes lists with the other quotation marks, and pairs in parentheses.
        data: object = json.loads(stripped.replace("'", '"').translate(_BRACKETS))
    except (ValueError, RecursionError):
        if stripped.startswith("["):
            return None
        raise InvalidBoard("This JSON is broken; copy the whole of it.") from None
    hides = compiled.rules.hides_cards and bool(re.search(r'\d?\w[CDHS]"', stripped))
    named = data.items() if isinstance(data, dict) else [("tableau piles", data)]
    return "\n".join(line for name, value in named for line in _lines(compiled, name, value, hides))


def _lines(compiled: CompiledRules, name: str, value: object, hides: bool) -> Iterator[str]:
    """The lines of what JSON has under a name."""
    label = label_of(compiled, name)
    if name in ("sequences", "accordion"):
        label = Label(PileKind.TABLEAU)
    if not isinstance(label, Label):
        raise InvalidBoard(
            "“{name}” in the JSON is no pile of {game}.",
            name=name[:20],
            game=compiled.rules.title,
        )
    if isinstance(value, dict) and label.kind is PileKind.FOUNDATION:
        value = [f"{suit}-{top or 0}" for suit, top in value.items()]
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise InvalidBoard("“{name}” in the JSON is no list of cards.", name=name[:20])
    groups = [one for one in value if isinstance(one, list) and not _is_pair(one)]
    if label.kind is PileKind.FOUNDATION:
        tops = [_word(one[-1], hides=False) if one else "-" for one in groups]
        yield f"{name}: {', '.join(tops or [_word(one, hides=False) for one in value])}"
    elif not groups and not label.pile and label.kind is not PileKind.TABLEAU:
        yield f"{label.kind.value}: {' '.join(_word(one, hides=False) for one in value)}"
    elif not groups and label.pile:
        yield f"{label.pile}: {' '.join(_word(one, hides=hides) for one in value)}"
    else:
        yield from _rows(compiled, label, groups or [[one] for one in value], hides)


def _is_pair(value: object) -> bool:
    """Whether something in JSON is a rank and a suit."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, str | int) for one in value)
        and str(value[1]).lower() in _SUIT_NAMES
    )


def _rows(
    compiled: CompiledRules, label: Label, groups: list[list[object]], hides: bool
) -> Iterator[str]:
    piles = compiled.piles_of(label.kind)
    rows = [[_word(one, hides=hides) for one in group] for group in groups]
    if len(rows) > len(piles) or (any(len(row) > 1 for row in rows) and len(rows) < len(piles) / 2):
        yield from (" ".join(row) or ":" for row in rows)
        return
    for pile, row in zip(piles, rows, strict=False):
        yield f"{pile.name}: {' '.join(row)}"


def _word(value: object, *, hides: bool) -> str:
    """A card of JSON as a board writes it; a suit in lower case is face down."""
    if isinstance(value, dict) and {"rank", "suit"} <= value.keys():
        is_down = value.get("faceUp") is False or value.get("face_up") is False
        card = _word([value["rank"], value["suit"]], hides=False)
        return f"({card})" if is_down else card
    if _is_pair(value) and isinstance(value, list):
        value = f"{_RANK_NAMES.get(str(value[0]).lower(), value[0])}{str(value[1])[0].upper()}"
    text = "" if value is None else str(value).strip()
    match = _CARD.fullmatch(text)
    if match is None:
        return text or "-"
    card = f"{_NUMBERED.get(match[1], match[1])}{match[2]}"
    return f"({card})" if hides and match[2].islower() else card
