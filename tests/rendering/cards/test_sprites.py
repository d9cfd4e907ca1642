"""The sprites of the cards."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine import Rank, Suit, deal
from engine.cards import CARDS, Card
from rendering import draw
from rendering.cards.sprite_cache import SPRITES, SpriteCache
from rendering.cards.sprites import Sheet, sheet_of
from rendering.metrics import Size
from rendering.theme import THEMES
from tests.support.every_game import REPRESENTATIVE

DECKS = pytest.mark.parametrize(
    ("theme", "suits"), [(theme, suits) for theme in THEMES for suits in (2, 4)]
)


def grey(sheet: Sheet, card: Card | None, size: Size, *, covered: bool = False) -> Image.Image:
    return sheet.face(card, size, covered=covered).convert("RGB").convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The percentage of pixels that clearly differ."""
    apart = ImageChops.difference(one, other).point([0] * 48 + [255] * 208)
    return float(ImageStat.Stat(apart).mean[0]) / 2.55


@pytest.mark.slow
@DECKS
@pytest.mark.parametrize("size", Size)
def test_every_face_differs_from_every_other_even_in_grey(
    theme: str, suits: int, size: Size
) -> None:
    sheet = sheet_of(theme, suits, 124)
    faces = {card: grey(sheet, card, size) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        assert difference(faces[one], faces[other]) > 0.5, f"{one} looks like {other}"


@DECKS
def test_a_covered_card_still_shows_rank_and_suit(theme: str, suits: int) -> None:
    sheet = sheet_of(theme, suits, 124)
    left = (0, 0, 60, 131)
    faces = {card: grey(sheet, card, Size.UPPER, covered=True).crop(left) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        assert difference(faces[one], faces[other]) > 0.5, f"{one} looks like {other}"


def test_the_back_looks_like_no_face() -> None:
    sheet = sheet_of("felt", 2, 124)
    back = grey(sheet, None, Size.TALL)
    assert all(difference(back, grey(sheet, card, Size.TALL)) > 10 for card in CARDS)


def test_court_cards_are_told_apart_on_a_phone() -> None:
    sheet = sheet_of("felt", 2, 124)
    court_cards = [
        grey(sheet, Card.of(rank, Suit.SPADES), Size.TALL).crop((0, 62, 132, 174)).resize((38, 33))
        for rank in (Rank.JACK, Rank.QUEEN, Rank.KING)
    ]
    assert all(difference(one, other) > 8 for one, other in combinations(court_cards, 2))


@pytest.mark.parametrize("card", [98, 124, 142])
def test_an_index_is_never_covered_by_the_next_card(card: int) -> None:
    sheet = sheet_of("felt", 2, card)
    paper = sheet.theme.card
    fan = math.ceil(card * 0.44)
    for each in CARDS:
        face = sheet.face(each, Size.INDEX).convert("RGB")
        row = sheet.margin + fan - 1
        middle = range(sheet.margin + round(card * 0.1), sheet.margin + round(card * 0.9))
        assert all(face.getpixel((x, row)) == paper for x in middle), str(each)


def test_a_sprite_is_drawn_once() -> None:
    sheet = sheet_of("felt", 2, 124)
    assert sheet.face(CARDS[0], Size.TALL) is sheet.face(CARDS[0], Size.TALL)
    assert sheet_of("felt", 2, 124) is sheet


def test_the_least_recently_used_sprites_are_evicted() -> None:
    store = SpriteCache[Image.Image](2_500, lambda image: image.width * image.height)
    for name in ("first", "second"):
        store.put(name, Image.new("P", (10, 100)))
    assert store.get("first") is not None
    store.put("third", Image.new("P", (10, 100)))
    assert store.get("second") is None
    assert store.get("first") is not None
    assert (len(store), store.held) == (2, 2_000)


@pytest.mark.slow
def test_the_cache_stays_within_its_limit_with_every_theme_in_use() -> None:
    for theme in THEMES:
        for rules in REPRESENTATIVE:
            draw(deal(rules, 1), theme)
        assert SPRITES.held <= SPRITES.max_bytes < 30_000_000
    assert SPRITES.held > SPRITES.max_bytes // 2
