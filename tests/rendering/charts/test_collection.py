"""Pictures of collections."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from engine.games import FAMILIES
from rendering import THEMES, Picture, Style
from rendering.charts.collection import (
    CollectedGame,
    Collection,
    Family,
    Stamp,
    draw_collection,
    draw_family,
)

_MOST_BYTES = 200_000


def collected(*stamps: Stamp) -> tuple[Family, ...]:
    """All games, their stamps in turn."""
    return tuple(
        Family(
            family[0].title,
            tuple(
                CollectedGame(rules.id, rules.title, stamps[place % len(stamps)])
                for place, rules in enumerate(family)
            ),
        )
        for family in FAMILIES
    )


LARGEST = max(collected(*Stamp), key=lambda one: len(one.games))


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def test_a_whole_collection_is_light_and_tells_how_much_of_each_family_is_won() -> None:
    picture = draw_collection(Collection("Ada", collected(*Stamp)), Style())
    assert len(picture.png) < _MOST_BYTES
    assert picture.alt.startswith("Collection of Ada. ")
    assert "games won, " in picture.alt
    assert "Klondike 10/15" in picture.alt
    assert picture.alt.endswith(".")


def test_the_alt_text_of_a_family_names_every_game_by_what_there_is_of_it() -> None:
    family = Family(
        "Golf",
        (
            CollectedGame("golf", "Golf", Stamp.WON),
            CollectedGame("tri-peaks", "Tri Peaks", Stamp.PERFECT),
            CollectedGame("black-hole", "Black Hole", Stamp.MISSING),
        ),
    )
    alt = draw_family(family, Style()).alt
    assert alt == (
        "Golf: 2 of 3 games won, 1 perfect. Perfect: Tri Peaks. Won: Golf. Not won yet: Black Hole."
    )


@pytest.mark.parametrize("theme", THEMES)
def test_a_missing_a_won_and_a_perfect_game_look_different(theme: str) -> None:
    def drawn(stamp: Stamp) -> Image.Image:
        game = CollectedGame("klondike", "Klondike", stamp)
        other = CollectedGame("golf", "Golf", Stamp.WON)
        picture = opened(draw_family(Family("K", (game, other)), Style(theme)))
        return picture.crop((0, picture.height // 3, picture.width // 4, picture.height))

    pictures = [drawn(stamp) for stamp in Stamp]
    assert all(
        ImageChops.difference(one, other).getbbox()
        for one, other in zip(pictures, [*pictures[1:], pictures[0]], strict=True)
    )


def test_the_largest_family_is_light() -> None:
    assert len(draw_family(LARGEST, Style()).png) < _MOST_BYTES
