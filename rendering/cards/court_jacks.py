"""The four jacks."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Suit
from rendering.cards.court_parts import (
    GOWN,
    Layer,
    Paint,
    discs,
    face,
    features,
    fist,
    flipped,
    layer,
    profile,
    strokes,
    symbol,
)


def jack_of_spades() -> Iterator[Layer]:
    """A jack in profile with a beret and a halberd."""
    yield layer(Paint.BROWN, "M 84 6 L 88 6 L 88 130 L 84 130 Z")
    yield layer(
        Paint.GREY,
        "M 86 -2 L 90 12 L 90 20 L 82 20 L 82 12 Z",
        "M 90 18 C 95 20 99 18 104 14 L 104 44 C 99 38 95 38 90 40 Z",
        "M 82 22 L 73 29 L 82 36 Z",
    )
    yield GOWN
    yield layer(Paint.GOLD, "M 30 84 L 60 78 L 66 90 L 38 98 Z")
    yield from flipped(profile())
    yield layer(
        Paint.DARK,
        "M 34 28 L 54 28 C 50 36 46 40 46 46 C 46 54 44 62 44 68 C 38 74 26 74 20 68 "
        "C 24 56 22 38 34 28 Z",
    )
    yield layer(
        Paint.INK,
        "M 26 33 C 14 24 22 10 44 9 C 64 8 78 16 72 31 C 58 26 42 27 26 33 Z",
    )
    yield layer(
        Paint.GOLD, "M 27 37 L 25 31.6 C 42 25 58 24 73 29.4 L 71.6 35 C 57 30 42 31 27 37 Z"
    )
    yield layer(Paint.CARD, "M 32 28 C 20 26 6 20 2 4 C 16 2 30 10 36 24 Z")
    yield layer(Paint.PALE, "M 34 26 Q 20 18 7 8 L 8 6.6 Q 22 14 35.6 24.4 Z")
    yield symbol(Suit.SPADES, 54, 18.4, 11, Paint.CARD)
    yield from fist(86, 84)


def jack_of_hearts() -> Iterator[Layer]:
    """A jack with brown curls and a plumed cap, holding a love letter."""
    yield discs(Paint.BROWN, 8.4, (31, 42), (29, 54), (33, 65), (69, 42), (71, 54), (67, 65))
    yield GOWN
    yield layer(Paint.CARD, "M 36 76 L 24 83 L 36 98 L 50 86 L 64 98 L 76 83 L 64 76 L 50 86 Z")
    yield from face(-3)
    yield from features(-3)
    yield layer(
        Paint.BROWN,
        "M 33 46 C 33 34 42 30 50 30 C 58 30 67 34 68 47 C 62 44 60 38 54 37 C 48 42 40 38 33 46 Z",
    )
    yield layer(Paint.INK, "M 26 33 C 24 14 40 8 54 8 C 70 8 80 18 75 33 C 60 25 42 25 26 33 Z")
    yield layer(
        Paint.GOLD, "M 25 36.6 L 23.6 30 C 42 22 60 22 77 30 L 75.6 36.6 C 60 29 42 29 25 36.6 Z"
    )
    yield layer(
        Paint.CARD,
        "M 68 27 C 74 20 72 8 60 4 C 76 -2 92 6 94 20 C 95 30 90 38 84 40 C 86 32 80 27 68 27 Z",
    )
    yield layer(Paint.PALE, "M 70 26 Q 84 20 84 38 L 85.6 37 Q 88 16 70 24.4 Z")
    yield layer(Paint.CARD, "M 2 70 L 30 64 L 34 84 L 6 90 Z")
    yield layer(Paint.PALE, "M 2 70 L 18 78.6 L 30 64 L 29 63.6 L 17.6 76 L 3 69 Z")
    yield symbol(Suit.HEARTS, 18.4, 79, 9, Paint.INK)
    yield layer(Paint.SKIN, "M 8 86 Q 18 80 27 84 L 29 95 Q 18 101 9 96 Z")
    yield layer(Paint.GOLD, "M 8 95 L 30 95 L 32 103 L 6 103 Z")


def jack_of_diamonds() -> Iterator[Layer]:
    """A jack with a moustache under a broad hat, a pike on his shoulder."""
    yield layer(
        Paint.DARK,
        "M 34 30 C 24 40 26 58 22 74 C 30 80 38 76 42 66 L 42 30 Z",
        "M 66 30 C 76 40 74 58 78 74 C 70 80 62 76 58 66 L 58 30 Z",
    )
    yield GOWN
    yield layer(Paint.CARD, "M 30 80 C 38 74 62 74 70 80 C 72 92 60 98 50 90 C 40 98 28 92 30 80 Z")
    yield from face(3)
    yield from features(3, lips=True)
    yield layer(
        Paint.DARK,
        "M 53 61.6 C 48 59.6 43 60 39 56.6 C 39 63 45 65.4 53 63.6 C 61 65.4 67 63 67 56.6 "
        "C 63 60 58 59.6 53 61.6 Z",
        "M 51 69 L 55 69 L 53 76 Z",
    )
    yield layer(Paint.INK, "M 33 30 C 32 14 38 9 50 9 C 62 9 68 14 67 30 Z")
    yield layer(
        Paint.INK,
        "M 8 26 C 22 34 36 27 50 27 C 66 27 80 34 94 20 C 92 36 74 40 50 37 C 30 40 12 40 8 26 Z",
    )
    yield layer(Paint.GOLD, "M 33.2 27 C 42 23 58 23 66.8 27 L 67 31 C 58 27 42 27 33 31 Z")
    yield layer(Paint.GOLD, "M 36 27 C 26 24 16 14 20 2 C 34 4 42 14 40 26 Z")
    yield symbol(Suit.DIAMONDS, 55, 17.4, 10, Paint.CARD)


def jack_of_clubs() -> Iterator[Layer]:
    """An archer in a pointed cap."""
    yield layer(Paint.BROWN, "M 84 4 C 100 30 100 74 84 104 L 81 104 C 94.6 74 94.6 30 81 4 Z")
    yield strokes(Paint.DARK, 0.9, (82.4, 5, 82.4, 103))
    yield layer(
        Paint.AUBURN,
        "M 36 30 C 26 36 28 56 31 64 L 40 64 L 40 30 Z",
        "M 64 30 C 74 36 72 56 69 64 L 60 64 L 60 30 Z",
    )
    yield GOWN
    yield layer(Paint.PALE, "M 30 81 C 38 74 62 74 70 81 L 62 90 L 50 100 L 38 90 Z")
    yield from face(2)
    yield from features(2)
    yield layer(Paint.AUBURN, "M 33 44 C 36 36 44 38 50 34 C 58 36 64 36 67 44 L 68 28 L 32 28 Z")
    yield layer(
        Paint.INK,
        "M 22 36 C 36 26 60 26 80 36 C 76 22 66 16 56 10 C 44 2 24 4 12 2 C 24 10 28 20 26 30 Z",
    )
    yield layer(Paint.GOLD, "M 20 38.6 C 36 29 60 28 82 38.6 L 81 33 C 60 23 38 24 23 32 Z")
    yield layer(Paint.CARD, "M 62 31 C 62 20 66 8 76 3 C 80 14 76 26 67 32 Z")
    yield symbol(Suit.CLUBS, 45, 18.6, 10.5, Paint.CARD)
    yield layer(Paint.INK, "M 70 108 L 76 80 L 84 76 L 100 78 L 104 108 Z")
    yield from fist(91, 68)
