"""What lies on the felt under the cards: empty places, what they take, and the names of piles."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Kind, Rank, Rules
from engine.plan import Plan, plan_of
from rendering.arrangement import Slot, arrangement_of
from rendering.lettering import BOLD, MEDIUM, lettering
from rendering.measures import Box, Measures, Size
from rendering.shapes import SUPERSAMPLING, pip_mask
from rendering.sprites import CORNER, Sheet, rounded, sheet_of
from rendering.theme import Colour

_ALWAYS_OPEN: Final = frozenset({Kind.FOUNDATION, Kind.STOCK, Kind.WASTE})
_MARK: Final = 0.4
_COUNT_CAP: Final = 0.86
_NAME_GAP: Final = 0.3
_LAYER: Final = 0.014


@lru_cache(maxsize=64)
def felt_of(
    rules: Rules, width: int, theme_name: str, suits: int, base: int, row: int = 0
) -> Image.Image:
    """The board of a game without its cards, down to where its empty piles end.

    Args:
        rules: the game.
        width: the board's width in pixels.
        theme_name: the theme.
        suits: 2 or 4, the number of colours the suits have.
        base: how far the rank that begins a foundation lies above the ace.
        row: which row of the tableau to draw. The first comes with all that stands above and
            beside it; the others begin with the room for their names.
    """
    arrangement = arrangement_of(rules, width)
    m = arrangement.measures
    sheet = sheet_of(theme_name, suits, m.card)
    plan = plan_of(rules)
    slots = [slot for slot in arrangement.slots if slot.row == row]
    top = slots[0].box.y - m.label_row if row else 0
    slots = [replace(slot, box=replace(slot.box, y=slot.box.y - top)) for slot in slots]
    bottom = max(slot.box.bottom for slot in slots) + sheet.margin
    felt = Image.new("RGB", (width, bottom), sheet.theme.felt)
    for slot in slots:
        closed = slot.pile.kind not in _ALWAYS_OPEN and not slot.pile.fill_from
        _paint_slot(felt, slot.box, sheet, closed=closed)
        _paint_mark(felt, slot, sheet, plan, base)
        name = lettering(slot.pile.name, m.label_cap, BOLD)
        x = slot.box.x + (slot.box.width - name.width) // 2
        felt.paste(sheet.theme.label, (x, baseline(slot.box, m) - m.label_cap), name)
    return sheet.indexed(felt)


def baseline(box: Box, m: Measures) -> int:
    """What the name over a pile stands on."""
    return box.y - round(m.label_cap * _NAME_GAP)


def _paint_slot(felt: Image.Image, box: Box, sheet: Sheet, *, closed: bool = False) -> None:
    """An empty place; one that nothing is ever put into is but an outline."""
    radius = sheet.card * CORNER
    felt.paste(sheet.theme.slot_line, (box.x, box.y), rounded(box.width, box.height, radius))
    line = max(1.0, sheet.card * 0.013)
    inside = rounded(box.width, box.height, radius, inset=line)
    felt.paste(sheet.theme.felt if closed else sheet.theme.slot, (box.x, box.y), inside)


def _paint_mark(felt: Image.Image, slot: Slot, sheet: Sheet, plan: Plan, base: int) -> None:
    """What the pile takes when it is empty: a suit, a king, nothing; the rest stays plain."""
    pile, colour = slot.pile, sheet.theme.mark
    if pile.kind is Kind.FOUNDATION:
        _paint_foundation(felt, slot, sheet, plan, base)
    elif pile.kind in (Kind.STOCK, Kind.WASTE):
        return
    elif not pile.fill_from:
        _paste_centred(felt, _cross(sheet.of(0.2)), slot.box, colour)
    elif pile.kings_only:
        king = lettering(_letter((base + 12) % 13 + 1), sheet.of(_MARK))
        box = Box(slot.box.x, slot.box.y, slot.box.width, slot.box.height + king.height // 5)
        _paste_centred(felt, king, box, colour)


def _paint_foundation(felt: Image.Image, slot: Slot, sheet: Sheet, plan: Plan, base: int) -> None:
    """The suit of a foundation, with its first card's rank where that is not always the ace.

    One that takes any suit stays plain.
    """
    if plan.rules.foundations.build:
        return
    colour = sheet.theme.mark
    _paste_centred(felt, pip_mask(plan.suit_of(slot.pile), sheet.of(_MARK)), slot.box, colour)
    if base or plan.rules.foundations.descending:
        first = (base + (12 if plan.goes_down(slot.pile) else 0)) % 13 + 1
        letter = lettering(_letter(first), sheet.of(0.27))
        corner = (slot.box.x + sheet.of(0.08), slot.box.y + sheet.of(0.08))
        felt.paste(sheet.theme.count, corner, letter)


def _letter(rank: int) -> str:
    return Rank(rank).letter.replace("T", "10")


def _paste_centred(felt: Image.Image, mark: Image.Image, box: Box, colour: Colour) -> None:
    _paste_about(felt, mark, (box.x + box.width // 2, box.y + box.height // 2), colour)


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
    number = lettering(str(redeals), cap)
    emblem.paste(number, ((size - number.width) // 2, (size - cap) // 2))
    return emblem


@lru_cache(maxsize=64)
def stock_sprite(
    theme_name: str, suits: int, card: int, size: Size, thickness: int, redeals: int | None
) -> Image.Image:
    """The stock as a sprite: backs, or the empty place; and the redeals left.

    Args:
        theme_name: the theme.
        suits: 2 or 4, the number of colours the suits have.
        card: the width of a card in pixels.
        size: how much of the card is drawn.
        thickness: how many backs are seen, 0 for an empty stock.
        redeals: the redeals still allowed; None for as many as one likes.
    """
    sheet = sheet_of(theme_name, suits, card)
    theme, m = sheet.theme, sheet.margin
    middle = (m + card // 2, m + sheet.height(size) // 2)
    if thickness:
        step = max(1, sheet.of(_LAYER))
        beneath = tuple((0, -step * layer) for layer in range(thickness - 1, 0, -1))
        picture = sheet.face(None, size, beneath=beneath).convert("RGB")
        if redeals == 0:
            return sheet.indexed(picture)
        disc = rounded(sheet.of(0.7), sheet.of(0.7), sheet.of(0.35))
        _paste_about(picture, disc, middle, theme.back)
        emblem, colour = _redeal_emblem(redeals, sheet.of(0.58)), theme.card
    else:
        picture = Image.new("RGB", (card + 2 * m, sheet.height(size) + 2 * m), theme.felt)
        _paint_slot(picture, Box(m, m, card, sheet.height(size)), sheet)
        emblem = _redeal_emblem(redeals, sheet.of(0.58))
        colour = theme.mark if redeals == 0 else theme.label
    _paste_about(picture, emblem, middle, colour)
    return sheet.indexed(picture)


@lru_cache(maxsize=512)
def count_sprite(number: int, cap: int, theme_name: str, suits: int, card: int) -> Image.Image:
    """A number of cards, to be put beside a pile's name; its foot is the name's baseline."""
    sheet = sheet_of(theme_name, suits, card)
    text = lettering(str(number), round(cap * _COUNT_CAP), MEDIUM)
    sprite = Image.new("RGB", (text.width, round(cap * _COUNT_CAP)), sheet.theme.felt)
    sprite.paste(sheet.theme.count, (0, 0), text)
    return sheet.indexed(sprite)
