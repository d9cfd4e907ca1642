"""The four queens."""

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
    held,
    layer,
    pair,
    profile,
    shifted,
    strokes,
    symbol,
)


def queen_of_spades() -> Iterator[Layer]:
    """A queen with straight black hair, a tall tiara and a sceptre."""
    yield layer(
        Paint.DARK, "M 50 18 C 26 18 25 40 25 56 L 22 92 L 78 92 L 75 56 C 75 40 74 18 50 18 Z"
    )
    yield GOWN
    yield layer(Paint.SKIN, "M 32 79 C 36 97 64 97 68 79 L 58 74 L 42 74 Z")
    yield from face(2.5)
    yield discs(
        Paint.GOLD,
        2.1,
        *((36.6, 80.6), (40.4, 84.4), (45, 86.8), (50, 87.6)),
        *((55, 86.8), (59.6, 84.4), (63.4, 80.6)),
    )
    yield from features(2.5, fine=True)
    yield layer(
        Paint.DARK,
        "M 50 28 C 40 30 36 38 34.6 52 L 32 52 L 32 27 Z",
        "M 50 28 C 62 30 65 38 66 52 L 68 52 L 68 27 Z",
    )
    yield layer(
        Paint.GOLD,
        "M 29 35 Q 29 26 34 21 Q 38 27 43 22 Q 46 12 50 3 Q 54 12 57 22 Q 62 27 66 21 "
        "Q 71 26 71 35 Q 50 26 29 35 Z",
    )
    yield symbol(Suit.SPADES, 50, 19, 10, Paint.INK)
    yield discs(Paint.CARD, 1.9, (36, 28.6), (64, 28.6))
    yield from held(
        layer(Paint.GOLD, "M 12.2 34 L 15.8 34 L 15.8 120 L 12.2 120 Z"),
        symbol(Suit.SPADES, 14, 23, 20, Paint.INK),
        discs(Paint.GOLD, 3.2, (14, 36)),
        fist(14, 78, Paint.WHITE),
    )


def queen_of_hearts() -> Iterator[Layer]:
    """A queen with blond curls and a rose."""
    curls = (
        *((32, 30), (26, 40), (27, 51), (23, 61), (28, 71), (23, 80), (32, 83)),
        *((68, 30), (74, 40), (73, 51), (77, 61), (72, 71), (77, 80), (68, 83)),
    )
    yield layer(Paint.BLOND, "M 50 16 C 24 16 28 50 28 84 L 72 84 C 72 50 76 16 50 16 Z")
    yield discs(Paint.BLOND, 7.6, *curls)
    yield GOWN
    yield layer(Paint.SKIN, "M 34 79 C 36 98 48 92 50 100 C 52 92 64 98 66 79 Z")
    yield from face(-2.5)
    yield pair(
        Paint.WHITE,
        "M 34 78 C 30 79 27 82 25 85 C 34 90 36 101 50 106 L 50 99 C 42 96 37 92 34 78 Z",
    )
    yield from features(-2.5, fine=True)
    yield layer(
        Paint.BLOND,
        "M 44 28 C 38 32 35 40 35 50 L 31 50 L 30 28 Z",
        "M 44 28 C 56 30 65 38 66 52 L 70 50 L 69 26 Z",
    )
    yield layer(
        Paint.GOLD, "M 34 31 L 31 17 L 40.6 22 L 50 12 L 59.4 22 L 69 17 L 66 31 Q 50 25 34 31 Z"
    )
    yield discs(Paint.GOLD, 2.8, (31, 16), (69, 16))
    yield symbol(Suit.HEARTS, 50, 10.4, 11, Paint.INK)
    yield symbol(Suit.HEARTS, 50, 23, 6, Paint.INK)
    rose = (
        strokes(Paint.DARK, 2.2, (86, 66, 84, 92)),
        layer(Paint.DARK, "M 86 72 Q 93 64 97 68 Q 94 77 86 77 Z"),
        discs(Paint.INK, 10.4, (86, 54)),
        discs(Paint.INK, 6, (78.6, 50), (93.4, 50), (81, 61), (91, 61)),
        layer(
            Paint.TINT,
            "M 80 51 Q 86 44 92 51 Q 86 48 80 51 Z",
            "M 78.6 56 Q 86 66 93.4 56 Q 86 62 78.6 56 Z",
            "M 83 54 Q 86 50.6 89 54 Q 86 58.6 83 54 Z",
        ),
    )
    yield from held(shifted(iter(rose), -3, -7), fist(82, 78))


