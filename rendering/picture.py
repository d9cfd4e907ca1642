"""A scene put together from sprites, and stored as a PNG with the theme's palette."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from PIL import Image

from engine import CATALOGUE, Board, Game, Move, PileKind, Rules
from engine.cards import CARDS
from rendering.alt import describe_scene
from rendering.arrangement import Arrangement, PilePlace, Spread, arrangement_of
from rendering.empty_piles import (
    baseline,
    cap_of,
    count_cap,
    count_sprite,
    empty_pile_sprite,
    mark_of,
    name_sprite,
    stock_sprite,
)
from rendering.highlights import Highlight, draw_highlight
from rendering.layout import Layout, layout_of
from rendering.metrics import Box
from rendering.scene import Scene, scene_of
from rendering.sprites import Sheet, palette_image, sheet_of
from rendering.strings import ENGLISH, Strings

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
    large_index: bool = False,
    title: str = "",
    strings: Strings = ENGLISH,
) -> Picture:
    """Draw a game as it stands; the last move is ringed.

    Args:
        game: the game.
        theme: the name of the theme.
        suits: 2 or 4, the number of colours the suits have.
        width: the picture's width in pixels, 240 to 2400; the height follows from the board.
        selected: a pile to ring as chosen.
        hint: a move to ring as suggested, where it comes from and where it goes.
        large_index: whether the cards have large indices.
        title: what the game is called; that of its rules if none is given.
        strings: the texts of the language in which the picture is described.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the board has no such pile, or the numbers are out of range.
    """
    return draw_scene(
        scene_of(
            game,
            theme=theme,
            suits=suits,
            width=width,
            selected=selected,
            hint=hint,
            large_index=large_index,
            title=title,
            strings=strings,
        )
    )


def draw_scene(scene: Scene) -> Picture:
    """Draw a scene."""
    image = compose(scene)
    return Picture(encode(image), image.width, image.height, describe_scene(scene))


def warm_up(
    theme: str = "felt", suits: int = 2, width: int = 1100, *, large_index: bool = False
) -> None:
    """Draw the sprites of all games ahead, so that the first board is drawn as fast as the next.

    Raises:
        UnknownTheme: when there is no such theme.
    """
    for rules in CATALOGUE.values():
        _warm_up(rules, theme, suits, arrangement_of(rules, width, large_index))


def encode(image: Image.Image) -> bytes:
    """A picture in a palette as a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def compose(scene: Scene) -> Image.Image:
    """A scene as a picture in the theme's palette."""
    board = scene.board
    layout = layout_of(board, scene.width, scene.large_index)
    sheet = sheet_of(scene.theme, scene.suits, layout.metrics.card, layout.metrics.index)
    picture = Image.new("P", (layout.width, layout.height), 0)
    palette = palette_image(scene.theme, scene.suits).getpalette()
    if palette is not None:
        picture.putpalette(palette)
    for slot in layout.slots:
        _paste_pile_place(picture, slot, scene, layout, sheet)
    for index in range(len(layout.places)):
        if index == board.compiled.stock:
            _paste_stock(picture, scene, layout, sheet)
        else:
            _paste_cards(picture, board, index, layout, sheet)
    for ring, box in _highlights(scene, layout):
        draw_highlight(picture, ring, box, sheet)
    return picture


