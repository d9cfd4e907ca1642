"""Colour themes and palettes."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from coloraide import Color
from PIL import Image

from rendering.cards.palette import palette_of
from rendering.theme import THEMES, Colour, Theme, UnknownTheme, theme_named

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
RINGS = ("last", "selected", "hint")
SEEN_BY = pytest.mark.parametrize("deficiency", [None, "protan", "deutan", "tritan"])
"""Normal vision, and colour blindness as simulated after Brettel and Viénot."""


def seen_as(colour: Colour) -> Color:
    """A colour as coloraide takes it."""
    return Color("srgb", [channel / 255 for channel in colour])


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio, 1 to 21, as the WCAG defines it."""
    return float(seen_as(one).contrast(seen_as(other)))


def apart(one: Colour, other: Colour, deficiency: str | None) -> float:
    """The perceived distance of two colours (CIEDE2000), with a colour blindness or none."""
    seen = [seen_as(one), seen_as(other)]
    if deficiency:
        seen = [colour.filter(deficiency, 1).clip("srgb") for colour in seen]
    return float(seen[0].delta_e(seen[1], method="2000"))


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_indices_stand_out_from_the_card(theme: Theme, suits: int) -> None:
    assert all(contrast(ink, theme.card) >= 4.5 for ink in theme.suit_inks(suits))


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_indices_stand_out_in_a_selected_pile(theme: Theme, suits: int) -> None:
    assert all(contrast(theme.veil(ink), theme.veiled) >= 4.5 for ink in theme.suit_inks(suits))


@EVERY_THEME
def test_names_and_counts_stand_out_from_the_felt(theme: Theme) -> None:
    assert contrast(theme.label, theme.felt) >= 4.5
    assert contrast(theme.count, theme.felt) >= 4.5


@EVERY_THEME
def test_highlights_stand_out_from_their_outline(theme: Theme) -> None:
    for ring in RINGS[:2]:
        assert contrast(getattr(theme, ring), theme.outline) >= 4.5
    assert contrast(theme.hint, theme.card) >= 3


@EVERY_THEME
@SEEN_BY
def test_highlights_differ_in_colour(theme: Theme, deficiency: str | None) -> None:
    rings = [getattr(theme, ring) for ring in RINGS]
    for one, other in combinations(rings, 2):
        assert apart(one, other, deficiency) > 15


@EVERY_THEME
@SEEN_BY
def test_highlights_differ_from_what_they_lie_on(theme: Theme, deficiency: str | None) -> None:
    for ring in RINGS:
        beside = theme.card if ring == "hint" else theme.outline
        assert apart(getattr(theme, ring), beside, deficiency) > 25


@EVERY_THEME
@SEEN_BY
def test_four_suit_colours_are_told_apart_with_colour_blindness(
    theme: Theme, deficiency: str | None
) -> None:
    for one, other in combinations(theme.suit_inks(4), 2):
        assert apart(one, other, deficiency) > 5


def test_the_high_contrast_theme_has_higher_contrast() -> None:
    theme = THEMES["high-contrast"]
    inks = (*theme.suit_inks(2), *theme.suit_inks(4))
    assert all(contrast(ink, theme.card) >= 7 for ink in inks)
    assert contrast(theme.label, theme.felt) >= 15
    assert contrast(theme.count, theme.felt) >= 7
    assert contrast(theme.empty_pile_line, theme.felt) >= 7


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_suits_have_the_requested_number_of_colours(theme: Theme, suits: int) -> None:
    assert len(set(theme.suit_inks(suits))) == suits


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_a_palette_fits_a_byte_and_begins_with_the_felt(theme: Theme, suits: int) -> None:
    palette = palette_of(theme.name, suits).colours
    assert len(palette) <= 256
    assert palette[0] == theme.felt


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_the_palette_keeps_the_themes_colours_exactly(theme: Theme, suits: int) -> None:
    palette = palette_of(theme.name, suits)
    inks = theme.suit_inks(suits)
    flat = [
        theme.felt,
        theme.empty_pile,
        theme.empty_pile_line,
        theme.mark,
        theme.label,
        theme.count,
    ]
    flat += [theme.card, theme.edge, theme.gold, theme.skin, theme.back, theme.back_line]
    flat += [theme.last, theme.selected, theme.hint, theme.outline, *inks]
    for colour in (*flat, *(theme.tint(ink) for ink in inks)):
        stored = palette.quantize(Image.new("RGB", (1, 1), colour)).convert("RGB")
        assert stored.getpixel((0, 0)) == colour


def test_an_unknown_theme_is_rejected_with_the_available_names() -> None:
    with pytest.raises(
        UnknownTheme,
        match=re.escape("no theme called “pink”; choose felt, dark, light or high-contrast"),
    ):
        theme_named("pink")
