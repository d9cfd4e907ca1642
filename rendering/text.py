"""Text as anti-aliased masks, in Roboto Condensed.

Pile names and card indices are cropped tightly (:func:`tight_text_mask`); other text keeps its full
height, with room for descenders and accents (:func:`text_mask`).
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import fontpkg_roboto_condensed  # type: ignore[import-untyped]  # a package of data
from PIL import Image, ImageDraw, ImageFont

from rendering.shapes import SUPERSAMPLING

FONT_FILE: Final = Path(fontpkg_roboto_condensed.ROOT) / "files" / "RobotoCondensed[wght].ttf"
"""Roboto Condensed, one variable font for all weights."""

BOLD: Final = 700
MEDIUM: Final = 560
REGULAR: Final = 500

ASCENT: Final = 0.45
"""The room above capitals for accents, in cap heights."""

DESCENT: Final = 0.5
"""The room below the baseline, in cap heights."""

CAP_HEIGHT: Final = 1456 / 2048
"""The cap height of the font in ems."""

_TIGHT_DESCENT: Final = 0.1
_OVERSHOOT: Final = 0.015
_MISSING: Final = "\uffff"
_ELLIPSIS: Final = "…"
_MAX_CHARACTERS: Final = 500


def text_mask(text: str, cap: int, weight: int = REGULAR) -> Image.Image:
    """A line of text as a mask as wide as the text.

    Capitals are ``cap`` pixels tall, with :data:`ASCENT` of that above them and :data:`DESCENT` of
    it below the baseline. Masks are not cached: players' names are among these texts.
    """
    font = _font(round(cap / CAP_HEIGHT), weight)
    above, below = round(cap * ASCENT), round(cap * DESCENT)
    mask = Image.new("L", (max(1, text_width(text, cap, weight)), above + cap + below))
    ImageDraw.Draw(mask).text((0, above + cap), text, fill=255, font=font, anchor="ls")
    return mask


@cache
def tight_text_mask(
    text: str, cap: int, weight: int = BOLD, max_width: int | None = None
) -> Image.Image:
    """A line of text as a mask, cropped to its ink at both sides.

    Its top edge is the cap height, ``cap`` pixels above the baseline; descenders are squeezed into
    a narrow strip below it. With ``max_width`` the text is condensed to at most that many pixels.
    """
    scale = SUPERSAMPLING
    font = _font(round(cap * scale / CAP_HEIGHT), weight)
    baseline = round(cap * scale * (1 + _OVERSHOOT))
    strip = round(cap * _TIGHT_DESCENT) * scale
    _, _, right, below = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    drawn = Image.new("L", (right + scale, baseline + max(strip, below)))
    ImageDraw.Draw(drawn).text((0, baseline), text, fill=255, font=font, anchor="ls")
    left, _, right, _ = drawn.getbbox() or (0, 0, scale, scale)
    width = -(-(right - left) // scale)
    drawn = drawn.crop((left, 0, left + width * scale, drawn.height))
    size = (min(width, max_width or width) * scale, cap * scale + strip)
    if drawn.width > size[0] or below > strip:
        drawn = drawn.resize(size, Image.Resampling.BICUBIC)
    return drawn.crop((0, 0, *size)).reduce(scale)


def text_width(text: str, cap: int, weight: int = REGULAR) -> int:
    """The width of a line of text with a cap height of ``cap`` pixels."""
    return -int(-_font(round(cap / CAP_HEIGHT), weight).getlength(text) // 1)


def fit_cap_height(text: str, cap: int, max_width: int, weight: int = REGULAR) -> int:
    """The largest cap height up to ``cap`` at which a line is at most ``max_width`` pixels wide."""
    while cap > 1 and text_width(text, cap, weight) > max_width:
        cap -= 1
    return cap


def truncated(text: str, cap: int, max_width: int, weight: int = REGULAR) -> str:
    """The text, cut off with an ellipsis where it is wider than ``max_width`` pixels."""
    if text_width(text, cap, weight) <= max_width:
        return text
    while text and text_width(text + _ELLIPSIS, cap, weight) > max_width:
        text = text[:-1].rstrip()
    return text + _ELLIPSIS


def displayable(text: str) -> str:
    """The part of a text that the font can display, on one line.

    A character without a glyph becomes its plain equivalent where there is one (letters of fancy
    alphabets); emoji, other scripts, stacked marks and invisible characters are removed.
    """
    composed = unicodedata.normalize("NFC", text[:_MAX_CHARACTERS])
    kept = "".join(" " if char.isspace() else _with_glyphs(char) for char in composed)
    return " ".join(kept.split())


@lru_cache(maxsize=6)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(FONT_FILE), size, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight])
    return font


def _with_glyphs(char: str) -> str:
    """A character, its plain equivalent, or nothing."""
    if _has_glyph(char):
        return char
    plain = unicodedata.normalize("NFKC", char)
    if not all(map(_has_glyph, plain)):
        plain = unicodedata.normalize("NFKD", char)
    return "".join(filter(_has_glyph, plain))


def _has_glyph(char: str) -> bool:
    if unicodedata.category(char)[0] in "CM":
        return False
    font = _font(32, REGULAR)
    missing, glyph = font.getmask(_MISSING), font.getmask(char)
    return glyph.size != missing.size or bytes(glyph) != bytes(missing)
