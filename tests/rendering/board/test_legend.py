"""Boards with numbers on their parts."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

import engine
from rendering import THEMES, Style, draw
from rendering.board.layout import layout_of
from rendering.board.legend import Part, draw_legend
from rendering.metrics import Box

GAME = engine.deal("saratoga", 42)
STYLE = Style(width=800)
LAYOUT = layout_of(GAME.board, STYLE.width)


def changed(*parts: Part, style: Style = STYLE) -> tuple[int, int, int, int]:
    """What a legend changes of a board's picture: left, top, right and bottom."""
    legend = draw_legend(GAME.board, parts, "A board", style)
    plain = draw(GAME, theme=style.theme, width=style.width)
    images = [Image.open(io.BytesIO(one.png)).convert("RGB") for one in (legend, plain)]
    box = ImageChops.difference(*images).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("part", "box"),
    [
        (Part(("s",)), LAYOUT.piles[GAME.board.compiled.index_of["s"]].box),
        (Part(("7",), 2), LAYOUT.run_box(GAME.board.compiled.index_of["7"], 5)),
        (Part(("f1", "f4")), LAYOUT.run_box(GAME.board.compiled.index_of["f1"], 0)),
    ],
    ids=["a pile", "some cards", "several piles"],
)
def test_a_frame_lies_around_a_part(theme: str, part: Part, box: Box) -> None:
    if len(part.piles) > 1:
        box = box.union(LAYOUT.run_box(GAME.board.compiled.index_of[part.piles[-1]], 0))
    left, top, right, bottom = changed(part, style=Style(theme, width=STYLE.width))
    assert (left < box.x, top < box.y) == (True, True)
    assert (right > box.x + box.width, bottom > box.bottom) == (True, True)
    room = LAYOUT.metrics.card // 10
    assert box.x - left < room
    assert bottom - box.bottom < room


def test_parts_are_numbered_in_their_order() -> None:
    one, other = Part(("1",)), Part(("2",))
    pictures = {
        draw_legend(GAME.board, parts, "A board", STYLE).png
        for parts in ((one, other), (other, one))
    }
    assert len(pictures) == 2


def test_the_alt_text_is_given() -> None:
    assert draw_legend(GAME.board, (), "A board", STYLE).alt == "A board"
