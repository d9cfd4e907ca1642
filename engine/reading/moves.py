"""Moves as they are told in sentences, such as those of hints, and in any spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from engine.board_state import BoardState
from engine.cards import Card
from engine.moves import Move
from engine.reading.characters import suits_of_emoji

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("⇒⇨➔➙➛➜➝➞➡⟶⟹▶►", "→"),
        **dict.fromkeys("“”„«»‘’‚`\"'💡💭", " "),
        **dict.fromkeys("\ufe0e\ufe0f\u20e3\u200b\u2060\ufeff", ""),
    }
)
_BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
_KIND: Final = re.compile(
    r"\b(?:pile|column|cell|reserve|foundation|stapel|spalte|zelle|grundstapel)\s+"
    r"(?=(?:[a-z]?\d{1,2}|[a-i])\b)"
)
_MARKED: Final = re.compile(
    r"(?:[>*+•·●▪◦‣-]\s+)?(?:\(?\d{1,3}[.)]\s+(?!\d{1,2}$))?(?P<move>.*)", re.DOTALL
)
"""A move in a quotation or a list, which may be numbered."""
_SUIT_FIRST: Final = re.compile(r"(?<!\w)([♠♥♦♣])(10|[2-9atjqk])(?![\w♠♥♦♣])")

_CARD: Final = r"(?:10|[a2-9tjqk]) ?[shdc♠♥♦♣]"
_PLACE: Final = r"the waste|(?:der )?ablage|[a-z]?\d{1,2}|[a-i]"
_FROM: Final = (
    rf"(?P<card>{_CARD})(?: (?:and|und) (?P<more>\d{{1,2}}) (?:more|weitere))?"
    rf" (?:from|von) (?P<source>{_PLACE})"
)
_ONTO: Final = (
    rf"onto {_CARD} in|into empty|into cell|onto|into|to"
    rf"|auf {_CARD} in|auf den leeren platz|in zelle|auf|in"
)
_TOLD: Final = re.compile(rf"{_FROM} (?:{_ONTO}) (?P<target>{_PLACE})")
_HOME: Final = re.compile(
    rf"{_FROM} (?:home|auf den grundstapel)(?:(?:, onto| mit) (?P<onto>{_CARD}))?"
)
_DISCARDED: Final = re.compile(rf"(?=discard |.* abwerfen$)(?:discard )?{_FROM}(?: abwerfen)?")
_TOGETHER: Final = re.compile(
    rf"{_CARD} (?:from|von) (?:{_PLACE})(?: (?:with|mit) {_CARD} (?:from|von) (?:{_PLACE})){{1,2}}"
)
_ONE: Final = re.compile(rf"({_CARD}) (?:from|von) ({_PLACE})")
_STOCK: Final = re.compile(
    r"(?:turn|deal) \d+ cards? from the stock|\d+ karten? vom talon (?:umdrehen|geben)"
    r"|gather(?:, shuffle)? and redeal the tableau"
    r"|(?:das )?tableau einsammeln(?:, mischen)? und neu geben"
    r"|bring the bottom card of each pile to its top|die unterste karte jedes stapels nach oben"
    r"|close the gaps(?: and deal from the stock)?|lücken schließen(?: und vom talon auffüllen)?"
    r"|turn the waste over to redeal|die ablage als neuen talon umdrehen"
)


def spelled(text: str) -> str:
    """A typed move in one spelling: lower case, plain digits, dashes and arrows, no full stop.

    >>> spelled("３ − 5."), spelled("> 1. ||3-5||"), spelled("(w f)")
    ('3 - 5', '3-5', 'w f')
    >>> spelled("💡 **7♥ from 3 onto 8♠ in 5** · won in 6 of 8 tries")
    '7♥ from 3 onto 8♠ in 5'
    """
    plain = suits_of_emoji(unicodedata.normalize("NFKC", text).replace("||", " "))
    plain = _BOLD.sub(r"\1", plain.strip())
    marked = _MARKED.fullmatch(plain)
    plain = marked["move"] if marked else plain
    plain = " ".join(plain.translate(_SIGNS).split()).partition(" · ")[0]
    plain = _SUIT_FIRST.sub(r"\2\1", plain.lower().strip())
    plain = _KIND.sub("", plain).rstrip(" .!;")
    is_wrapped = plain[:1] + plain[-1:] in {"()", "[]"}
    return plain[1:-1].strip() if is_wrapped else plain


def is_stock_told(text: str) -> bool:
    """Whether a spelled text tells of what the stock does."""
    return _STOCK.fullmatch(text) is not None


def told_move(state: BoardState, text: str) -> Move | None:
    """The legal move of which a spelled text tells as descriptions do; None if it tells of none."""
    match = _TOLD.fullmatch(text) or _HOME.fullmatch(text) or _DISCARDED.fullmatch(text)
    if match is not None:
        source, count = _name(match["source"]), 1 + int(match["more"] or 0)
        wanted = [(source, _card(match["card"]))]
        moves = [
            move
            for move in state.legal_moves()
            if (move.source, move.count) == (source, count)
            and not move.others
            and _arrives(state, move, match.groupdict())
        ]
    elif _TOGETHER.fullmatch(text):
        wanted = sorted((_name(place), _card(card)) for card, place in _ONE.findall(text))
        moves = [move for move in state.foundation_moves() if len(move.sources) == len(wanted)]
    else:
        return None
    return next((move for move in moves if sorted(_taken(state, move)) == wanted), None)


def _arrives(state: BoardState, move: Move, told: Mapping[str, str | None]) -> bool:
    """Whether a move goes to the pile that is told, or else to a foundation with the card told."""
    if target := told.get("target"):
        return move.target == _name(target)
    onto = told.get("onto")
    top = state.piles[move.target][-1:] if move.target.startswith("f") else ()
    return move.target.startswith("f") and (onto is None or top == (_card(onto),))


def _taken(state: BoardState, move: Move) -> list[tuple[str, Card]]:
    """The piles from which a move takes cards, each with the card that heads them."""
    return [
        (name, state.piles[name][-move.count - move.sources[:place].count(name)])
        for place, name in enumerate(move.sources)
    ]


def _name(place: str) -> str:
    return "w" if place.endswith(("waste", "ablage")) else place


def _card(text: str) -> Card:
    return Card.parse(text.replace(" ", ""))
