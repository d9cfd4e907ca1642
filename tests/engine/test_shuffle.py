"""Deal numbers: the same cards for ever."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import InvalidDeal
from engine.cards import deck
from engine.shuffle import LAST_DEAL, _draw, shuffled
from tests.engine import plain

FROZEN = [
    line.split(":")
    for line in (Path(__file__).parent / "frozen_deals.txt").read_text().splitlines()
]


def words(number: int, decks: int) -> list[str]:
    return [str(card) for card in shuffled(number, decks)]


@pytest.mark.parametrize(("deal", "cards"), FROZEN)
def test_deals_are_what_they_have_always_been(deal: str, cards: str) -> None:
    decks, number = deal.split()
    assert words(int(number), int(decks)) == cards.split()


@given(st.integers(1, LAST_DEAL), st.sampled_from((1, 2)))
def test_every_deal_is_what_the_description_of_the_shuffle_gives(number: int, decks: int) -> None:
    assert words(number, decks) == plain.shuffle(number, decks)


@given(st.integers(1, LAST_DEAL), st.sampled_from((1, 2)))
def test_no_card_is_lost_or_doubled(number: int, decks: int) -> None:
    assert Counter(shuffled(number, decks)) == Counter(deck(decks))


def test_the_first_draw_is_made_from_the_first_word_of_the_first_digest() -> None:
    """The last card of the deck goes where that word, modulo 52, says."""
    digest = hashlib.sha256(b"patience-1:42:0").digest()
    assert shuffled(42)[51] == deck()[int.from_bytes(digest[:8], "big") % 52]


@pytest.mark.parametrize("below", range(2, 105))
def test_words_that_would_favour_low_draws_are_skipped(below: int) -> None:
    """Those at and above the largest multiple of the number of outcomes; none where it divides."""
    limit = 2**64 - 2**64 % below
    assert _draw(iter([limit - 1, 0]), below) == below - 1
    skipped = [word for word in (limit, 2**64 - 1) if word < 2**64 and limit < 2**64]
    assert _draw(iter([*skipped, 2**63, 0]), below) == 2**63 % below


def test_the_first_and_last_cards_are_dealt_evenly() -> None:
    """Over 5,200 deals every card comes about a hundred times; five sigma is fifty."""
    firsts, lasts = Counter[int](), Counter[int]()
    for number in range(1, 5201):
        cards = shuffled(number)
        firsts[cards[0]] += 1
        lasts[cards[-1]] += 1
    for counts in (firsts, lasts):
        assert len(counts) == 52
        assert all(50 <= count <= 150 for count in counts.values())
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 51 + 5 * 102**0.5


@pytest.mark.parametrize("number", [0, -1, LAST_DEAL + 1, 10**40])
def test_there_is_no_deal_of_a_number_out_of_range(number: int) -> None:
    with pytest.raises(InvalidDeal, match=f"from 1 to {LAST_DEAL}"):
        engine.deal("saratoga", number)


def test_true_is_no_deal_number() -> None:
    with pytest.raises(InvalidDeal):
        shuffled(True)


@pytest.mark.parametrize("number", [1, LAST_DEAL])
def test_the_lowest_and_highest_numbers_are_deals(number: int) -> None:
    assert engine.deal("saxony", number).number == number


def test_neighbouring_numbers_are_different_deals() -> None:
    assert len({shuffled(number) for number in range(1, 1001)}) == 1000
