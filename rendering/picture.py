"""Composes a scene from sprites, in the theme's palette."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from PIL import Image

from engine import CATALOGUE, Board, Game, Move, PileKind, Rules
from engine.cards import CARDS
from rendering.alt import describe_scene
from rendering.arrangement import Arrangement, PilePlace, Spread
from rendering.arrangement_search import arrangement_of
from rendering.empty_piles import empty_pile_sprite, stock_layers, stock_sprite, symbol_of
from rendering.felt import light_felt
from rendering.highlights import Highlight, draw_highlight
from rendering.labels import baseline, count_cap, count_sprite, name_sprite
from rendering.layout import Layout, layout_of
from rendering.metrics import Box, Size
from rendering.palette import palette_of
from rendering.png import encode
from rendering.scene import Scene, scene_of
from rendering.sprites import Sheet, sheet_of
from rendering.strings import ENGLISH, Strings
from rendering.style import Style


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its alt text.

    Attributes:
        png: a PNG file.
        width: its width in pixels.
        height: its height in pixels.
        alt: the alt text, at most 1024 characters.
        encoding_seconds: how long it took to make the file, once drawn.
    """

    png: bytes
    width: int
    height: int
    alt: str
    encoding_seconds: float = field(default=0.0, compare=False)


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
    light_felt(image, palette_of(style.theme, style.suits))
    strings = replace(style.strings, court_letters=style.letters)
    alt = describe_scene(scene, strings)
    return picture_of(image, alt)


def warm_up(style: Style | None = None) -> None:
    """Draw the sprites of every game in advance, so that the first board is as fast as the next."""
    style = style or Style()
    for rules in CATALOGUE.values():
        _warm_up(rules, style, arrangement_of(rules, style.width, style.large_index))


def picture_of(image: Image.Image, alt: str) -> Picture:
    """A palette image as a picture."""
    start = time.perf_counter()
    png = encode(image)
    return Picture(png, image.width, image.height, alt, time.perf_counter() - start)


def compose(scene: Scene, style: Style) -> Image.Image:
    """A scene as an image in the theme's palette, on plain felt."""
    board = scene.board
    layout = layout_of(board, style.width, style.large_index, peak=scene.peak)
    m = layout.metrics
    sheet = sheet_of(style.theme, style.suits, m.card, m.index, style.design)
    compact = sheet_of(style.theme, style.suits, m.card, m.compact, style.design)
    picture = sheet.palette.canvas(layout.width, layout.height)
    for pile in layout.piles:
        _paste_pile_place(picture, pile, scene, layout, sheet)
    for index in range(len(layout.cards)):
        if index == board.compiled.stock:
            _paste_stock(picture, board, layout, sheet)
        else:
            _paste_cards(picture, board, index, layout, (sheet, compact))
    for highlight, box in _highlights(scene, layout):
        draw_highlight(picture, highlight, box, sheet)
    return picture


