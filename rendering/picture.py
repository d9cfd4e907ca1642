"""A scene put together from sprites, and stored as a PNG with the theme's palette."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine import CATALOGUE, Board, Game, Kind, Move, Rules
from engine.cards import CARDS
from rendering.alt import describe_scene
from rendering.arrangement import Slot, Spread, arrangement_of
from rendering.layout import Layout, Place, layout_of
from rendering.measures import Box, Measures
from rendering.rings import Ring, draw_ring
from rendering.scene import Scene, scene_of
from rendering.slots import baseline, count_sprite, felt_of, stock_sprite
from rendering.sprites import Sheet, palette_image, sheet_of

_COMPRESSION: Final = 5
_THICKEST: Final = 3
"""How many steps of thickness a stock is drawn in."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as people see it.

    Attributes:
        png: the picture, a PNG file.
        width: its width in pixels.
        height: its height in pixels.
        alt: the board in words, at most 1024 characters.
    """

    png: bytes
    width: int
    height: int
    alt: str


def draw(
    game: Game,
    theme: str = "felt",
    suits: int = 2,
    width: int = 1100,
    *,
    selected: str | None = None,
    hint: Move | None = None,
) -> Picture:
    """Draw a game as it stands; the last move is ringed.

    Args:
        game: the game.
        theme: the name of the theme.
        suits: 2 or 4, the number of colours the suits have.
        width: the picture's width in pixels, 240 to 2400; the height follows from the board.
        selected: a pile to ring as chosen.
        hint: a move to ring as suggested, where it comes from and where it goes.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the board has no such pile, or the numbers are out of range.
    """
    scene = scene_of(game, theme=theme, suits=suits, width=width, selected=selected, hint=hint)
    return draw_scene(scene)


def draw_scene(scene: Scene) -> Picture:
    """Draw a scene."""
    image = compose(scene)
    return Picture(encode(image), image.width, image.height, describe_scene(scene))


def warm_up(theme: str = "felt", suits: int = 2, width: int = 1100) -> None:
    """Draw the sprites of all games ahead, so that the first board is drawn as fast as the next.

    Raises:
        UnknownTheme: when there is no such theme.
    """
    for rules in CATALOGUE.values():
        _warm_up(rules, theme, suits, width)


def encode(image: Image.Image) -> bytes:
    """A picture in a palette as a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def compose(scene: Scene) -> Image.Image:
    """A scene as a picture in the theme's palette."""
    board = scene.board
    layout = layout_of(board, scene.width)
    sheet = sheet_of(scene.theme, scene.suits, layout.measures.card)
    picture = Image.new("P", (layout.width, layout.height), 0)
    palette = palette_image(scene.theme, scene.suits).getpalette()
    if palette is not None:
        picture.putpalette(palette)
    if layout.slots:
        _paste_felt(picture, scene, layout)
        _paste_counts(picture, board, layout, scene)
    for index, places in enumerate(layout.places):
        if index == board.plan.stock:
            _paste_stock(picture, scene, layout, sheet)
        else:
            _paste_cards(picture, board, index, places, sheet)
    for ring, box in _rings(scene, layout):
        draw_ring(picture, ring, box, sheet)
    return picture


def _paste_felt(picture: Image.Image, scene: Scene, layout: Layout) -> None:
    """The board without cards; lower rows of the tableau are put where the rows above them end."""
    board = scene.board
    tops = {slot.row: slot.box.y - layout.measures.label_row for slot in layout.slots if slot.row}
    for row, top in ((0, 0), *tops.items()):
        felt = felt_of(board.rules, scene.width, scene.theme, scene.suits, board.base, row)
        picture.paste(felt, (0, top))


def _paste_cards(
    picture: Image.Image, board: Board, index: int, places: tuple[Place, ...], sheet: Sheet
) -> None:
    stack = board.stacks[index]
    hidden = board.hidden[index] if board.hidden else 0
    for place in places:
        card = None if place.index < hidden else stack[place.index]
        sprite = sheet.face(card, place.size, place.covered, place.beneath)
        picture.paste(sprite, (place.box.x - sheet.margin, place.box.y - sheet.margin))


