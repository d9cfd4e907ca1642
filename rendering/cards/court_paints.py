"""The colours of court cards. Skin and hair are the same in every suit and theme."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rendering.cards.court_parts import Paint
from rendering.theme import Colour, Theme, mix

_PALENESS: Final = 5 / 11
"""How much ink is in the pale paint: a step of the palette's ramp."""

PIGMENTS: Final[Mapping[Paint, Colour]] = MappingProxyType(
    {
        Paint.SHADE: (221, 166, 127),
        Paint.LIPS: (176, 73, 63),
        Paint.DARK: (36, 31, 36),
        Paint.BROWN: (110, 69, 38),
        Paint.AUBURN: (164, 85, 42),
        Paint.BLOND: (233, 200, 104),
        Paint.GREY: (169, 174, 184),
    }
)
"""The colours that no theme changes."""


def court_paints(theme: Theme, ink: Colour) -> dict[Paint, Colour]:
    """The colour of each paint on the court cards of a suit with that ink."""
    return {
        **PIGMENTS,
        Paint.INK: ink,
        Paint.PALE: mix(theme.card, ink, _PALENESS),
        Paint.TINT: theme.tint(ink),
        Paint.CARD: theme.card,
        Paint.WHITE: theme.card,
        Paint.GOLD: theme.gold,
        Paint.SKIN: theme.skin,
    }
