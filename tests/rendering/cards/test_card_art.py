"""Number cards, indices and backs."""

from __future__ import annotations

from itertools import combinations, groupby

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine import Card, Rank, Suit
from rendering.cards.card_art import CardArt
from rendering.cards.card_design import Back, Design
from rendering.metrics import Index, Size, Spacing, metrics_of
from rendering.theme import THEMES

FELT = THEMES["felt"]
NUMBERS = list(Rank)[1:10]


def art(design: Design | None = None, card: int = 141, index: Index = Index.NORMAL) -> CardArt:
    return CardArt(FELT, 2, design or Design(), card, index)


def spots(picture: Image.Image) -> int:
    """How many separate spots of ink there are."""
    dark = picture.convert("L").point(lambda level: 255 if level < 128 else 0)
    count = 0
    for y in range(dark.height):
        for x in range(dark.width):
            if dark.getpixel((x, y)) == 255:
                ImageDraw.floodfill(dark, (x, y), 0)
                count += 1
    return count


@pytest.mark.parametrize("rank", NUMBERS, ids=lambda rank: rank.name)
@pytest.mark.parametrize("card", [60, 84, 110, 141, 150])
def test_a_number_card_has_as_many_pips_as_its_rank(rank: Rank, card: int) -> None:
    drawn = art(card=card).front(Card.of(rank, Suit.SPADES), Size.TALL, covered=False)
    below = round(card * Index.NORMAL.fan)
    edge = round(card * 0.05)
    assert spots(drawn.crop((edge, below, card - edge, drawn.height - edge))) == rank


@pytest.mark.parametrize("index", Index, ids=lambda index: index.name)
def test_pips_are_symmetric_from_side_to_side(index: Index) -> None:
    for rank in NUMBERS:
        drawn = art(card=142, index=index).front(
            Card.of(rank, Suit.HEARTS), Size.TALL, covered=False
        )
        below = drawn.crop((0, round(142 * index.fan) + 2, 142, drawn.height))
        mirrored = below.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        apart = ImageChops.difference(below, mirrored).convert("L").histogram()
        assert sum(apart[128:]) < 20, rank


def test_an_ace_has_one_large_pip() -> None:
    drawn = art().front(Card.of(Rank.ACE, Suit.SPADES), Size.TALL, covered=False)
    below = drawn.crop((7, round(141 * Index.NORMAL.fan), 134, drawn.height - 7))
    assert spots(below) == 1
    assert below.convert("L").point(lambda level: 255 * (level < 128)).getbbox() is not None


@pytest.mark.parametrize("usual", [Index.NORMAL, Index.WIDE])
@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.name)
def test_a_large_index_has_both_a_larger_rank_and_a_larger_suit(rank: Rank, usual: Index) -> None:
    small, large = (
        art(card=200, index=index)
        .front(Card.of(rank, Suit.HEARTS), Size.INDEX)
        .crop((0, 4, 196, round(200 * index.fan) - 6))
        for index in (usual, Index.LARGE)
    )
    assert spots(small) == spots(large)
    for one, other in zip(widths(small), widths(large), strict=True):
        assert other > one


@pytest.mark.parametrize("is_large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.name)
def test_the_next_card_of_a_crowded_row_hides_no_part_of_an_index(
    rank: Rank, is_large: bool
) -> None:
    m = metrics_of(1100, 13, large_index=is_large, spacing=Spacing.OVERLAPPING)
    assert m.pitch < m.card
    drawn = art(card=m.card, index=m.index).front(Card.of(rank, Suit.HEARTS), Size.INDEX)
    upper = drawn.convert("L").crop((4, 4, m.card - 4, drawn.height - 6))
    ink = upper.point(lambda level: 255 if level < 200 else 0).getbbox()
    assert ink is not None
    assert 4 + ink[2] <= m.pitch


def widths(picture: Image.Image) -> list[int]:
    """The widths of the spots of ink, from the left."""
    dark = picture.convert("L").point(lambda level: 255 if level < 128 else 0)
    columns = [
        dark.crop((x, 0, x + 1, dark.height)).getbbox() is not None for x in range(dark.width)
    ]
    return [sum(1 for _ in run) for is_ink, run in groupby(columns) if is_ink]


def test_german_indices_differ_from_english_ones_only_on_jack_and_queen() -> None:
    english, german = art(), art(Design(letters="BDK"))
    differ = {
        rank
        for rank in Rank
        if english.front(Card.of(rank, Suit.CLUBS), Size.INDEX, covered=False).tobytes()
        != german.front(Card.of(rank, Suit.CLUBS), Size.INDEX, covered=False).tobytes()
    }
    assert differ == {Rank.JACK, Rank.QUEEN}


@pytest.mark.parametrize("size", Size, ids=lambda size: size.name)
def test_backs_differ(size: Size) -> None:
    backs = [art(Design(back=back)).back(size).tobytes() for back in Back]
    assert all(one != other for one, other in combinations(backs, 2))


@pytest.mark.parametrize("back", Back)
@pytest.mark.parametrize("theme", THEMES)
def test_a_back_looks_the_same_in_a_mirror(back: Back, theme: str) -> None:
    drawn = CardArt(THEMES[theme], 2, Design(back=back), 142, Index.NORMAL).back(Size.TALL)
    mirrored = drawn.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    apart = ImageChops.difference(drawn, mirrored).convert("L").histogram()
    assert sum(apart[64:]) < 60
