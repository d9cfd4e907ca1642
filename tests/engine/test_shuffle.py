"""Shuffles: a deal number gives the same cards for ever."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import InvalidDeal
from engine.cards import Card, deck
from engine.shuffle import LAST_DEAL, LAST_MICROSOFT_DEAL, _draw, microsoft, reshuffled, shuffled
from tests.engine import reference_rules as reference

FROZEN = [
    line.split(":")
    for line in (Path(__file__).parent / "frozen_deals.txt").read_text().splitlines()
]


def texts(number: int, decks: int) -> list[str]:
    """The shuffled cards of a deal, as text."""
    return [str(card) for card in shuffled(number, decks)]


@pytest.mark.parametrize(("deal", "cards"), FROZEN)
def test_deals_never_change(deal: str, cards: str) -> None:
    decks, number = deal.split()
    assert texts(int(number), int(decks)) == cards.split()


@given(st.integers(1, LAST_DEAL), st.sampled_from((1, 2)))
def test_every_deal_agrees_with_the_documented_shuffle(number: int, decks: int) -> None:
    assert texts(number, decks) == reference.shuffle(
        list(map(str, deck(decks))), f"patience-1:{number}"
    )


@given(st.integers(1, LAST_DEAL), st.sampled_from((1, 2)))
def test_a_shuffle_keeps_every_card(number: int, decks: int) -> None:
    assert Counter(shuffled(number, decks)) == Counter(deck(decks))


def test_the_first_word_of_the_first_digest_draws_the_last_card() -> None:
    digest = hashlib.sha256(b"patience-1:42:0").digest()
    assert shuffled(42)[51] == deck()[int.from_bytes(digest[:8], "big") % 52]


@pytest.mark.parametrize("below", range(2, 105))
def test_words_that_would_favour_low_draws_are_skipped(below: int) -> None:
    """Words at or above the largest multiple of the number of outcomes are skipped."""
    limit = 2**64 - 2**64 % below
    assert _draw(iter([limit - 1, 0]), below) == below - 1
    skipped = [word for word in (limit, 2**64 - 1) if word < 2**64 and limit < 2**64]
    assert _draw(iter([*skipped, 2**63, 0]), below) == 2**63 % below


def test_every_card_is_equally_often_the_first_and_the_last() -> None:
    """In 5,200 deals each is expected a hundred times; five sigma is fifty."""
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
def test_a_number_out_of_range_is_not_a_deal(number: int) -> None:
    with pytest.raises(InvalidDeal, match=f"from 1 to {LAST_DEAL}"):
        engine.deal("saratoga", number)


def test_true_is_not_a_deal_number() -> None:
    with pytest.raises(InvalidDeal):
        shuffled(True)


@pytest.mark.parametrize("number", [1, LAST_DEAL])
def test_the_lowest_and_highest_numbers_are_deals(number: int) -> None:
    assert engine.deal("saxony", number).number == number


def test_consecutive_numbers_are_different_deals() -> None:
    assert len({shuffled(number) for number in range(1, 1001)}) == 1000


MICROSOFT = {
    1: """JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H
        AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H""",
    617: """7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H 9D 6S 8D 3D TC KD 5H 9S 3C 8S
        7H 4D JS 4C QS 9C 9H 7C 6H 2C 2S 4S TS 2H 5D JC 6C JH QH JD KS KC 4H""",
}
"""Two of Microsoft's deals as published, row by row."""


@pytest.mark.parametrize("number", MICROSOFT)
def test_microsofts_deals_are_the_published_ones(number: int) -> None:
    assert " ".join(map(str, microsoft(number))) == " ".join(MICROSOFT[number].split())


def test_microsofts_unwinnable_deal_begins_as_published() -> None:
    assert " ".join(map(str, microsoft(11982)[:8])) == "AH AS 4H AC 2D 6S TS JS"


@given(st.integers(1, LAST_MICROSOFT_DEAL))
def test_microsofts_deals_have_every_card_once(number: int) -> None:
    assert sorted(microsoft(number)) == list(deck())


@pytest.mark.parametrize("number", [0, -1, LAST_MICROSOFT_DEAL + 1, 10**40, 1.5, True])
def test_microsofts_deals_end_at_a_million(number: int) -> None:
    with pytest.raises(InvalidDeal, match="from 1 to 1000000"):
        microsoft(number)


def test_a_fraction_is_not_a_deal_number() -> None:
    with pytest.raises(InvalidDeal):
        shuffled(1.5)  # type: ignore[arg-type]  # an untyped caller could


@given(st.permutations(deck()), st.integers(1, 52), st.integers(0, 3))
def test_a_reshuffle_keeps_the_cards_and_is_deterministic(
    cards: list[Card], count: int, redeals: int
) -> None:
    gathered = cards[:count]
    shuffled_again = reshuffled(gathered, redeals)
    assert sorted(shuffled_again) == sorted(gathered)
    assert shuffled_again == reshuffled(tuple(gathered), redeals)


def test_a_reshuffle_depends_on_the_order_of_the_cards_and_the_redeals_left() -> None:
    cards = deck()
    assert len({reshuffled(cards, 0), reshuffled(cards, 1), reshuffled(cards[::-1], 1)}) == 3


def test_reshuffles_never_change() -> None:
    assert " ".join(map(str, reshuffled(deck()[:10], 2))) == "8S 3S 7S 5S AS TS 4S 9S 6S 2S"
