"""Faces: avatars and initials in a grid, each over its bar."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from rendering import Style
from rendering.charts.faces import MAX_FACES, Face, draw_faces

STYLE = Style(width=400)


def png(colour: str, size: int = 64) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(file, "PNG")
    return file.getvalue()


def drawn(*faces: Face) -> Image.Image:
    picture = draw_faces(faces, STYLE, "Faces")
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    assert (picture.alt, picture.width, picture.height) == ("Faces", *image.size)
    return image


def count(image: Image.Image, colour: tuple[int, int, int]) -> int:
    return sum(
        number for number, one in image.getcolors(image.width * image.height) or [] if one == colour
    )


def test_an_avatar_is_a_disc_and_the_bar_beneath_grows() -> None:
    image = drawn(Face("Ada", png("#ff00ff"), 0.5), Face("Ben", None, 0.0))
    disc = count(image, (255, 0, 255))
    assert disc == pytest.approx(3.14 * 25**2, rel=0.05)
    assert drawn(Face("A", None, 0.2)).tobytes() != drawn(Face("A", None, 0.8)).tobytes()


def test_a_won_bar_differs_from_one_that_is_nearly_full() -> None:
    assert drawn(Face("", None, 1.0)).tobytes() != drawn(Face("", None, 0.999)).tobytes()


@pytest.mark.parametrize("content", [b"", b"nonsense", png("red")[:60], png("red", 2_000)], ids=len)
def test_what_is_no_avatar_leaves_the_initial(content: bytes) -> None:
    assert drawn(Face("Ada", content, 0.5)).tobytes() == drawn(Face("Ada", None, 0.5)).tobytes()


def test_twenty_faces_are_shown_and_no_more() -> None:
    faces = [Face(f"Player {number}", None, number / 30) for number in range(30)]
    full = drawn(*faces)
    assert full.tobytes() == drawn(*faces[:MAX_FACES]).tobytes()
    assert full.height > drawn(*faces[:5]).height
