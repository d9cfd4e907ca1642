"""The felt of a board."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine import deal
from rendering import THEMES, Style, draw, scene_of
from rendering.board.picture import compose
from rendering.cards.palette import EDGE_SHADES, FELT_SHADES, palette_of
from rendering.encoding.png import encode
from rendering.theme import Theme, contrast

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def shades(theme: Theme) -> tuple[list[int], list[int]]:
    """How bright the felt is from the light outwards, and from the edges inwards."""
    levels = [sum(shade) for shade in palette_of(theme.name, 2).shades]
    return levels[:FELT_SHADES], levels[FELT_SHADES:]


@EVERY_THEME
def test_the_felt_darkens_away_from_the_light_and_towards_the_edges(theme: Theme) -> None:
    outwards, inwards = shades(theme)
    assert len(inwards) == EDGE_SHADES
    assert outwards == sorted(outwards, reverse=True)
    assert inwards == sorted(inwards)


@EVERY_THEME
def test_no_band_is_seen_where_one_shade_meets_the_next(theme: Theme) -> None:
    for one, other in pairwise(palette_of(theme.name, 2).shades[:FELT_SHADES]):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_names_stand_out_from_every_shade_but_those_of_the_edges(theme: Theme, suits: int) -> None:
    palette = palette_of(theme.name, suits)
    assert len(palette.colours) + len(palette.shades) <= 256
    assert all(contrast(theme.label, shade) >= 4.5 for shade in palette.shades[:FELT_SHADES])
    assert all(contrast(theme.count, shade) >= 4.5 for shade in palette.shades[:FELT_SHADES])


@pytest.mark.parametrize("game", ["saratoga", "spider", "phoenix"])
@pytest.mark.parametrize("theme", THEMES)
def test_only_the_plain_felt_is_lit(game: str, theme: str) -> None:
    plain = compose(scene_of(deal(game, 1)), Style(theme))
    lit = Image.open(io.BytesIO(draw(deal(game, 1), theme=theme).png)).convert("RGB")
    cards = plain.point([0, *[255] * 255], "1").convert("RGB")
    apart = ImageChops.difference(plain.convert("RGB"), lit)
    assert ImageChops.multiply(apart, cards).getbbox() is None
    assert (apart.getbbox() is not None) == (theme != "high-contrast")


@pytest.mark.parametrize("game", ["saratoga", "spider", "phoenix"])
def test_the_light_on_the_felt_adds_little_to_a_picture(game: str) -> None:
    plain = encode(compose(scene_of(deal(game, 1)), Style()))
    assert len(draw(deal(game, 1)).png) < len(plain) + 18_000
