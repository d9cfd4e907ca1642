"""Composes a scene from sprites, in the theme's palette."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from PIL import Image

from engine import Board, Game, Move
from rendering.board.alt import describe_scene
from rendering.board.felt import light_felt
from rendering.board.highlights import Highlight, draw_highlight
from rendering.board.layout import Layout, layout_of
from rendering.board.piles import paste_cards, table_of
from rendering.board.scene import FOUNDATIONS, Scene, scene_of
from rendering.cards.sprites import sheet_of
from rendering.encoding.pixels import Pixels
from rendering.encoding.png import encode
from rendering.metrics import Box
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
    image = compose(scene, style, is_lit=True)
    strings = replace(style.strings, court_letters=style.letters)
    alt = describe_scene(scene, strings)
    return picture_of(image, alt)


def picture_of(image: Image.Image, alt: str) -> Picture:
    """A palette image as a picture."""
    start = time.perf_counter()
    png = encode(image)
    return Picture(png, image.width, image.height, alt, time.perf_counter() - start)


def compose(scene: Scene, style: Style, *, is_lit: bool = False) -> Image.Image:
    """A scene as an image in the theme's palette, on plain felt or on lit felt."""
    board = scene.board
    if board.is_won:
        return _compose_won(scene, style, is_lit=is_lit)
    table = table_of(
        board.rules,
        style.width,
        style.theme,
        style.suits,
        style.design,
        large_index=style.large_index,
        is_wide=style.is_wide,
        is_lit=is_lit,
    )
    piles = table.piles(board, scene.avoided)
    picture = table.bare()
    pieces = chain((pile.background for pile in piles), (pile.top for pile in piles))
    pixels = Pixels.of(picture)
    for (x, y), piece in chain.from_iterable(pieces):
        pixels.paste(piece, x, y)
    places, cards = tuple(pile.place for pile in piles), tuple(pile.cards for pile in piles)
    arrangement = table.arrangement
    layout = Layout(style.width, arrangement.height, arrangement.metrics, places, cards)
    felt = Pixels.of(table.felt()) if is_lit else None
    for highlight, box in _highlights(scene, layout):
        draw_highlight(pixels, highlight, box, table.sheet, felt)
    return picture


def _compose_won(scene: Scene, style: Style, *, is_lit: bool) -> Image.Image:
    """A won board as an image."""
    board = scene.board
    layout = layout_of(board, style.width, style.large_index, is_wide=style.is_wide)
    m = layout.metrics
    sheet = sheet_of(style.theme, style.suits, m.card, m.index, style.design)
    picture = sheet.palette.canvas(layout.width, layout.height)
    pixels = Pixels.of(picture)
    for index, cards in enumerate(layout.cards):
        paste_cards(pixels, board, index, cards, sheet)
    for highlight, box in _highlights(scene, layout):
        draw_highlight(pixels, highlight, box, sheet)
    if is_lit:
        light_felt(picture, sheet.palette)
    return picture


def _highlights(scene: Scene, layout: Layout) -> Iterator[tuple[Highlight, Box]]:
    """The highlights of a scene; no pile has one for the last move and another one."""
    board, index_of = scene.board, scene.board.compiled.index_of

    def top_cards(pile: str, count: int) -> Box:
        index = index_of[pile]
        return layout.run_box(index, len(board.stacks[index]) - count)

    chosen = [] if scene.selected is None else _moves_of(board, scene.selected)
    selected = dict.fromkeys([scene.selected] if scene.selected else [])
    if scene.selected == FOUNDATIONS:
        selected = dict.fromkeys(move.source for move in chosen)
    targets = dict.fromkeys(
        target
        for move in chosen
        for target in (move.sources if move.others else (move.target,))
        if target not in selected
    )
    taken = {*selected, *targets}
    if scene.hint is not None:
        taken |= {*scene.hint.sources, scene.hint.target}
    if (
        scene.last is not None
        and scene.last[0] not in taken
        and layout.shows(index_of[scene.last[0]])
    ):
        yield Highlight.LAST, top_cards(*scene.last)
    if scene.hint is not None:
        for source in scene.hint.sources:
            yield Highlight.FROM, top_cards(source, scene.hint.count)
        if scene.hint.target:
            yield Highlight.TO, top_cards(scene.hint.target, 1)
    for target in targets:
        yield Highlight.TARGET, top_cards(target, 1)
    for pile in selected:
        run = max((move.count for move in chosen), default=1)
        yield Highlight.SELECTED, top_cards(pile, run)


def _moves_of(board: Board, pile: str) -> list[Move]:
    """The moves that take cards from a pile, or from any foundation."""
    moves = board.legal_moves()
    if pile == FOUNDATIONS:
        return [move for move in moves if move.source.startswith(FOUNDATIONS)]
    return [move for move in moves if pile in move.sources]
