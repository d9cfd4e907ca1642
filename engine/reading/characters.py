"""One way to write every sign: suits, ranks in words, brackets, dashes, digits."""

from __future__ import annotations

import html
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
        **dict.fromkeys("│┃┆┊¦║", "|"),
        **dict.fromkeys("─━═┄┈", "-"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰", "+"),
        **dict.fromkeys("、；;", ","),
        **dict.fromkeys("•·●▪◦‣", "*"),
        **dict.fromkeys("■▒▓█□▢▯⬛🎴🂠░▇◼◻◾◽⬜🟥🟧🟨🟩🟦🟪🟫❓❔🃏", " ?? "),
        **{chr(0x1F1E6 + at): chr(65 + at) for at in range(26)},
        "🅰": "A",
        "🔟": "10",
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
    "J": "jack bube valet",
    "Q": "queen dame",
    "K": "king könig roi",
}
_SUITS: Final = {
    "♠": "spades? pik pique",
    "♥": "hearts? herz c(?:oe|œ)ur",
    "♦": "diamonds? karo carreau",
    "♣": "clubs? kreuz treff? tr[eè]fle",
}


def _either(words: dict[str, str]) -> str:
    return "|".join(word for several in words.values() for word in several.split())


_RANK_WORD: Final = rf"(?P<rank>{_either(_RANKS)}|10|1[1-3]|[1-9]|[AJQKTBD])"
_SUIT_WORD: Final = rf"(?P<suit>{_either(_SUITS)})"
_OF: Final = re.compile(rf"\b{_RANK_WORD}[\s_]+(?:of|von|de)[\s_]+{_SUIT_WORD}\b", re.IGNORECASE)
_BEFORE: Final = re.compile(
    rf"\b{_SUIT_WORD}(?:[\s-]?|\s+(?:up to|bis)\s+){_RANK_WORD}\b", re.IGNORECASE
)
_BEHIND: Final = re.compile(rf"\b{_RANK_WORD}[ \t-]?{_SUIT_WORD}\b", re.IGNORECASE)
_SHORT_BEFORE: Final = re.compile(r"\b(?:(Pi)|(He)|(Ka)|(Kr))[ .]{1,2}(?=(?:10|[2-9ABDK])\b)")
"""The suits in German in two letters, apart from the rank."""
_BEFORE_SIGN: Final = re.compile(rf"\b(?P<rank>{_either(_RANKS)})[ -]?(?=[♠♥♦♣])", re.IGNORECASE)
_EMOJI: Final = re.compile(r"<?a?:(?:[a-z]+_)?(spades|hearts|diamonds|clubs):(?:\d{1,20}>)?")
"""A suit as Discord copies its emoji, its own or one of an application."""
_APART: Final = re.compile(r"(?<![\w♠♥♦♣])(10|[2-9]|[A-Za-z])[ \t]+(?=[♠♥♦♣](?![\w♠♥♦♣]))")
"""A rank and the sign of its suit with a space in between."""
_PAIRS: Final = re.compile(r"(?:[^:\n]*:)?\s*(?:(?:10|[2-9AKQJT])[ \t]+[SHDC](?:[ \t,;]+|$))+")
"""A line of ranks and letters of suits with spaces in between."""
_PAIR: Final = re.compile(r"\b(10|[2-9AKQJT])[ \t]+(?=[SHDC]\b)")
_TEN: Final = re.compile(r"(?<!\w)[1lI][0oO](?=[♠♥♦♣SHDC](?!\w))|(?<=[♠♥♦♣])[1lI][0oO](?!\w)")
"""A ten, with letters that look like its digits."""
_LINE_TAG: Final = re.compile(
    r"</?(?:br|p|div|li|tr|ul|ol|pre|code)(?:\s[^<>]*)?/?>", re.IGNORECASE
)
_LEFT_OUT: Final = re.compile(r"^\s*[,;]|[,;]\s*[,;]")
"""A place in a row with commas that has no card."""
_GAP: Final = re.compile(r"\s{4,}")
_SHADES: Final = re.compile(r"([░▒▓█▇])\1+")
"""The back of a card, which may be drawn wider than a character."""
_ENTITY: Final = re.compile(r"&(?:spades|hearts|diams|clubs|nbsp|lt|gt|amp|#\d{1,6});")
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
    text = _ENTITY.sub(lambda match: html.unescape(match[0]), _LINE_TAG.sub("\n", text))
    text = _SHADES.sub(r"\1", _fenced(text)).translate(_CARD_SIGNS)
    text = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
    text = suits_of_emoji(text)
    text = "\n".join(map(_plain_line, text.splitlines()))
    text = _BEFORE_SIGN.sub(lambda match: _written(_RANKS, match["rank"]), text)
    return _TEN.sub("10", _APART.sub(r"\1", text))


def _plain_line(line: str) -> str:
    """A line without tabs and wide gaps, and with no suit or rank in words beside the other."""
    cells = line.split("\t")
    is_table = len(cells) > 2 and not any(re.search(r"[\s:]", cell.strip()) for cell in cells)
    # A cell that is left out is the place of a card.
    line = "  ".join(cell.strip() or "--" for cell in cells) if is_table else "  ".join(cells)
    if _LEFT_OUT.search(line) and ":" not in line:
        line = re.sub(r"[^,;]+", lambda cell: cell[0].strip() or "", line)
        line = re.sub(r"(?:^|(?<=[,;]))(?=[,;]|$)", " -- ", line)
    # Patterns would try every place in a long gap.
    line = _OF.sub(_card, _GAP.sub("   ", line))
    first, last = (len(pattern.findall(line)) for pattern in (_BEFORE, _BEHIND))
    for pattern in (_BEHIND, _BEFORE) if last > first else (_BEFORE, _BEHIND):
        line = pattern.sub(_card, line)
    line = _SHORT_BEFORE.sub(lambda match: "♠♥♦♣"[(match.lastindex or 1) - 1], line)
    return _PAIR.sub(r"\1", line) if _PAIRS.fullmatch(line) else line


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
