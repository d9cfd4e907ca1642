"""What deals are called, and which number is meant by what somebody types.

Most numbers are short enough to be said. Those of deals that were secret have nineteen digits; such
a deal goes by thirteen letters and digits, which stand for its number and nothing else, so that it
has one name for all, and the name can be typed.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from bot.i18n import _, format_integer
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL
from engine import InvalidDeal
from engine.errors import excerpt

if TYPE_CHECKING:
    from engine import Rules

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's digits, without letters that look like others."""
_MISREAD: Final = str.maketrans("OIL", "011")
_LENGTH: Final = 13
"""Digits of base 32 for 63 bits."""
_CODE: Final = r"[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{5}"
_NUMBER: Final = r"\d{1,3}(?:[.,'’_ ]\d{3})+|\d+"
_CALLED: Final = r"(?:deal|game|number|spiel|nummer|nr|no)\b\.?\s*|#\s*|№\s*"
_DEAL: Final = re.compile(
    rf"(?:{_CALLED})*(?P<deal>{_CODE}|{_NUMBER})\s*\.?", re.IGNORECASE | re.ASCII
)
_BEHIND: Final = re.compile(
    rf"(?P<name>.*?\S)[\s,·]+(?:(?:{_CALLED})+(?P<called>{_CODE}|{_NUMBER})"
    rf"|(?P<deal>{_CODE}|\d{{1,3}}(?:[.,'’_ ]\d{{3}})+|\d{{3,}}))\s*\.?(?:\s*·.*)?",
    re.IGNORECASE | re.ASCII,
)
_MAX_TYPED: Final = 200


def name_deal(number: int) -> str:
    """A deal by its number, or by letters that stand for it if it is too long to be said.

    >>> name_deal(42), name_deal(2**62)
    ('deal 42', 'deal 4000-0000-00000')
    """
    if number <= HIGHEST_SHORT_DEAL:
        return _("deal {number}", number=number)
    code = "".join(_LETTERS[number >> 5 * at & 31] for at in reversed(range(_LENGTH)))
    return _("deal {number}", number=f"{code[:4]}-{code[4:8]}-{code[8:]}")


def split_deal(typed: str) -> tuple[str, str | None]:
    """The name of a game, and the deal behind it if there is one.

    Numbers in names have two digits at most, so a shorter one must be called a deal.

    >>> split_deal("Klondike · deal 12345"), split_deal("FreeCell · Nr. 42 · leicht")
    (('Klondike', '12345'), ('FreeCell', '42'))
    >>> split_deal("solitaire 13"), split_deal("golf 1.000")
    (('solitaire 13', None), ('golf', '1.000'))
    """
    plain = _plain(typed)
    found = _BEHIND.fullmatch(plain) if len(plain) <= _MAX_TYPED else None
    if found is None:
        return typed, None
    return found["name"], found["called"] or found["deal"]


def parse_deal_number(text: str, rules: Rules) -> int:
    """A deal's number as typed, as the bot writes it, or with thousands separated.

    >>> from engine import CATALOGUE
    >>> [parse_deal_number(text, CATALOGUE["klondike"]) for text in (" #1_000 ", "Nr. 1.000.")]
    [1000, 1000]
    >>> parse_deal_number(name_deal(2**62 + 5), CATALOGUE["klondike"]) == 2**62 + 5
    True
    """
    found = _DEAL.fullmatch(_plain(text)) if len(text) <= _MAX_TYPED else None
    number = 0 if found is None else _number(found["deal"])
    if not 1 <= number <= rules.last_deal:
        raise InvalidDeal(
            "“{text}” is not a deal of {game}; choose a number from 1 to {last}, or leave it out "
            "for a winnable deal.",
            text=excerpt(text),
            game=rules.title,
            last=format_integer(rules.last_deal),
        )
    return number


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).strip("*`“”„\"' ")


def _number(text: str) -> int:
    """The number that digits or letters stand for; 0 for letters that stand for none."""
    if not re.fullmatch(_CODE, text):
        digits = re.sub(r"\D", "", text)
        return int(digits) if len(digits) < 20 else 0
    number = 0
    for letter in text.upper().replace("-", "").translate(_MISREAD):
        value = _LETTERS.find(letter)
        if value < 0:
            return 0
        number = number << 5 | value
    return number
