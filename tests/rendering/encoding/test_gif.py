"""Animated GIF files, read back by Pillow."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import GifImagePlugin, Image

from rendering.encoding.gif import MAX_COLOURS, Frame, InvalidAnimation, animate

PALETTE = tuple((number, 255 - number, number // 2) for number in range(MAX_COLOURS))


def picture(rows: list[list[int]]) -> Image.Image:
    """Palette indices as a picture in the palette."""
    image = Image.fromarray(np.array(rows, np.uint8)).convert("L")
    image = Image.frombytes("P", image.size, image.tobytes())
    image.putpalette([channel for colour in PALETTE for channel in colour])
    return image


def animation(pictures: list[Image.Image], colours: int = MAX_COLOURS) -> bytes:
    gif = animate([Frame(image, 10) for image in pictures], PALETTE[:colours])
    assert gif is not None
    return gif


def opened(gif: bytes) -> GifImagePlugin.GifImageFile:
    image = Image.open(io.BytesIO(gif))
    assert isinstance(image, GifImagePlugin.GifImageFile)
    return image


def read(gif: bytes) -> list[Image.Image]:
    image = opened(gif)
    frames = []
    for number in range(image.n_frames):
        image.seek(number)
        frames.append(image.convert("RGB"))
    return frames


@st.composite
def pictures(draw: st.DrawFn) -> tuple[int, list[Image.Image]]:
    """A number of colours, and pictures of one size in that many."""
    colours = draw(st.sampled_from((1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 200, MAX_COLOURS)))
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = rng.integers(0, colours, (height, width))
    drawn = []
    for _ in range(draw(st.integers(1, 6))):
        drawn.append(picture(rows.tolist()))
        rows = np.where(rng.random(rows.shape) < 0.2, rng.integers(0, colours, rows.shape), rows)
    return colours, drawn


@settings(max_examples=150, deadline=None)
@given(pictures())
def test_every_frame_is_the_given_picture(
    given: tuple[int, list[Image.Image]],
) -> None:
    colours, wanted = given
    frames = read(animation(wanted, colours))
    assert [frame.tobytes() for frame in frames] == [
        image.convert("RGB").tobytes() for image in wanted
    ]


def test_a_large_noisy_picture_survives() -> None:
    noise = np.random.default_rng(1).integers(0, MAX_COLOURS, (300, 400))
    wanted = picture(noise.tolist())
    assert read(animation([wanted]))[0].tobytes() == wanted.convert("RGB").tobytes()


def test_a_frame_is_stored_as_the_bounding_box_of_its_changes() -> None:
    rows = [[1] * 50 for _ in range(40)]
    before = picture(rows)
    rows[7][12], rows[19][30] = 2, 3
    image = opened(animation([before, picture(rows)]))
    image.seek(1)
    assert image.tile[0].extents == (12, 7, 31, 20)


def test_an_unchanged_frame_costs_a_few_bytes_and_keeps_its_time() -> None:
    same = picture([[1, 2, 3]] * 30)
    twice, thrice = animation([same] * 2), animation([same] * 3)
    assert len(thrice) - len(twice) < 30
    assert opened(thrice).n_frames == 3


def test_unchanged_pixels_inside_the_box_cost_next_to_nothing() -> None:
    noise = np.random.default_rng(2).integers(0, 200, (200, 200))
    before = picture(noise.tolist())
    noise[0, 0], noise[199, 199] = 201, 202
    both = animation([before, picture(noise.tolist())])
    assert len(both) - len(animation([before])) < 800


def test_each_frame_is_shown_for_its_time() -> None:
    frames = [Frame(picture([[number]]), time) for number, time in enumerate((120, 6, 400))]
    image = opened(animate(frames, PALETTE) or b"")
    times = []
    for number in range(image.n_frames):
        image.seek(number)
        times.append(image.info["duration"])
    assert times == [1200, 60, 4000]


def test_an_animation_loops_for_ever() -> None:
    assert opened(animation([picture([[1]])])).info["loop"] == 0


def test_an_animation_can_stop_on_its_last_picture() -> None:
    once = animate([Frame(picture([[1]]), 10)], PALETTE, loops=False)
    assert "loop" not in opened(once or b"").info


def test_a_file_may_be_exactly_as_large_as_allowed() -> None:
    frames = [Frame(picture([[number] * 9] * 9), 10) for number in range(5)]
    whole = animate(frames, PALETTE)
    assert whole is not None
    assert animate(frames, PALETTE, max_bytes=len(whole)) == whole
    assert animate(frames, PALETTE, max_bytes=len(whole) - 1) is None


@pytest.mark.parametrize("colours", [0, MAX_COLOURS + 1])
def test_a_palette_without_room_for_transparency_is_rejected(colours: int) -> None:
    with pytest.raises(InvalidAnimation, match=f"1 to 255 colours, not {colours}"):
        animate([Frame(picture([[0]]), 10)], [(0, 0, 0)] * colours)


def test_frames_of_different_sizes_are_rejected() -> None:
    frames = [Frame(picture([[0, 0]]), 10), Frame(picture([[0], [0]]), 10)]
    with pytest.raises(InvalidAnimation, match="1 × 2 pixels large, but the one before is 2 × 1"):
        animate(frames, PALETTE)


def test_an_animation_without_frames_is_rejected() -> None:
    with pytest.raises(InvalidAnimation, match="at least one frame"):
        animate([], PALETTE)
