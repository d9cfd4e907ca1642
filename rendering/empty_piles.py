"""What lies on the felt under the cards: empty places, what they take, and the names of piles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import PileKind, Rank, Suit
from engine.compiled import CompiledRules, Pile
from rendering.metrics import Box, Index, Metrics, Size
from rendering.shapes import SUPERSAMPLING, pip_mask
from rendering.sprites import CORNER, Sheet, palette_image, rounded, sheet_of
from rendering.text import BOLD, MEDIUM, SEMIBOLD, tight_text_mask
from rendering.theme import Colour, theme_named

_MARK: Final = 0.4
_COUNT_CAP: Final = 0.86
_NAME_GAP: Final = 0.3
_LAYER: Final = 0.014


@dataclass(frozen=True, slots=True)
class Mark:
    """What an empty place shows of what it takes.

    Attributes:
        suit: the suit that a foundation takes; None for any, and for other piles.
        corner: the rank that a foundation begins with, where that is not always the ace.
        letter: the only rank that the pile takes.
        closed: whether nothing is ever put there.
    """

    suit: Suit | None = None
    corner: str = ""
    letter: str = ""
    closed: bool = False


def mark_of(pile: Pile, compiled: CompiledRules, base: int) -> Mark:
    """What a pile shows when it is empty: a suit, a king, nothing; the rest stays plain.

    Args:
        pile: the pile.
        compiled: the piles of its game.
        base: how far the rank that begins a foundation lies above the ace.
    """
    if pile.kind is PileKind.FOUNDATION:
        if compiled.rules.foundations.build:
            return Mark()
        first = (base + (12 if compiled.is_descending(pile) else 0)) % 13 + 1
        told = base or compiled.rules.foundations.descending
        return Mark(suit=compiled.suit_of(pile), corner=_letter(first) if told else "")
    if pile.kind in (PileKind.STOCK, PileKind.WASTE):
        return Mark()
    if not pile.fill_from:
        return Mark(closed=True)
    return Mark(letter=_letter((base + 12) % 13 + 1)) if pile.kings_only else Mark()


@lru_cache(maxsize=256)
def empty_pile_sprite(
    theme_name: str, suits: int, card: int, index: Index, size: Size, mark: Mark
) -> Image.Image:
    """An empty place as a picture of exactly its box."""
    sheet = sheet_of(theme_name, suits, card, index)
    colour = sheet.theme.mark
    picture = Image.new("RGB", (card, sheet.height(size)), sheet.theme.felt)
    _paint_empty_pile(picture, (0, 0), sheet, size, closed=mark.closed)
    middle = (card // 2, picture.height // 2)
    if mark.closed:
        _paste_about(picture, _cross(sheet.of(0.2)), middle, colour)
    if mark.suit is not None:
        _paste_about(picture, pip_mask(mark.suit, sheet.of(_MARK)), middle, colour)
    if mark.corner:
        corner = tight_text_mask(mark.corner, sheet.of(0.27))
        picture.paste(sheet.theme.count, (sheet.of(0.08), sheet.of(0.08)), corner)
    if mark.letter:
        letter = tight_text_mask(mark.letter, sheet.of(_MARK))
        _paste_about(picture, letter, (middle[0], middle[1] + letter.height // 10), colour)
    return sheet.indexed(picture)


@lru_cache(maxsize=1024)
def name_sprite(name: str, cap: int, theme_name: str, suits: int) -> Image.Image:
    """A pile's name; its upper edge is the height of a capital."""
    weight = BOLD if name[-1].isdigit() else SEMIBOLD
    return _line(name, cap, weight, theme_name, suits, label=True)


def count_cap(m: Metrics) -> int:
    """How tall the digits of a number of cards are."""
    return round(m.label_cap * _COUNT_CAP)


def cap_of(name: str, m: Metrics) -> int:
    """How tall capitals are beside a pile's name: a small letter is as tall as a digit."""
    return m.label_cap if name[-1].isdigit() else m.letter_cap


def baseline(box: Box, m: Metrics) -> int:
    """What the name over a pile stands on."""
    return box.y - round(m.label_cap * _NAME_GAP)


def _paint_empty_pile(
    picture: Image.Image, corner: tuple[int, int], sheet: Sheet, size: Size, *, closed: bool
) -> None:
    """An empty place; one that nothing is ever put into is but an outline."""
    radius, width, height = sheet.card * CORNER, sheet.card, sheet.height(size)
    picture.paste(sheet.theme.slot_line, corner, rounded(width, height, radius))
    line = max(1.0, sheet.card * 0.013)
    inside = rounded(width, height, radius, inset=line)
    picture.paste(sheet.theme.felt if closed else sheet.theme.slot, corner, inside)


def _letter(rank: int) -> str:
    return Rank(rank).letter.replace("T", "10")


