"""Empty piles, with a symbol of what they take, and the stock."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Board, PileKind, Rank, Suit
from engine.cards import CARDS
from engine.compiled import CompiledRules, Pile
from engine.foundations import OPEN
from engine.places import follower_mask
from engine.rules import StockAction
from rendering.cards.card_design import rank_label
from rendering.cards.sprite_cache import BACKGROUNDS
from rendering.cards.sprites import Sheet
from rendering.encoding.pixels import Pixels
from rendering.metrics import Size
from rendering.shapes import SUPERSAMPLING, pip_mask, rounded_rectangle
from rendering.text import tight_text_mask
from rendering.theme import Colour

_SYMBOL: Final = 0.4
_OUTLINE: Final = 0.013
_LAYER: Final = 0.014
_MAX_LAYERS: Final = 3
_DISC: Final = 0.7
_LOW_DISC: Final = 0.8
_EMBLEM: Final = 0.83
"""The disc with the redeals, in card widths, at most in heights of the stock; what is on it."""
_CARDS_A_LAYER: Final = 8


@dataclass(frozen=True, slots=True)
class Symbol:
    """The symbol on an empty pile, for the cards that it takes.

    Attributes:
        suit: the suit of a foundation; None for other piles.
        corner: the rank that a foundation begins with, where that is not always the ace.
        rank: the only rank that the pile takes.
        vanishes: whether nothing is ever put there again, so that it needs no room.
        closed: whether no card can be put there.
        avoided: whether the goal of the deal is to put no card there.
    """

    suit: Suit | None = None
    corner: Rank | None = None
    rank: Rank | None = None
    vanishes: bool = False
    closed: bool = False
    avoided: bool = False


def symbol_of(pile: Pile, compiled: CompiledRules, base: int) -> Symbol:
    """The look of an empty pile.

    Args:
        base: how far the foundations' first rank is above the ace.
    """
    if pile.kind is PileKind.FOUNDATION:
        if compiled.rules.foundations.is_single:
            return Symbol()
        if compiled.rules.foundations.courses:
            place = compiled.foundations.index(pile.index)
            first_card = compiled.rules.foundations.courses[place].first
            return Symbol(suit=first_card.suit, corner=first_card.rank)
        if base == OPEN:
            return Symbol(suit=compiled.suit_of(pile))
        if compiled.suit_of(pile) is None:
            return Symbol(rank=Rank(base + 1))
        first = (base + (12 if compiled.is_descending(pile) else 0)) % 13 + 1
        varies = base or compiled.rules.foundations.descending
        return Symbol(suit=compiled.suit_of(pile), corner=Rank(first) if varies else None)
    if pile.kind in (PileKind.STOCK, PileKind.WASTE):
        return Symbol()
    stock = compiled.rules.stock
    if stock is not None and stock.action is StockAction.CLOSE_UP:
        return Symbol()
    if not pile.fill_from:
        return Symbol(vanishes=True, closed=True)
    if compiled.rules.tableau.row_suits and pile.firsts:
        return Symbol(
            suit=CARDS[pile.firsts.bit_length() - 1].suit, corner=compiled.rules.first_rank
        )
    if pile.firsts:
        return Symbol(rank=compiled.rules.first_rank)
    return Symbol(rank=Rank((base + 12) % 13 + 1)) if pile.kings_only else Symbol()


def shown_symbol(pile: Pile, board: Board) -> Symbol | None:
    """What an empty pile of a board shows; None where it leaves nothing behind."""
    if board.compiled.is_layered and pile.kind is PileKind.TABLEAU:
        return None
    if pile.left_targets is not None:
        # The row has closed up.
        return None
    symbol = symbol_of(pile, board.compiled, board.base)
    if symbol.closed and pile.kind is PileKind.RESERVE:
        return None
    return replace(symbol, closed=symbol.closed or is_dead(pile, board))


def is_dead(pile: Pile, board: Board) -> bool:
    """Whether a pile is a gap that no card can fill beside its left neighbour."""
    return (
        pile.has_place
        and not board.stacks[pile.index]
        and not follower_mask(board.compiled, board.stacks, pile)
    )


def empty_pile_sprite(sheet: Sheet, size: Size, symbol: Symbol) -> Image.Image:
    """An empty pile, exactly as large as its box."""
    return BACKGROUNDS.drawn((sheet, size, symbol), lambda: _empty_pile(sheet, size, symbol))


def stock_layers(cards: int) -> int:
    """How many backs a stock of that many cards shows, 0 to 3."""
    return min(_MAX_LAYERS, -(-cards // _CARDS_A_LAYER))


def stock_sprite(sheet: Sheet, size: Size, layers: int, redeals: int | None) -> Image.Image:
    """The stock with its redeals.

    Args:
        size: how much of a card is drawn.
        layers: how many backs show; 0 for an empty stock.
        redeals: the redeals left; None if they are unlimited.
    """
    key = (sheet, size, layers, redeals)
    return BACKGROUNDS.drawn(key, lambda: _stock(sheet, size, layers, redeals))


def _empty_pile(sheet: Sheet, size: Size, symbol: Symbol) -> Image.Image:
    theme, px = sheet.theme, sheet.art.px
    picture = Image.new("RGB", (sheet.card, sheet.art.height(size)), theme.felt)
    _paint_empty_pile(picture, (0, 0), sheet, size, closed=symbol.closed)
    centre = (sheet.card // 2, picture.height // 2)
    if symbol.closed:
        _paste_centred(picture, _cross(px(0.2)), centre, theme.mark)
    if symbol.avoided:
        _paste_centred(picture, _cross(px(_SYMBOL)), centre, theme.mark)
    if symbol.suit is not None:
        _paste_centred(picture, pip_mask(symbol.suit, px(_SYMBOL)), centre, theme.mark)
    letters = sheet.art.design.letters
    if symbol.corner is not None:
        corner = tight_text_mask(rank_label(symbol.corner, letters), px(0.27))
        picture.paste(theme.count, (px(0.08), px(0.08)), corner)
    if symbol.rank is not None:
        letter = tight_text_mask(rank_label(symbol.rank, letters), px(_SYMBOL))
        below = (centre[0], centre[1] + letter.height // 10)
        _paste_centred(picture, letter, below, theme.mark)
    return sheet.palette.quantize(picture)


def _stock(sheet: Sheet, size: Size, layers: int, redeals: int | None) -> Image.Image:
    theme, m, px = sheet.theme, sheet.margin, sheet.art.px
    height = sheet.art.height(size)
    centre = (m + sheet.card // 2, m + height // 2)
    across = min(px(_DISC), round(height * _LOW_DISC))
    if layers:
        step = max(1, px(_LAYER))
        beneath = tuple((0, -step * layer) for layer in range(layers - 1, 0, -1))
        stack = sheet.face(None, size).copy()
        sheet.paste(Pixels.of(stack), (m, m), None, size, beneath=beneath)
        picture = stack.convert("RGB")
        if redeals == 0:
            return sheet.palette.quantize(picture)
        disc = rounded_rectangle(across, across, across / 2)
        _paste_centred(picture, disc, centre, theme.back)
        colour = theme.card
    else:
        picture = Image.new("RGB", (sheet.card + 2 * m, height + 2 * m), theme.felt)
        _paint_empty_pile(picture, (m, m), sheet, size, closed=False)
        colour = theme.mark if redeals == 0 else theme.label
    _paste_centred(picture, _redeal_emblem(redeals, round(across * _EMBLEM)), centre, colour)
    return sheet.palette.quantize(picture)


def _paint_empty_pile(
    picture: Image.Image, corner: tuple[int, int], sheet: Sheet, size: Size, *, closed: bool
) -> None:
    """An empty pile: an outline, filled unless the pile is closed."""
    theme, width, height = sheet.theme, sheet.card, sheet.art.height(size)
    picture.paste(theme.empty_pile_line, corner, sheet.art.outline(size))
    line = max(1.0, sheet.card * _OUTLINE)
    inside = rounded_rectangle(width, height, sheet.art.corner, inset=line)
    picture.paste(theme.felt if closed else theme.empty_pile, corner, inside)


def _paste_centred(
    picture: Image.Image, mask: Image.Image, centre: tuple[int, int], colour: Colour
) -> None:
    x, y = centre
    picture.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)


def _redeal_emblem(redeals: int | None, size: int) -> Image.Image:
    """The redeals left as a mask: an arrow if unlimited, their number in one, a cross if none."""
    if redeals is None:
        return _circular_arrow(size)
    if redeals == 0:
        return _cross(round(size * 0.62))
    emblem = _circular_arrow(size).copy()
    cap = round(size * 0.36)
    number = tight_text_mask(str(redeals), cap)
    emblem.paste(number, ((size - number.width) // 2, (size - cap) // 2))
    return emblem


@cache
def _cross(size: int) -> Image.Image:
    full = size * SUPERSAMPLING
    drawn = Image.new("L", (full, full))
    pen = ImageDraw.Draw(drawn)
    line, near, far = round(full * 0.15), full * 0.1, full * 0.9
    pen.line((near, near, far, far), fill=255, width=line)
    pen.line((near, far, far, near), fill=255, width=line)
    return drawn.reduce(SUPERSAMPLING)


@cache
def _circular_arrow(size: int) -> Image.Image:
    full = size * SUPERSAMPLING
    drawn = Image.new("L", (full, full))
    pen = ImageDraw.Draw(drawn)
    line, edge = round(full * 0.1), full * 0.08
    pen.arc((edge, edge, full - edge, full - edge), start=-38, end=262, fill=255, width=line)
    radius, angle = full / 2 - edge - line / 2, math.radians(266)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = full / 2 + radius * cos, full / 2 + radius * sin
    length, half = full * 0.27, full * 0.17
    base = ((x - cos * half, y - sin * half), (x + cos * half, y + sin * half))
    pen.polygon([*base, (x - sin * length, y + cos * length)], fill=255)
    return drawn.reduce(SUPERSAMPLING)
