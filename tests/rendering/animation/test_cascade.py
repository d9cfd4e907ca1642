"""The cascade of a win, read back by Pillow."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace

import pytest
from PIL import GifImagePlugin, Image, ImageChops

import engine
from engine import Rules
from rendering import THEMES, Scene, Style, draw_scene, scene_of
from rendering.animation.cascade import MAX_BYTES, WIDTH, NotWon, draw_cascade
from rendering.encoding.gif import Animation
from tests.rendering.boards import won_board
from tests.support.every_game import every_game

STYLE = Style(width=WIDTH)
NARROW = Style(width=300)
SAMPLE = ("klondike", "golf", "bisley", "spider", "saxony")


def scene(name: str, number: int = 7) -> Scene:
    return Scene(won_board(name), number)


def opened(shown: Animation) -> GifImagePlugin.GifImageFile:
    image = Image.open(io.BytesIO(shown.gif))
    assert isinstance(image, GifImagePlugin.GifImageFile)
    return image


def frame(shown: Animation, number: int) -> Image.Image:
    """One frame, counted from the end if negative."""
    image = opened(shown)
    image.seek(number % image.n_frames)
    return image.convert("RGB")


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", SAMPLE)
def test_a_cascade_is_small_and_short(name: str, theme: str) -> None:
    shown = draw_cascade(scene(name), replace(STYLE, theme=theme))
    assert len(shown.gif) < MAX_BYTES
    assert shown.width == WIDTH
    assert 2 <= shown.seconds <= 3


@pytest.mark.parametrize("name", SAMPLE)
def test_a_cascade_begins_and_ends_with_the_won_board(name: str) -> None:
    shown = draw_cascade(scene(name), NARROW)
    still = draw_scene(scene(name), NARROW)
    board = Image.open(io.BytesIO(still.png)).convert("RGB").tobytes()
    assert frame(shown, 0).tobytes() == board
    assert frame(shown, -1).tobytes() == board


@pytest.mark.slow
def test_cards_move_in_every_frame_and_cover_much_of_the_board() -> None:
    shown = draw_cascade(scene("klondike"), NARROW)
    board = frame(shown, 0)
    drawn = [frame(shown, number) for number in range(shown.frames)]
    assert all(one.tobytes() != other.tobytes() for one, other in itertools.pairwise(drawn))
    covered = [
        sum(ImageChops.difference(board, picture).convert("L").histogram()[1:]) for picture in drawn
    ]
    assert max(covered) > board.width * board.height / 3


def test_a_cascade_plays_once_and_states_its_size_and_frames() -> None:
    shown = draw_cascade(scene("klondike"), NARROW)
    image = opened(shown)
    assert "loop" not in image.info
    assert image.size == (shown.width, shown.height)
    assert image.n_frames == shown.frames


def test_the_same_deal_has_the_same_cascade_and_another_deal_another() -> None:
    assert draw_cascade(scene("klondike"), NARROW) == draw_cascade(scene("klondike"), NARROW)
    assert (
        draw_cascade(scene("klondike", 8), NARROW).gif
        != draw_cascade(scene("klondike"), NARROW).gif
    )


def test_a_cascade_that_would_be_too_large_is_narrower() -> None:
    whole = draw_cascade(scene("klondike"), STYLE)
    limit = len(whole.gif) - 1
    shown = draw_cascade(scene("klondike"), STYLE, max_bytes=limit)
    assert len(shown.gif) <= limit
    assert shown.width < whole.width


def test_the_alt_text_says_that_the_board_is_won_and_that_the_picture_moves() -> None:
    shown = draw_cascade(scene("klondike"), NARROW)
    assert shown.alt.startswith("Klondike, deal 7, won.")
    assert shown.alt.endswith("The cards cascade over the board, once.")


def test_a_game_that_is_not_won_has_no_cascade() -> None:
    with pytest.raises(NotWon, match="Klondike is not won"):
        draw_cascade(scene_of(engine.deal("klondike", 1)), NARROW)


@pytest.mark.slow
@every_game
def test_the_cascade_of_every_game_is_small_at_its_usual_width(rules: Rules) -> None:
    shown = draw_cascade(scene(rules.id), STYLE)
    assert len(shown.gif) < MAX_BYTES
    assert shown.width == WIDTH