def _paste_stock(picture: Image.Image, scene: Scene, layout: Layout, sheet: Sheet) -> None:
    if layout.slots:
        board = scene.board
        slot = layout.slots[board.plan.stock]
        count = len(board.stacks[board.plan.stock])
        thickness = min(_THICKEST, -(-count // 8))
        sprite = stock_sprite(
            scene.theme, scene.suits, sheet.card, slot.size, thickness, board.redeals
        )
        picture.paste(sprite, (slot.box.x - sheet.margin, slot.box.y - sheet.margin))


def _paste_counts(picture: Image.Image, board: Board, layout: Layout, scene: Scene) -> None:
    """How many cards lie where not all are seen, beside the names of those piles."""
    cap = layout.measures.label_cap
    for slot, stack in zip(layout.slots, board.stacks, strict=True):
        heaped = slot.spread in (Spread.STACK, Spread.ENDS) and slot.pile.kind is Kind.RESERVE
        if (slot.pile.kind in (Kind.STOCK, Kind.WASTE) and stack) or (heaped and len(stack) > 1):
            card = layout.measures.card
            count = count_sprite(len(stack), cap, scene.theme, scene.suits, card)
            foot = baseline(slot.box, layout.measures)
            picture.paste(count, (slot.box.right - count.width, foot - count.height))


def _rings(scene: Scene, layout: Layout) -> Iterator[tuple[Ring, Box]]:
    """The rings of a scene; a chosen or suggested pile is not ringed for the last move too."""
    board, number = scene.board, scene.board.plan.number
    taken = {scene.selected}
    if scene.hint is not None:
        taken |= {scene.hint.source, scene.hint.target}
    if scene.last is not None and scene.last[0] not in taken:
        yield Ring.LAST, _run_box(layout, board, number[scene.last[0]], scene.last[1])
    if scene.hint is not None:
        yield Ring.FROM, _run_box(layout, board, number[scene.hint.source], scene.hint.count)
        if scene.hint.target:
            yield Ring.TO, _run_box(layout, board, number[scene.hint.target], 1)
    if scene.selected is not None:
        index = number[scene.selected]
        yield Ring.SELECTED, _run_box(layout, board, index, board.longest(board.plan.piles[index]))


def _run_box(layout: Layout, board: Board, index: int, count: int) -> Box:
    """The box round the top cards of a pile as far as they are drawn, or round its empty place."""
    first = len(board.stacks[index]) - count
    boxes = [place.box for place in layout.places[index] if place.index >= first]
    if not boxes:
        boxes = [layout.slots[index].box if layout.slots else layout.box_of(index)]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box


def _warm_up(rules: Rules, theme: str, suits: int, width: int) -> None:
    """Draw the sprites that a game needs for its usual boards."""
    arrangement = arrangement_of(rules, width)
    measures = arrangement.measures
    sheet = sheet_of(theme, suits, measures.card)
    for row in range(arrangement.rows):
        felt_of(rules, width, theme, suits, 0, row)
    for slot in arrangement.slots:
        for covered, beneath in _ways_to_lie(slot, measures):
            for card in CARDS:
                sheet.face(card, slot.size, covered, beneath)
        if slot.pile.kind is Kind.TABLEAU and any(rules.tableau.face_down):
            on_a_back = ((0, measures.back_fan),)
            for face in (None, *CARDS):
                sheet.face(face, slot.size, beneath=on_a_back)
            sheet.face(None, slot.size)
        if slot.pile.kind is Kind.STOCK and rules.stock is not None:
            for thickness in range(_THICKEST + 1):
                redeals = rules.stock.redeals
                stock_sprite(theme, suits, measures.card, slot.size, thickness, redeals)


def _ways_to_lie(slot: Slot, m: Measures) -> Iterator[tuple[bool, tuple[tuple[int, int], ...]]]:
    """How a card of a pile may lie: covered at its right, and on which cards."""
    match slot.spread:
        case Spread.DOWN | Spread.ENDS:
            yield from ((False, ()), (False, ((0, m.fan),)))
        case Spread.ASIDE:
            yield from ((False, ()), (True, ()))
            yield from ((False, ((m.aside, 0),)), (True, ((m.aside, 0),)))
        case Spread.STACK if slot.pile.kind is not Kind.STOCK:
            yield (False, ())
        case _:
            return
