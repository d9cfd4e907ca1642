"""Thumbnails of boards."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from engine import deal
from rendering import Scene, Style
from rendering.board.thumbnail import SIDE, draw_thumbnails


@pytest.mark.parametrize("game", ["pyramid", "tri-peaks"])
def test_a_board_is_in_the_middle_of_a_square_with_the_title_as_its_alt_text(game: str) -> None:
    scene = Scene(deal(game, 1).board, title="Board")
    [thumbnail] = draw_thumbnails([scene], Style())
    shown = Image.open(io.BytesIO(thumbnail.png)).convert("RGB")
    felt = Image.new("RGB", shown.size, shown.getpixel((0, 0)))
    box = ImageChops.difference(shown, felt).getbbox()
    assert (shown.size, thumbnail.alt) == ((SIDE, SIDE), "Board")
    assert box is not None
    assert abs(box[0] - (SIDE - box[2])) <= 4
    assert abs(box[1] - (SIDE - box[3])) <= 4
    assert box[2] - box[0] > SIDE * 0.9
