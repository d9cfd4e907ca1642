"""The pictures of the court cards."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine import Rank, Suit
from rendering.cards.card_design import Deck
from rendering.cards.court_cards import court_picture, figure
from rendering.cards.court_paints import PIGMENTS, court_paints
from rendering.cards.court_parts import Paint
from rendering.theme import THEMES, Theme

COURTS = [(rank, suit) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING) for suit in Suit]
FELT = THEMES["felt"]
BLACK = FELT.inks[0]
PANEL = (124, 116)
PHONE = (36, 34)
"""The picture on a card 40 pixels wide."""

EVERY_COURT = pytest.mark.parametrize(("rank", "suit"), COURTS)


def picture(rank: Rank, suit: Suit, deck: Deck, extent: tuple[int, int]) -> Image.Image:
    """The picture of a court card in black, whatever its suit."""
    return court_picture(rank, suit, deck, FELT, BLACK, *extent)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures in grey."""
    apart = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    return sum(level * count for level, count in enumerate(apart)) / (one.width * one.height)


@pytest.mark.parametrize("deck", Deck)
def test_court_cards_differ_by_more_than_colour_on_a_phone(deck: Deck) -> None:
    pictures = [picture(*court, deck, PHONE) for court in COURTS]
    assert all(difference(one, other) > 12 for one, other in combinations(pictures, 2))


def test_court_cards_differ_in_outline() -> None:
    paper = court_paints(FELT, BLACK)[Paint.CARD]
    outlines = []
    for court in COURTS:
        drawn = picture(*court, Deck.PORTRAITS, PHONE)
        ground = Image.new("RGB", drawn.size, paper)
        outlines.append(ImageChops.difference(drawn, ground).convert("L").point(_ink_only))
    assert all(difference(one, other) > 12 for one, other in combinations(outlines, 2))


def _ink_only(level: int) -> int:
    return 255 if level > 12 else 0


@EVERY_COURT
@pytest.mark.parametrize("extent", [PANEL, (124, 138), (53, 36), (98, 77)])
def test_a_two_headed_court_card_is_the_same_upside_down(
    rank: Rank, suit: Suit, extent: tuple[int, int]
) -> None:
    drawn = picture(rank, suit, Deck.TWO_HEADED, extent)
    assert drawn.transpose(Image.Transpose.ROTATE_180).tobytes() == drawn.tobytes()


@EVERY_COURT
def test_a_portrait_is_not_the_same_upside_down(rank: Rank, suit: Suit) -> None:
    drawn = picture(rank, suit, Deck.PORTRAITS, PANEL)
    assert difference(drawn, drawn.transpose(Image.Transpose.ROTATE_180)) > 12


@EVERY_COURT
def test_hands_and_what_they_hold_are_whole_on_a_card(rank: Rank, suit: Suit) -> None:
    """Only garments reach beyond the sides, and they reach the lower edge as well."""
    for part in figure(rank, suit):
        for polygon in part.polygons:
            (left, right), (top, bottom) = (
                (min(ends), max(ends)) for ends in zip(*polygon, strict=True)
            )
            if top < 76:
                assert left >= 1
                assert right <= 99
                assert top >= 0 or not part.is_held
            if part.is_held and part.paint is Paint.SKIN:
                assert bottom <= 93


@EVERY_COURT
def test_white_has_an_edge_on_paper(rank: Rank, suit: Suit) -> None:
    """What is as white as the card would not be seen on it."""
    paper = (Paint.CARD, Paint.WHITE)
    shown = Image.new("L", (100, 100), 255)
    pen = ImageDraw.Draw(shown)
    for part in figure(rank, suit):
        for polygon in part.polygons:
            if part.paint is Paint.CARD:
                inside = Image.new("1", shown.size)
                ImageDraw.Draw(inside).polygon(polygon, fill=1)
                bare = ImageChops.multiply(shown, inside.convert("L")).point(_all_or_none)
                assert bare.histogram()[255] < 40
            pen.polygon(polygon, fill=255 if part.paint in paper else 0)


def _all_or_none(level: int) -> int:
    return 255 if level == 255 else 0


@EVERY_COURT
def test_both_heads_of_a_card_are_as_large_as_that_of_a_portrait_nearly(
    rank: Rank, suit: Suit
) -> None:
    skin = [FELT.skin, PIGMENTS[Paint.SHADE]]
    areas = []
    for deck in (Deck.PORTRAITS, Deck.TWO_HEADED):
        drawn = picture(rank, suit, deck, (248, 232))
        found = {colour: count for count, colour in drawn.getcolors(1 << 16) or ()}
        areas.append(sum(found.get(colour, 0) for colour in skin))
    assert areas[1] > 0.7 * areas[0]


@EVERY_COURT
def test_faces_have_the_same_colours_in_every_suit_and_theme(rank: Rank, suit: Suit) -> None:
    """Red and green inks stay out of eyes, brows, hair and skin."""
    red = FELT.suit_inks(4)[Suit.HEARTS]
    ink = court_picture(rank, suit, Deck.PORTRAITS, FELT, red, 248, 232)
    drawn = {colour for _, colour in ink.getcolors(1 << 16) or ()}
    assert FELT.skin in drawn
    assert PIGMENTS[Paint.DARK] in drawn
    eyes = next(n for n, part in enumerate(figure(rank, suit)) if part.paint is Paint.SKIN)
    features = figure(rank, suit)[eyes:]
    assert any(part.paint is Paint.DARK for part in features)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_eyes_and_hair_are_darker_or_paler_than_skin_but_never_an_ink(theme: Theme) -> None:
    inks = {*theme.suit_inks(2), *theme.suit_inks(4)}
    assert not inks & {*PIGMENTS.values(), theme.skin}


@pytest.mark.parametrize("extent", [(53, 50), (88, 60), (124, 77), (142, 170)])
def test_a_portrait_reaches_the_lower_edge_of_a_picture_of_any_shape(
    extent: tuple[int, int],
) -> None:
    width, height = extent
    for court in COURTS:
        lowest = picture(*court, Deck.PORTRAITS, extent).crop((0, height - 1, width, height))
        colours = {colour for _, colour in lowest.getcolors(1 << 16) or ()}
        assert colours - {court_paints(FELT, BLACK)[Paint.TINT]}, court