def queen_of_diamonds() -> Iterator[Layer]:
    """A queen in profile, her auburn hair up, with a fan."""
    yield layer(Paint.AUBURN, "M 66 20 C 82 18 92 30 89 44 C 87 56 76 60 66 58 Z")
    yield GOWN
    yield from shifted(profile(), 5)
    yield layer(Paint.WHITE, "M 38 86 C 48 92 60 90 68 80 L 78 85 C 72 102 48 106 32 98 Z")
    yield discs(Paint.INK, 1.7, (43, 95), (52, 96.6), (61, 94.4), (69, 89))
    yield layer(
        Paint.AUBURN,
        "M 37 36 C 36 24 48 18 58 18 C 72 18 78 30 76 44 C 75 56 70 64 62 62 C 64 56 60 50 57 48 "
        "C 56 40 52 34 37 36 Z",
    )
    yield discs(Paint.GOLD, 2.6, (60, 63))
    yield strokes(Paint.GOLD, 2.4, (70, 24, 89, 40), (67, 36, 84, 54))
    yield strokes(Paint.GOLD, 2.4, (87, 26, 70, 54))
    yield layer(
        Paint.GOLD,
        "M 33 34 L 30 20 L 39.6 22 L 44 9 L 53.6 18 L 62 6.6 L 67 19 L 76 15 L 74.6 29 "
        "Q 54 24 33 34 Z",
    )
    yield symbol(Suit.DIAMONDS, 54, 20, 8, Paint.INK)
    yield from held(
        layer(Paint.WHITE, "M 16 84 L 2 56 Q 5 43 16 42 Q 26 43 30 56 Z"),
        layer(
            Paint.INK,
            "M 16 84 L 3 54 Q 4.4 50 8 46.6 Z",
            "M 16 84 L 12.6 42.4 Q 16 41.6 19.4 42.4 Z",
            "M 16 84 L 24 46.6 Q 27.6 50 29 54 Z",
        ),
        fist(16, 80),
    )


def queen_of_clubs() -> Iterator[Layer]:
    """A queen in a white veil with a flower."""
    yield layer(
        Paint.WHITE,
        "M 50 16 C 24 16 26 42 24 58 C 22 74 16 84 10 92 L 90 92 C 84 84 78 74 76 58 "
        "C 74 42 76 16 50 16 Z",
    )
    yield pair(Paint.PALE, "M 30 44 C 30 60 27 74 19 90 L 23.6 90 C 30 76 33 62 33 46 Z")
    yield GOWN
    yield layer(Paint.SKIN, "M 36 79 C 40 93 60 93 64 79 L 58 74 L 42 74 Z")
    yield from face()
    yield discs(Paint.GOLD, 3.4, (50, 88.6))
    yield layer(Paint.BROWN, "M 33 46 C 34 36 42 31 50 30 C 58 31 66 36 67 46 L 68 30 L 32 30 Z")
    yield from features(fine=True)
    yield layer(
        Paint.GOLD,
        "M 27 34 L 23 18 Q 31 24 36 20 Q 37 11 41 9 Q 47 14 50 7 Q 53 14 59 9 Q 63 11 64 20 "
        "Q 69 24 77 18 L 73 34 Q 50 27 27 34 Z",
    )
    yield discs(Paint.GOLD, 2.6, (23, 17), (77, 17))
    yield symbol(Suit.CLUBS, 50, 21.5, 10, Paint.INK)
    petals = ((16, 37), (24.6, 42), (24.6, 52), (16, 57), (7.6, 52), (7.6, 42))
    yield from held(
        strokes(Paint.DARK, 2.2, (16, 54, 17, 86)),
        layer(Paint.DARK, "M 17 67 Q 7 63 5 69 Q 9 75 17 73 Z"),
        discs(Paint.INK, 5.6, *petals),
        discs(Paint.GOLD, 5, (16, 47)),
        fist(17, 79, Paint.WHITE),
    )
