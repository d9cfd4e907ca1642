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
from rendering.empty_piles import empty_pile_sprite, stock_layers, stock_sprite, symbol_of
from rendering.highlights import Highlight, draw_highlight
from rendering.labels import baseline, count_cap, count_sprite, name_cap, name_sprite
from rendering.layout import Layout, layout_of
from rendering.metrics import Box
from rendering.scene import Scene, scene_of
from rendering.sprites import Sheet, sheet_of
from rendering.strings import ENGLISH, Strings
from rendering.style import Style

_COMPRESSION: Final = 5


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
    """Draw the current position of a game, its last move highlighted.

    Args:
        game: the game.
        theme: the name of the theme.
        suits: 2 or 4 suit colours.
        width: the picture's width in pixels, 240 to 2400; the height follows from the board.
        selected: a pile to highlight as selected.
        hint: a move to highlight as a hint, at both ends.
        large_index: whether cards have large indices.
        title: the game's title; by default that of its rules.
        strings: the texts of the alt text's language.

    Raises:
        UnknownTheme: if there is no such theme.
        InvalidStyle: if a number is out of range.
        InvalidScene: if the board has no such pile.
    """
    style = Style(theme, suits, large_index, width, strings)
    return draw_scene(scene_of(game, selected=selected, hint=hint, title=title), style)


def draw_scene(scene: Scene, style: Style) -> Picture:
    """Draw a scene."""
    image = compose(scene, style)
    alt = describe_scene(scene, style.strings)
    return Picture(encode(image), image.width, image.height, alt)


def warm_up(style: Style | None = None) -> None:
    """Draw the sprites of every game in advance, so that the first board is as fast as the next."""
    style = style or Style()
    for rules in CATALOGUE.values():
        _warm_up(rules, style, arrangement_of(rules, style.width, style.large_index))


def encode(image: Image.Image) -> bytes:
    """A picture in a palette as a PNG file."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def compose(scene: Scene, style: Style) -> Image.Image:
    """A scene as an image in the theme's palette."""
    board = scene.board
    layout = layout_of(board, style.width, style.large_index)
    sheet = sheet_of(style.theme, style.suits, layout.metrics.card, layout.metrics.index)
    picture = sheet.palette.canvas(layout.width, layout.height)
    for slot in layout.slots:
        _paste_pile_place(picture, slot, board, layout, sheet)
    for index in range(len(layout.places)):
        if index == board.compiled.stock:
            _paste_stock(picture, board, layout, sheet)
        else:
            _paste_cards(picture, board, index, layout, sheet)
    for ring, box in _highlights(scene, layout):
        draw_highlight(picture, ring, box, sheet)
    return picture


def _paste_pile_place(
    picture: Image.Image, slot: PilePlace, board: Board, layout: Layout, sheet: Sheet
) -> None:
    """What lies under the cards of a pile: its outline if it is empty, its name, its count."""
    pile, m, palette = slot.pile, layout.metrics, sheet.palette
    bottom, stack = baseline(slot.box, m), board.stacks[pile.index]
    if not stack:
        symbol = symbol_of(pile, board.compiled, board.base)
        picture.paste(empty_pile_sprite(sheet, slot.size, symbol), (slot.box.x, slot.box.y))
    cap = name_cap(pile.name, m)
    name = name_sprite(pile.name, cap, palette)
    left = slot.box.x + (slot.box.width - name.width) // 2
    if _is_counted(slot, len(stack)):
        small = count_cap(m)
        count = count_sprite(len(stack), small, palette)
        right = slot.box.right - count.width
        picture.paste(count, (right, bottom - small))
        left = min(left, right - name.width - m.label_cap // 3)
    picture.paste(name, (left, bottom - cap))


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


def _paste_stock(picture: Image.Image, board: Board, layout: Layout, sheet: Sheet) -> None:
    if layout.slots:
        slot = layout.slots[board.compiled.stock]
        layers = stock_layers(len(board.stacks[board.compiled.stock]))
        sprite = stock_sprite(sheet, slot.size, layers, board.redeals)
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


def _warm_up(rules: Rules, style: Style, arrangement: Arrangement) -> None:
    """Draw the sprites of a game's usual boards."""
    m = arrangement.metrics
    sheet = sheet_of(style.theme, style.suits, m.card, m.index)
    for size, spread in {(slot.size, slot.spread) for slot in arrangement.slots}:
        for covered in (False, True) if spread is Spread.ASIDE else (False,):
            for card in CARDS:
                sheet.face(card, size, covered=covered)
        sheet.seams(size, ((m.aside, 0),) if spread is Spread.ASIDE else ((0, m.fan),))
    for slot in arrangement.slots:
        if slot.pile.kind is PileKind.TABLEAU and any(rules.tableau.face_down):
            sheet.face(None, slot.size)
        if slot.pile.kind is PileKind.STOCK and rules.stock is not None:
            for layers in range(stock_layers(rules.card_count) + 1):
                stock_sprite(sheet, slot.size, layers, rules.stock.redeals)
