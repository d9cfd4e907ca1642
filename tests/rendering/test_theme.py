"""Colours."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from rendering.sprites import sheet_of
from rendering.theme import THEMES, Colour, Theme, UnknownTheme, palette_of, theme_named

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
RINGS = ("last", "selected", "hint")


def luminance(colour: Colour) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    linear = [
        c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4
        for c in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21, as the same guidelines define it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_indices_stand_out_from_the_card(theme: Theme, suits: int) -> None:
    assert all(contrast(ink, theme.card) >= 4.5 for ink in theme.suit_inks(suits))


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_indices_stand_out_in_a_chosen_pile_too(theme: Theme, suits: int) -> None:
    assert all(contrast(theme.veil(ink), theme.veiled) >= 4.5 for ink in theme.suit_inks(suits))


@EVERY_THEME
def test_names_and_counts_stand_out_from_the_felt(theme: Theme) -> None:
    assert contrast(theme.label, theme.felt) >= 4.5
    assert contrast(theme.count, theme.felt) >= 4.5


@EVERY_THEME
def test_rings_stand_out_from_their_outline(theme: Theme) -> None:
    for ring in RINGS[:2]:
        assert contrast(getattr(theme, ring), theme.outline) >= 4.5
    assert contrast(theme.hint, theme.card) >= 3


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_the_four_suits_have_as_many_inks_as_asked_for(theme: Theme, suits: int) -> None:
    assert len(set(theme.suit_inks(suits))) == suits


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_a_palette_fits_into_a_byte_and_begins_with_the_felt(theme: Theme, suits: int) -> None:
    palette = palette_of(theme, suits)
    assert len(palette) <= 256
    assert palette[0] == theme.felt


@EVERY_THEME
@pytest.mark.parametrize("suits", [2, 4])
def test_flat_areas_keep_the_theme_s_colours_exactly(theme: Theme, suits: int) -> None:
    sheet = sheet_of(theme.name, suits, 124)
    inks = theme.suit_inks(suits)
    flat = [theme.felt, theme.slot, theme.slot_line, theme.mark, theme.label, theme.count]
    flat += [theme.card, theme.edge, theme.gold, theme.skin, theme.back, theme.back_line]
    flat += [theme.last, theme.selected, theme.hint, theme.outline, *inks]
    for colour in (*flat, *(theme.tint(ink) for ink in inks)):
        stored = sheet.indexed(Image.new("RGB", (1, 1), colour)).convert("RGB")
        assert stored.getpixel((0, 0)) == colour


def test_an_unknown_theme_is_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(
        UnknownTheme, match=re.escape("no theme called “pink”; choose felt or dark")
    ):
        theme_named("pink")
