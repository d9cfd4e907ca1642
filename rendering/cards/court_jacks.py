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
    held,
    layer,
    profile,
    strokes,
    symbol,
)


def jack_of_spades() -> Iterator[Layer]:
    """A jack in profile with a beret and a halberd."""
    yield from held(
        layer(Paint.BROWN, "M 82 6 L 86 6 L 86 130 L 82 130 Z"),
        layer(
            Paint.GREY,
            "M 84 1 L 88 13 L 88 20 L 80 20 L 80 13 Z",
            "M 88 18 C 91 20 94 18 97 14 L 97 44 C 94 38 91 38 88 40 Z",
            "M 80 22 L 74 29 L 80 36 Z",
        ),
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
    yield layer(Paint.WHITE, "M 32 28 C 21 26 9 20 5 5 C 17 3 30 10 36 24 Z")
    yield layer(Paint.PALE, "M 34 26 Q 21 18 10 9 L 11 7.6 Q 23 14 35.6 24.4 Z")
    yield symbol(Suit.SPADES, 54, 18.4, 11, Paint.CARD)
    yield from held(fist(84, 78))


def jack_of_hearts() -> Iterator[Layer]:
    """A jack with brown curls and a plumed cap, holding a love letter."""
    yield discs(Paint.BROWN, 8.4, (31, 42), (29, 54), (33, 65), (69, 42), (71, 54), (67, 65))
    yield GOWN
    yield layer(Paint.WHITE, "M 36 76 L 24 83 L 36 98 L 50 86 L 64 98 L 76 83 L 64 76 L 50 86 Z")
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
        Paint.WHITE,
        "M 68 27 C 74 20 72 8 60 4 C 76 -2 92 6 94 20 C 95 30 90 38 84 40 C 86 32 80 27 68 27 Z",
    )
    yield layer(Paint.PALE, "M 70 26 Q 84 20 84 38 L 85.6 37 Q 88 16 70 24.4 Z")
    yield from held(
        layer(Paint.WHITE, "M 3 63 L 31 57 L 35 77 L 7 83 Z"),
        layer(Paint.PALE, "M 3 63 L 19 71.6 L 31 57 L 30 56.6 L 18.6 69 L 4 62 Z"),
        symbol(Suit.HEARTS, 19.4, 72, 9, Paint.INK),
        layer(Paint.SKIN, "M 9 79 Q 19 73 28 77 L 30 88 Q 19 94 10 89 Z"),
        layer(Paint.GOLD, "M 9 88 L 31 88 L 33 97 L 7 97 Z"),
    )


def jack_of_diamonds() -> Iterator[Layer]:
    """A jack with a moustache under a broad hat, a pike on his shoulder."""
    yield layer(
        Paint.DARK,
        "M 34 30 C 24 40 26 58 22 74 C 30 80 38 76 42 66 L 42 30 Z",
        "M 66 30 C 76 40 74 58 78 74 C 70 80 62 76 58 66 L 58 30 Z",
    )
    yield GOWN
    yield layer(
        Paint.WHITE, "M 30 80 C 38 74 62 74 70 80 C 72 92 60 98 50 90 C 40 98 28 92 30 80 Z"
    )
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
    yield from held(
        layer(Paint.BROWN, "M 80 4 C 96 28 96 68 80 92 L 77 92 C 90.6 68 90.6 28 77 4 Z"),
        strokes(Paint.DARK, 0.9, (78.4, 5, 78.4, 91)),
    )
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
    yield layer(Paint.WHITE, "M 62 31 C 62 20 66 8 76 3 C 80 14 76 26 67 32 Z")
    yield symbol(Suit.CLUBS, 45, 18.6, 10.5, Paint.CARD)
    yield from held(layer(Paint.INK, "M 66 150 L 72 84 L 80 78 L 95 78 L 102 150 Z"), fist(87, 66))