def _paste_pile_place(
    picture: Image.Image, slot: PilePlace, scene: Scene, layout: Layout, sheet: Sheet
) -> None:
    """What lies under the cards of a pile: its place where it is empty, its name, its count."""
    board, pile, m = scene.board, slot.pile, layout.metrics
    foot, stack = baseline(slot.box, m), board.stacks[slot.pile.index]
    if not stack:
        mark = mark_of(pile, board.compiled, board.base)
        place = empty_pile_sprite(
            scene.theme, scene.suits, sheet.card, sheet.index, slot.size, mark
        )
        picture.paste(place, (slot.box.x, slot.box.y))
    cap = cap_of(pile.name, m)
    name = name_sprite(pile.name, cap, scene.theme, scene.suits)
    left = slot.box.x + (slot.box.width - name.width) // 2
    if _is_counted(slot, len(stack)):
        small = count_cap(m)
        count = count_sprite(len(stack), small, scene.theme, scene.suits)
        right = slot.box.right - count.width
        picture.paste(count, (right, foot - small))
        left = min(left, right - name.width - m.label_cap // 3)
    picture.paste(name, (left, foot - cap))


def _is_counted(slot: PilePlace, cards: int) -> bool:
    """Whether the number of a pile's cards is told, because not all are seen."""
    if slot.pile.kind is PileKind.RESERVE:
        return slot.spread in (Spread.STACK, Spread.ENDS) and cards > 1
    return slot.pile.kind in (PileKind.STOCK, PileKind.WASTE) and cards > 0


def _paste_cards(
    picture: Image.Image, board: Board, index: int, layout: Layout, sheet: Sheet
) -> None:
    stack, places = board.stacks[index], layout.places[index]
    hidden = board.hidden[index] if board.hidden else 0
    for place, over in zip_longest(places, places[1:]):
        sheet.paste(
            picture,
            (place.box.x, place.box.y),
            None if place.index < hidden else stack[place.index],
            place.size,
            covered=place.covered,
            beneath=place.beneath,
            index_only=layout.is_loose and over is not None and place.index >= hidden,
        )


def _paste_stock(picture: Image.Image, scene: Scene, layout: Layout, sheet: Sheet) -> None:
    if layout.slots:
        board = scene.board
        slot = layout.slots[board.compiled.stock]
        count = len(board.stacks[board.compiled.stock])
        thickness = min(_THICKEST, -(-count // 8))
        sprite = stock_sprite(
            scene.theme, scene.suits, sheet.card, sheet.index, slot.size, thickness, board.redeals
        )
        picture.paste(sprite, (slot.box.x - sheet.margin, slot.box.y - sheet.margin))


def _highlights(scene: Scene, layout: Layout) -> Iterator[tuple[Highlight, Box]]:
    """The rings of a scene; a chosen or suggested pile is not ringed for the last move too."""
    board, number = scene.board, scene.board.compiled.index_of
    taken = {scene.selected}
    if scene.hint is not None:
        taken |= {scene.hint.source, scene.hint.target}
    if scene.last is not None and scene.last[0] not in taken:
        yield Highlight.LAST, _run_box(layout, board, number[scene.last[0]], scene.last[1])
    if scene.hint is not None:
        yield Highlight.FROM, _run_box(layout, board, number[scene.hint.source], scene.hint.count)
        if scene.hint.target:
            yield Highlight.TO, _run_box(layout, board, number[scene.hint.target], 1)
    if scene.selected is not None:
        index = number[scene.selected]
        yield (
            Highlight.SELECTED,
            _run_box(layout, board, index, board.max_run(board.compiled.piles[index])),
        )


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


def _warm_up(rules: Rules, theme: str, suits: int, arrangement: Arrangement) -> None:
    """Draw the sprites that a game needs for its usual boards."""
    m = arrangement.metrics
    sheet = sheet_of(theme, suits, m.card, m.index)
    kinds = {(slot.size, slot.spread) for slot in arrangement.slots}
    for size, spread in kinds:
        for covered in (False, True) if spread is Spread.ASIDE else (False,):
            for card in CARDS:
                sheet.face(card, size, covered)
        sheet.seams(size, ((m.aside, 0),) if spread is Spread.ASIDE else ((0, m.fan),))
    for slot in arrangement.slots:
        if slot.pile.kind is PileKind.TABLEAU and any(rules.tableau.face_down):
            sheet.face(None, slot.size)
        if slot.pile.kind is PileKind.STOCK and rules.stock is not None:
            for thickness in range(_THICKEST + 1):
                redeals = rules.stock.redeals
                stock_sprite(theme, suits, m.card, m.index, slot.size, thickness, redeals)