def _paste_about(
    picture: Image.Image, mark: Image.Image, middle: tuple[int, int], colour: Colour
) -> None:
    x, y = middle
    picture.paste(colour, (x - mark.width // 2, y - mark.height // 2), mark)


@cache
def _cross(size: int) -> Image.Image:
    """A cross: nothing more is to be had, or put, here."""
    fine = SUPERSAMPLING
    drawn = Image.new("L", (size * fine, size * fine))
    pen = ImageDraw.Draw(drawn)
    line, near, far = round(size * fine * 0.15), size * fine * 0.1, size * fine * 0.9
    pen.line((near, near, far, far), fill=255, width=line)
    pen.line((near, far, far, near), fill=255, width=line)
    return drawn.reduce(fine)


@cache
def _round_again(size: int) -> Image.Image:
    """A ring that runs into an arrow: the cards may be dealt again."""
    fine = SUPERSAMPLING
    full = size * fine
    drawn = Image.new("L", (full, full))
    pen = ImageDraw.Draw(drawn)
    line, edge = round(full * 0.1), full * 0.08
    pen.arc((edge, edge, full - edge, full - edge), start=-38, end=262, fill=255, width=line)
    radius = full / 2 - edge - line / 2
    turn = math.radians(266)
    x, y = full / 2 + radius * math.cos(turn), full / 2 + radius * math.sin(turn)
    along = (-math.sin(turn), math.cos(turn))
    across = (math.cos(turn), math.sin(turn))
    tip, half = full * 0.27, full * 0.17
    pen.polygon(
        [
            (x - across[0] * half, y - across[1] * half),
            (x + across[0] * half, y + across[1] * half),
            (x + along[0] * tip, y + along[1] * tip),
        ],
        fill=255,
    )
    return drawn.reduce(fine)


def _redeal_emblem(redeals: int | None, size: int) -> Image.Image:
    """What is left of the redeals as a mask.

    An arrow where they are not limited, with their number in it where they are, a cross for none.
    """
    if redeals is None:
        return _round_again(size)
    if redeals == 0:
        return _cross(round(size * 0.62))
    emblem = _round_again(size).copy()
    cap = round(size * 0.36)
    number = tight_text_mask(str(redeals), cap)
    emblem.paste(number, ((size - number.width) // 2, (size - cap) // 2))
    return emblem


@lru_cache(maxsize=64)
def stock_sprite(
    theme_name: str,
    suits: int,
    card: int,
    index: Index,
    size: Size,
    thickness: int,
    redeals: int | None,
) -> Image.Image:
    """The stock as a sprite: backs, or the empty place; and the redeals left.

    Args:
        theme_name: the theme.
        suits: 2 or 4, the number of colours the suits have.
        card: the width of a card in pixels.
        index: how tall indices are.
        size: how much of the card is drawn.
        thickness: how many backs are seen, 0 for an empty stock.
        redeals: the redeals still allowed; None for as many as one likes.
    """
    sheet = sheet_of(theme_name, suits, card, index)
    theme, m = sheet.theme, sheet.margin
    middle = (m + card // 2, m + sheet.height(size) // 2)
    if thickness:
        step = max(1, sheet.of(_LAYER))
        beneath = tuple((0, -step * layer) for layer in range(thickness - 1, 0, -1))
        stack = sheet.face(None, size).copy()
        sheet.paste(stack, (m, m), None, size, beneath=beneath)
        picture = stack.convert("RGB")
        if redeals == 0:
            return sheet.indexed(picture)
        disc = rounded(sheet.of(0.7), sheet.of(0.7), sheet.of(0.35))
        _paste_about(picture, disc, middle, theme.back)
        emblem, colour = _redeal_emblem(redeals, sheet.of(0.58)), theme.card
    else:
        picture = Image.new("RGB", (card + 2 * m, sheet.height(size) + 2 * m), theme.felt)
        _paint_empty_pile(picture, (m, m), sheet, size, closed=False)
        emblem = _redeal_emblem(redeals, sheet.of(0.58))
        colour = theme.mark if redeals == 0 else theme.label
    _paste_about(picture, emblem, middle, colour)
    return sheet.indexed(picture)


@lru_cache(maxsize=512)
def count_sprite(number: int, cap: int, theme_name: str, suits: int) -> Image.Image:
    """A number of cards, to be put beside a pile's name; its upper edge is a digit's."""
    return _line(str(number), cap, MEDIUM, theme_name, suits, label=False)


def _line(
    text: str, cap: int, weight: int, theme_name: str, suits: int, *, label: bool
) -> Image.Image:
    """A line of text on the felt, from the height of capitals to a little below its baseline."""
    theme = theme_named(theme_name)
    letters = tight_text_mask(text, cap, weight)
    sprite = Image.new("RGB", letters.size, theme.felt)
    sprite.paste(theme.label if label else theme.count, (0, 0), letters)
    return sprite.quantize(palette=palette_image(theme_name, suits), dither=Image.Dither.NONE)
