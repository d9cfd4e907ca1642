"""The typeface: its file, lines of ordinary text as smooth masks, and which characters it has.

Indices and pile names are cut close by :mod:`rendering.lettering`; here is text as people read it
elsewhere, with descenders and accents.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

import fontpkg_roboto_condensed  # type: ignore[import-untyped]  # a package of data
from PIL import Image, ImageDraw, ImageFont

FILE: Final = Path(fontpkg_roboto_condensed.ROOT) / "files" / "RobotoCondensed[wght].ttf"
"""Roboto Condensed, one file for all its weights."""

BOLD: Final = 700
MEDIUM: Final = 500

ABOVE: Final = 0.45
"""The room over capitals, for their accents, in heights of a capital."""

BELOW: Final = 0.5
"""The room under the baseline, in heights of a capital."""

_CAP_OF_EM: Final = 1456 / 2048
_NO_CHARACTER: Final = "\uffff"
_ELLIPSIS: Final = "…"
_MOST_CHARACTERS: Final = 500


def lettered(text: str, cap: int, weight: int = MEDIUM) -> Image.Image:
    """A line of text as a mask, as wide as the text is.

    Capitals are ``cap`` pixels tall, with :data:`ABOVE` of that over them and :data:`BELOW` of it
    under the baseline. Nothing of it is kept, for people's names are among what is written.
    """
    font = _font(round(cap / _CAP_OF_EM), weight)
    above, below = round(cap * ABOVE), round(cap * BELOW)
    mask = Image.new("L", (max(1, breadth(text, cap, weight)), above + cap + below))
    ImageDraw.Draw(mask).text((0, above + cap), text, fill=255, font=font, anchor="ls")
    return mask


def breadth(text: str, cap: int, weight: int = MEDIUM) -> int:
    """How wide a line of text is, in pixels, where capitals are ``cap`` pixels tall."""
    return -int(-_font(round(cap / _CAP_OF_EM), weight).getlength(text) // 1)


def fitting_cap(text: str, cap: int, room: int, weight: int = MEDIUM) -> int:
    """How tall capitals may be, at most ``cap``, for a line to be at most ``room`` pixels wide."""
    while cap > 1 and breadth(text, cap, weight) > room:
        cap -= 1
    return cap


def shortened(text: str, cap: int, room: int, weight: int = MEDIUM) -> str:
    """A line that fits into ``room`` pixels: its end is left out where it would not."""
    if breadth(text, cap, weight) <= room:
        return text
    while text and breadth(text + _ELLIPSIS, cap, weight) > room:
        text = text[:-1].rstrip()
    return text + _ELLIPSIS


def readable(text: str) -> str:
    """What of a text the typeface can show, on one line.

    A character that it lacks becomes the plain one that it stands for where there is one, as with
    letters in fancy alphabets; others are left out: emoji, writing it does not know, marks without
    end, and everything that is not seen.
    """
    composed = unicodedata.normalize("NFC", text[:_MOST_CHARACTERS])
    kept = "".join(" " if mark.isspace() else _shown(mark) for mark in composed)
    return " ".join(kept.split())


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(FILE), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


def _shown(mark: str) -> str:
    """A character as it can be shown: itself, plainer ones, or nothing."""
    if _has(mark):
        return mark
    plain = unicodedata.normalize("NFKC", mark)
    if not all(_has(each) for each in plain):
        plain = unicodedata.normalize("NFKD", mark)
    return "".join(each for each in plain if _has(each))


def _has(mark: str) -> bool:
    """Whether the typeface has a sign of its own for a character."""
    if unicodedata.category(mark)[0] in "CM":
        return False
    font = _font(32, MEDIUM)
    missing = font.getmask(_NO_CHARACTER)
    found = font.getmask(mark)
    return found.size != missing.size or bytes(found) != bytes(missing)
