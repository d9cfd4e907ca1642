"""The four kings."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Suit
from rendering.cards.court_parts import (
    ROBE,
    Layer,
    Paint,
    discs,
    face,
    features,
    fist,
    held,
    layer,
    pair,
    profile,
    shifted,
    strokes,
    symbol,
)


def king_of_spades() -> Iterator[Layer]:
    """An old king with a long grey beard and an upright sword."""
    yield pair(Paint.GREY, "M 37 30 C 25 36 25 58 27 70 C 29 78 38 78 40 68 L 40 30 Z")
    yield ROBE
    yield layer(
        Paint.WHITE,
        "M 14 87 C 26 80 38 77 50 77 C 62 77 74 80 86 87 L 80 99 C 70 93 60 91 50 91 "
        "C 40 91 30 93 20 99 Z",
    )
    yield discs(Paint.INK, 1.7, (22, 90), (31, 86), (69, 86), (78, 90), (27, 93), (73, 93))
    yield from face(broad=True, neck=False)
    yield from features(lips=False)
    yield layer(
        Paint.GREY,
        "M 33 48 C 34 56 38 59 44 59.6 L 56 59.6 C 62 59 66 56 67 48 C 70 62 69 78 63 90 "
        "C 60 98 54 102 50 110 C 46 102 40 98 37 90 C 31 78 30 62 33 48 Z",
    )
    yield layer(Paint.LIPS, "M 45 66 Q 50 64.4 55 66 Q 50 70 45 66 Z")
    yield pair(Paint.CARD, "M 50 61 C 44 59.6 38 62 36.6 68 C 41 65.6 46 66 50 63.6 Z")
    yield pair(Paint.DARK, "M 43.6 74 Q 43.4 84 48 96 Q 45 84 44.8 74 Z")
    yield layer(
        Paint.GOLD,
        "M 30 35 L 25 12 L 38 23 L 50 5 L 62 23 L 75 12 L 70 35 Q 50 30 30 35 Z",
    )
    yield discs(Paint.GOLD, 3.8, (25, 11), (75, 11), (50, 5.4))
    yield layer(Paint.INK, "M 30 37 L 29 31 Q 50 26 71 31 L 70 37 Q 50 32 30 37 Z")
    yield symbol(Suit.SPADES, 50, 21, 11.5, Paint.INK)
    yield from held(
        layer(Paint.GREY, "M 82.4 68 L 82.4 10 L 86 1 L 89.6 10 L 89.6 68 Z"),
        layer(Paint.CARD, "M 86 4 L 87.2 12 L 87.2 66 L 86 66 Z"),
        layer(Paint.GOLD, "M 75 67 L 97 67 L 97 72 L 75 72 Z"),
        fist(86, 78),
    )


def king_of_hearts() -> Iterator[Layer]:
    """A young king with a short auburn beard, drawing his sword behind his head."""
    sword = [
        layer(Paint.GREY, "M 14 76 L 84 9 L 95 4 L 90 15 L 20 82 Z"),
        layer(Paint.CARD, "M 18 76 L 88 9 L 93 6 L 18.6 77.6 Z"),
    ]
    yield from held(*sword)
    yield pair(Paint.AUBURN, "M 37 30 C 27 34 24 46 27 54 C 23 60 26 70 34 68 L 40 62 L 40 30 Z")
    yield ROBE
    yield layer(Paint.GOLD, "M 33 78 L 50 110 L 67 78 L 60 76 L 50 96 L 40 76 Z")
    yield layer(Paint.CARD, "M 40 76 L 50 96 L 60 76 Z")
    yield from face(3, broad=True)
    yield from features(3, lips=False)
    yield layer(
        Paint.AUBURN,
        "M 34.4 50 C 36 58 40 60.6 46 60.4 L 60 60.4 C 64 60 66.6 56 67.8 50 C 69.4 62 66 72 60 77 "
        "Q 52 82 44 77 C 37 72 33.4 62 34.4 50 Z",
    )
    yield layer(Paint.LIPS, "M 47.6 66.6 Q 53 64.4 58.4 66.6 Q 53 71 47.6 66.6 Z")
    yield layer(
        Paint.GOLD,
        "M 31 37 L 25.4 19 Q 34 26 39.4 24 Q 46 22 50 13 Q 54 22 60.6 24 Q 66 26 74.6 19 L 69 37 "
        "Q 50 31 31 37 Z",
    )
    yield discs(Paint.GOLD, 2.8, (39.4, 20.6), (60.6, 20.6))
    yield symbol(Suit.HEARTS, 50, 10.4, 15, Paint.INK)
    yield symbol(Suit.HEARTS, 25.4, 16.4, 11, Paint.INK)
    yield symbol(Suit.HEARTS, 74.6, 16.4, 11, Paint.INK)
    yield layer(Paint.INK, "M 31 38 L 30.2 33.6 Q 50 28 69.8 33.6 L 69 38 Q 50 32 31 38 Z")
    yield from held(
        layer(Paint.GOLD, "M 8 66 L 30 87 L 26.6 90.6 L 4.6 69.6 Z"),
        layer(Paint.SKIN, "M 10 78 Q 14 73 20 77 L 24 82 Q 22 90 14 90 Q 7 87 10 78 Z"),
        layer(Paint.SHADE, "M 12 80 L 19 86 L 18 87.2 L 11 81.4 Z"),
        layer(Paint.GOLD, "M 5 89 L 25 89 L 27 98 L 3 98 Z"),
    )


def king_of_diamonds() -> Iterator[Layer]:
    """A king in profile with a pointed brown beard and an axe."""
    yield from held(
        layer(Paint.BROWN, "M 16.6 18 L 20.6 18 L 20.6 120 L 16.6 120 Z"),
        layer(
            Paint.GREY, "M 20 20 L 20 46 C 13 47 8 44 3 50 C 2 40 2 28 3 16 C 8 22 13 20 20 20 Z"
        ),
        layer(Paint.CARD, "M 3 50 C 2 40 2 28 3 16 L 6 20 C 5 30 5 38 6 47 Z"),
    )
    yield ROBE
    yield layer(Paint.GOLD, "M 34 82 L 70 76 L 74 84 L 36 92 Z")
    yield discs(Paint.INK, 1.7, (42, 85.4), (51, 84), (60, 82.4), (68, 80.6))
    yield from shifted(profile(), 2)
    yield layer(
        Paint.BROWN,
        "M 70 28 L 52 28 C 55 36 54 44 56 50 C 52 52 51 58 46 61 C 42 61.6 37 60.6 34.4 63.4 "
        "C 36 64.6 38 66 42 66 L 38 70 C 35 76 33 84 28 91 C 42 92 58 84 66 70 "
        "C 72 72 78 76 84 73 C 80 64 81 40 70 28 Z",
    )
    yield layer(Paint.LIPS, "M 36.6 65.4 Q 40.4 65 43.6 66.6 Q 40.6 68.6 37.6 68.6 Z")
    yield layer(Paint.DARK, "M 72 46 Q 74 60 80 70 Q 72 64 70.6 48 Z")
    yield layer(
        Paint.INK,
        "M 32 30 C 30 16 42 10 54 10 C 66 10 78 16 74 32 Z",
    )
    yield layer(Paint.GOLD, "M 50 30 C 47 22 48 15 51 10 L 56 10 C 54 16 54 24 56 30 Z")
    yield discs(Paint.GOLD, 3.8, (53, 7))
    yield layer(
        Paint.GOLD,
        "M 30 38 L 27 23 L 36.6 29 L 43 20 L 51.6 28.6 L 61 20 L 68 29.4 L 79 23.6 L 76 39 "
        "Q 52 33 30 38 Z",
    )
    yield discs(Paint.GOLD, 2.4, (27, 22.6), (43, 19.4), (61, 19.4), (79, 23))
    yield symbol(Suit.DIAMONDS, 45, 32, 6.5, Paint.INK)
    yield symbol(Suit.DIAMONDS, 58, 32.4, 6.5, Paint.INK)
    yield from held(fist(18.6, 78))


def king_of_clubs() -> Iterator[Layer]:
    """A dark king with a forked beard and an orb."""
    yield pair(Paint.DARK, "M 38 30 C 22 34 20 56 23 66 C 25 72 36 72 40 62 L 40 30 Z")
    yield ROBE
    yield layer(Paint.GOLD, "M 28 80 C 34 100 66 100 72 80 L 78 82 C 72 110 28 110 22 82 Z")
    yield from face(-2, broad=True)
    yield from features(-2, lips=False)
    yield layer(
        Paint.DARK,
        "M 32.4 48 C 34 57 37 60 42 60.6 L 54 60.6 C 60 60 64 57 66.4 48 C 69 60 68 72 64 80 "
        "Q 62 90 59 97 Q 51 88 49 79 Q 47 88 39 97 Q 36 90 34 80 C 30 72 30 60 32.4 48 Z",
    )
    yield layer(Paint.LIPS, "M 43 67 Q 48 65 53 67 Q 48 71.4 43 67 Z")
    yield layer(
        Paint.GOLD,
        "M 27 37 L 20 16 L 31 23 L 35 10 L 43 21 L 50 6 L 57 21 L 65 10 L 69 23 L 80 16 L 73 37 "
        "Q 50 31 27 37 Z",
    )
    yield layer(Paint.INK, "M 27 39 L 26 32.6 Q 50 26.6 74 32.6 L 73 39 Q 50 33 27 39 Z")
    yield discs(Paint.CARD, 1.9, (34, 33.4), (42, 32), (50, 31.6), (58, 32), (66, 33.4))
    yield symbol(Suit.CLUBS, 50, 22, 9.5, Paint.INK)
    orb = layer(
        Paint.GOLD,
        "M 82.6 48 L 85.4 48 L 85.4 52 L 89 52 L 89 55 L 85.4 55 L 85.4 60 "
        "L 82.6 60 L 82.6 55 L 79 55 L 79 52 L 82.6 52 Z",
    )
    bands = layer(
        Paint.INK,
        "M 72.2 69 L 95.8 69 L 95.8 73 L 72.2 73 Z",
        "M 82 59.4 L 86 59.4 L 86 69 L 82 69 Z",
    )
    hand = (
        layer(Paint.SKIN, "M 71 80 Q 76 84 84 84 Q 92 84 97 80 L 95 92 Q 84 98 73 92 Z"),
        strokes(Paint.SHADE, 1.2, (79, 84, 78, 91), (84, 84.6, 84, 92), (89, 84, 90, 91)),
        layer(Paint.WHITE, "M 72 92 L 96 92 L 99 101 L 69 101 Z"),
    )
    parts = (orb, discs(Paint.GOLD, 12, (84, 71)), bands, *hand)
    yield from held(shifted(iter(parts), -4, -7))
