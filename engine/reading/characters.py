"""One way to write every sign: suits, ranks in words, brackets, dashes, digits."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SIGNS: Final = str.maketrans(
    {
        **dict(zip("♤♡♢♧❤♥", "♠♥♦♣♥♥", strict=True)),
        **dict.fromkeys("→⇒➔➜➞➡←⟶", " "),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("“”„«»‘’‚´`\"'", " "),
        **dict.fromkeys("【〔〖「『", "["),
        **dict.fromkeys("】〕〗」』", "]"),
        **dict.fromkeys("〈《‹⟨", "<"),
        **dict.fromkeys("〉》›⟩", ">"),
        **dict.fromkeys("│┃┆┊¦", "|"),
        **dict.fromkeys("、；;", ","),
        **dict.fromkeys("•·●▪◦‣", "*"),
        **dict.fromkeys("■▒▓█□▢▯⬛🎴🂠", " ?? "),
        **dict.fromkeys("\ufe0e\ufe0f\u20e3\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    }
)
_FACES: Final = {
    chr(0x1F0A0 + 16 * suit + (rank if rank < 12 else rank + 1)): f" {letter}{sign} "
    for suit, sign in enumerate("♠♥♦♣")
    for rank, letter in enumerate("A23456789TJQK", start=1)
}
"""The characters that Unicode has for cards; it has a knight between jack and queen."""
_CARD_SIGNS: Final = str.maketrans(_FACES)

_RANKS: Final = {
    "A": "aces? ass as",
    "2": "two deuce zwei",
    "3": "three drei",
    "4": "four vier",
    "5": "five fünf",
    "6": "six sechs",
    "7": "seven sieben",
    "8": "eight acht",
    "9": "nine neun",
    "10": "ten zehn",
    "J": "jack bube",
    "Q": "queen dame",
    "K": "king könig",
}
_SUITS: Final = {
    "♠": "spades? pik",
    "♥": "hearts? herz",
    "♦": "diamonds? karo",
    "♣": "clubs? kreuz",
}


def _either(words: dict[str, str]) -> str:
    return "|".join(word for several in words.values() for word in several.split())


_RANK_WORD: Final = rf"(?P<rank>{_either(_RANKS)}|10|1[1-3]|[1-9]|[AJQKTBD])"
_SUIT_WORD: Final = rf"(?P<suit>{_either(_SUITS)})"
_OF: Final = re.compile(rf"\b{_RANK_WORD}\s+(?:of|von)\s+{_SUIT_WORD}\b", re.IGNORECASE)
_BEFORE: Final = re.compile(rf"\b{_SUIT_WORD}[\s-]?{_RANK_WORD}\b", re.IGNORECASE)
_BEFORE_SIGN: Final = re.compile(rf"\b(?P<rank>{_either(_RANKS)})[ -]?(?=[♠♥♦♣])", re.IGNORECASE)
_EMOJI: Final = re.compile(r"<?a?:(?:[a-z]+_)?(spades|hearts|diamonds|clubs):(?:\d{1,20}>)?")
"""A suit as Discord copies its emoji, its own or one of an application."""
_APART: Final = re.compile(r"(?<![\w♠♥♦♣])(10|[2-9]|[A-Za-z])[ \t]+(?=[♠♥♦♣](?![\w♠♥♦♣]))")
"""A rank and the sign of its suit with a space in between."""
_FENCED: Final = re.compile(r"```(?:[a-z]*(?=\n))?(.*?)(?:```|\Z)", re.DOTALL)


def suits_of_emoji(text: str) -> str:
    """A text with signs in place of the emoji of suits.

    >>> suits_of_emoji("7:hearts: 8<:green_clubs:42>")
    '7♥ 8♣'
    """
    return _EMOJI.sub(lambda match: _written(_SUITS, match[1]), text)


def plain(text: str) -> str:
    """A text with each sign written in one way, and without what is around a block of code.

    >>> plain("Ｔ1：ten of ♤ 🂮 – ♡10")
    'T1:ten of ♠  K♠  - ♥10'
    >>> plain("Ace of spades, Herz-Bube, 10 ♥")
    'A♠, J♥, 10♥'
    """
    text = _fenced(text).translate(_CARD_SIGNS)
    text = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
    text = suits_of_emoji(text)
    text = text.replace("\t", "  ")
    text = _OF.sub(_card, text)
    text = _BEFORE.sub(_card, text)
    text = _BEFORE_SIGN.sub(lambda match: _written(_RANKS, match["rank"]), text)
    return _APART.sub(r"\1", text)


def _fenced(text: str) -> str:
    """What stands in blocks of code, each line where it was; the whole text without such blocks."""
    found = [match for match in _FENCED.finditer(text) if match[1].strip()]
    kept, end = "", 0
    for match in found:
        kept += "\n" * text.count("\n", end, match.start(1)) + match[1]
        end = match.end(1)
    return kept or text


def _card(match: re.Match[str]) -> str:
    """A rank and a suit, one of them in words, as a card."""
    return f"{_written(_RANKS, match['rank'])}{_written(_SUITS, match['suit'])}"


def _written(words: dict[str, str], word: str) -> str:
    """The letter or sign that a word stands for; any other word stays as it is."""
    for written, several in words.items():
        if any(re.fullmatch(one, word, re.IGNORECASE) for one in several.split()):
            return written
    return word