def _paste_pile_place(
    picture: Image.Image, place: PilePlace, scene: Scene, layout: Layout, sheet: Sheet
) -> None:
    """Paste the background of a pile: its outline if empty, its name, its count.

    A place that no card can come to again shrinks, and vanishes outside the tableau.
    """
    board, pile, box, m = scene.board, place.pile, place.box, layout.metrics
    bottom, stack = baseline(box, m), board.stacks[pile.index]
    if not stack:
        symbol = symbol_of(pile, board.compiled, board.base)
        if symbol.closed and pile.kind is PileKind.RESERVE:
            return
        size = Size.INDEX if symbol.closed else place.size
        symbol = replace(symbol, avoided=pile.name == scene.avoided)
        picture.paste(empty_pile_sprite(sheet, size, symbol), (box.x, box.y))
    name = name_sprite(pile.name, m.label_cap, sheet.palette)
    left = box.x + (box.width - name.width) // 2
    if _is_counted(place, len(stack)):
        small = count_cap(m)
        count = count_sprite(len(stack), small, sheet.palette)
        right = box.right - count.width
        picture.paste(count, (right, bottom - small))
        left = min(left, right - name.width - m.label_cap // 3)
    picture.paste(name, (left, bottom - m.label_cap))


def _is_counted(place: PilePlace, cards: int) -> bool:
    """Whether a pile shows its number of cards, since not all are visible."""
    if place.pile.kind is PileKind.RESERVE:
        return place.spread in (Spread.SQUARED, Spread.ENDS) and cards > 1
    return place.pile.kind in (PileKind.STOCK, PileKind.WASTE) and cards > 0


def _paste_cards(
    picture: Image.Image, board: Board, index: int, layout: Layout, sheets: tuple[Sheet, Sheet]
) -> None:
    """Paste the cards of a pile, from the sheet of usual or that of compact indices."""
    stack = board.stacks[index]
    hidden = board.hidden[index] if board.hidden else 0
    for place in layout.cards[index]:
        is_back = place.index < hidden
        sheet = sheets[place.is_compact and not is_back]
        sheet.paste(
            picture,
            (place.box.x, place.box.y),
            None if is_back else stack[place.index],
            place.size,
            covered=place.covered,
            beneath=place.beneath,
            index_only=not is_back
            and place.visible is not None
            and place.visible > sheet.art.px(sheet.art.index.fan),
        )


def _paste_stock(picture: Image.Image, board: Board, layout: Layout, sheet: Sheet) -> None:
    if layout.piles:
        place = layout.piles[board.compiled.stock]
        layers = stock_layers(len(board.stacks[board.compiled.stock]))
        sprite = stock_sprite(sheet, place.size, layers, board.redeals)
        picture.paste(sprite, (place.box.x - sheet.margin, place.box.y - sheet.margin))


def _highlights(scene: Scene, layout: Layout) -> Iterator[tuple[Highlight, Box]]:
    """The highlights of a scene; no pile has one for the last move and another one."""
    board, index_of = scene.board, scene.board.compiled.index_of

    def top_cards(pile: str, count: int) -> Box:
        index = index_of[pile]
        return layout.run_box(index, len(board.stacks[index]) - count)

    taken = {scene.selected}
    if scene.hint is not None:
        taken |= {scene.hint.source, scene.hint.target}
    if scene.last is not None and scene.last[0] not in taken:
        yield Highlight.LAST, top_cards(*scene.last)
    if scene.hint is not None:
        yield Highlight.FROM, top_cards(scene.hint.source, scene.hint.count)
        if scene.hint.target:
            yield Highlight.TO, top_cards(scene.hint.target, 1)
    if scene.selected is not None:
        run = board.max_run(board.compiled.piles[index_of[scene.selected]])
        yield Highlight.SELECTED, top_cards(scene.selected, run)


def _warm_up(rules: Rules, style: Style, arrangement: Arrangement) -> None:
    """Draw the sprites of a game's usual boards."""
    m = arrangement.metrics
    sheet = sheet_of(style.theme, style.suits, m.card, m.index, style.design)
    compact = sheet_of(style.theme, style.suits, m.card, m.compact, style.design)
    for size, spread in {(place.size, place.spread) for place in arrangement.piles}:
        fanned_right = spread is Spread.RIGHT
        if spread in (Spread.DOWN, Spread.BELOW, Spread.ENDS):
            for card in CARDS:
                compact.face(card, size)
                sheet.index_face(card, size)
                compact.index_face(card, size)
            compact.seams(size, ((0, m.compact_fan),))
        for covered in (False, True) if fanned_right else (False,):
            for card in CARDS:
                sheet.face(card, size, covered=covered)
        sheet.seams(size, ((m.fan_right, 0),) if fanned_right else ((0, m.fan),))
    for place in arrangement.piles:
        if place.pile.kind is PileKind.TABLEAU and any(rules.tableau.face_down):
            sheet.face(None, place.size)
        if place.pile.kind is PileKind.STOCK and rules.stock is not None:
            for layers in range(stock_layers(rules.card_count) + 1):
                stock_sprite(sheet, place.size, layers, rules.stock.redeals)
