"""PNG files."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine import CATALOGUE, deal
from rendering import THEMES, Style, draw, draw_scene, scene_of
from rendering.board.picture import compose
from rendering.encoding.png import encode
from tests.rendering.boards import played
from tests.support.parameters import quick


@st.composite
def images(draw: st.DrawFn) -> Image.Image:
    """Palette images of any size and number of colours."""
    width, height, colours = (draw(st.integers(1, most)) for most in (70, 40, 256))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    image = Image.new("P", (width, height))
    image.putpalette(rng.randbytes(3 * colours))
    image.frombytes(bytes(rng.choices(range(colours), k=width * height)))
    return image


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the content of each chunk, as the PNG specification has them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        content = png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(kind + content),)
        yield kind, content
        at += 12 + length


def decoded(png: bytes) -> Image.Image:
    Image.open(io.BytesIO(png)).verify()
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def assert_same(image: Image.Image, other: Image.Image) -> None:
    assert (image.mode, image.size) == (other.mode, other.size)
    assert image.tobytes() == other.tobytes()
    assert image.getpalette() == other.getpalette()


@given(images())
def test_a_file_has_the_pixels_and_the_palette_of_its_image(image: Image.Image) -> None:
    assert_same(decoded(encode(image)), image)


@given(images())
def test_a_file_is_what_the_specification_of_png_says(image: Image.Image) -> None:
    kinds, contents = zip(*chunks(encode(image)), strict=True)
    assert kinds == (b"IHDR", b"PLTE", b"IDAT", b"IEND")
    header, palette, pixels, end = contents
    assert struct.unpack(">IIBBBBB", header) == (*image.size, 8, 3, 0, 0, 0)
    assert (list(palette), end) == (image.getpalette(), b"")
    data, stride = zlib.decompress(pixels), image.width + 1
    rows = [data[start : start + stride] for start in range(0, len(data), stride)]
    assert {row[0] for row in rows} == {0}, "no row has a filter"
    assert b"".join(row[1:] for row in rows) == image.tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", ["saratoga", "house-in-the-wood"])
def test_a_board_keeps_its_pixels_and_its_palette(game: str, theme: str) -> None:
    image = compose(scene_of(deal(game, 1)), Style(theme, 4))
    assert_same(decoded(encode(image)), image)


@pytest.mark.parametrize("theme", quick(THEMES))
@pytest.mark.parametrize(
    "moves", [pytest.param(0, marks=pytest.mark.slow), 20, pytest.param(30, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("game", ["saxony", "house-in-the-wood", "crescent", "delta-star"])
def test_the_heaviest_boards_are_85_kilobytes_at_most(game: str, moves: int, theme: str) -> None:
    scene = scene_of(played(CATALOGUE[game], 1, moves, seed=1))
    for large in (False, True):
        assert len(draw_scene(scene, Style(theme, 4, large)).png) <= 85_000


def test_a_picture_is_the_same_where_isal_has_no_wheels() -> None:
    code = (
        "import sys; sys.modules['isal'] = None; from engine import CATALOGUE, deal; "
        "from rendering import draw; sys.stdout.buffer.write(draw(deal('saratoga', 1)).png)"
    )
    png = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert_same(decoded(png), decoded(draw(deal("saratoga", 1)).png))
