"""Profiles."""

from __future__ import annotations

import dataclasses
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from rendering import THEMES, InvalidStyle, Picture, Style
from rendering.charts.faces import Face
from rendering.charts.medals import Emblem
from rendering.charts.profile import Badge, BestGame, Profile, draw_profile
from tests.rendering.charts.charted import PROFILE as ADA

FULL = dataclasses.replace(ADA, games=ADA.games * 5, badges=ADA.badges * 10)
NEW = Profile(Face(""), 1, 0, 5, 0, (0, 0), (0, 0), (), (), 47)
PHONE = 326


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def drawn(profile: Profile) -> Picture:
    return draw_profile(profile, Style())


def changed(one: Profile, other: Profile) -> tuple[int, int, int, int] | None:
    """The bounding box of what differs between two profiles of one size."""
    return ImageChops.difference(opened(drawn(one)), opened(drawn(other))).getbbox()


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, 1100])
@pytest.mark.parametrize("profile", [ADA, FULL, NEW], ids=["ada", "full", "new"])
def test_a_profile_is_a_picture_of_its_size(theme: str, width: int, profile: Profile) -> None:
    picture = draw_profile(profile, Style(theme, width=width))
    assert opened(picture).size == (picture.width, picture.height)
    assert picture.width == width


def test_a_full_profile_is_hardly_taller_than_wide() -> None:
    picture = drawn(FULL)
    assert picture.height < 1.15 * picture.width
    assert drawn(NEW).height < drawn(ADA).height < picture.height


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        dataclasses.replace(ADA, face=Face("Bob")),
        dataclasses.replace(ADA, level=8),
        dataclasses.replace(ADA, points=113),
        dataclasses.replace(ADA, deals=149),
        dataclasses.replace(ADA, wins_in_a_row=(4, 11)),
        dataclasses.replace(ADA, wins_in_a_row=(3, 12)),
        dataclasses.replace(ADA, days_in_a_row=(13, 31)),
        dataclasses.replace(ADA, days_in_a_row=(12, 32)),
        dataclasses.replace(ADA, games=(ADA.games[0], BestGame("Saxony", 31, 118, 401))),
        dataclasses.replace(ADA, games=(ADA.games[0], BestGame("Saratoga", 32, 118, 401))),
        dataclasses.replace(ADA, badges=(*ADA.badges[:3], Badge("First win", 1, Emblem.CUP))),
        dataclasses.replace(ADA, badges=(*ADA.badges[:3], Badge("Hundred", 2, Emblem.CUP))),
        dataclasses.replace(ADA, all_badges=48),
    ],
)
def test_everything_described_is_shown(other: Profile) -> None:
    assert changed(ADA, other) is not None
    assert drawn(ADA).alt != drawn(other).alt


def test_the_bar_is_as_long_as_the_figures_beside_it_say() -> None:
    box = changed(ADA, dataclasses.replace(ADA, points=ADA.end))
    assert box is not None
    edge = 1100 * 0.045
    assert box[0] - edge == pytest.approx(ADA.points / ADA.end * (1100 - 2 * edge), abs=14)


def test_text_is_legible_on_a_phone() -> None:
    # The smallest text has a cap height of 28 pixels at 1100: at this width, eight.
    other = dataclasses.replace(ADA, all_badges=48)
    box = changed(ADA, other)
    assert box is not None
    assert (box[3] - box[1]) * PHONE / 1100 >= 8


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.text(max_size=100), st.text(max_size=60))
def test_any_name_and_title_fits(name: str, title: str) -> None:
    other = dataclasses.replace(
        ADA, face=Face(name), badges=(Badge(title, 1, Emblem.CUP), *ADA.badges[1:])
    )
    box = changed(ADA, other)
    if box is not None:
        assert box[0] >= 48
        assert box[2] <= 1100 - 48


def test_the_alt_text_says_all_that_the_picture_shows() -> None:
    assert drawn(ADA).alt == (
        "Profile of Ada. Level 7: 7 of 35 points. 148 deals won. 3 wins in a row, best 11. "
        "12 days in a row, best 31. Saratoga: won 62, fewest moves 98, best time 4:32. "
        "Klondike, draw three: won 31, fewest moves 118, best time 6:41. Badges: 4 of 47. "
        "Grand slam (diamond), Flawless (gold), Regular (silver), Hundred (bronze)."
    )
    assert len(drawn(FULL).alt) <= 1024


def test_a_narrow_profile_is_refused() -> None:
    with pytest.raises(InvalidStyle, match="at least 400 pixels wide, not 399"):
        draw_profile(ADA, Style(width=399))


def test_a_rating_stands_beside_the_streaks_within_the_margins() -> None:
    rated = dataclasses.replace(ADA, wins_in_a_row=(300, 300), rating=(2748, 246))
    picture = drawn(rated)
    assert "race rating: 2748 ± 246." in picture.alt
    less = changed(rated, dataclasses.replace(rated, rating=(2748, 1)))
    assert less is not None
    left, _top, right, _bottom = less
    assert picture.width * 0.74 < left
    assert right <= picture.width * (1 - 0.045)
