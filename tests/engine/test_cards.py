"""Cards and their text forms."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Card, InvalidCard, Rank, Suit
from engine.cards import CARDS, deck

any_card = st.sampled_from(CARDS)


def test_a_deck_is_ordered_by_suit_from_ace_to_king() -> None:
    names = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    assert [str(card) for card in deck()] == names
    assert [str(card) for card in deck(2)] == names * 2


@given(any_card)
def test_the_text_of_a_card_parses_back(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.label) is card
    assert Card.of(card.rank, card.suit) is card


@given(any_card)
def test_the_representation_of_a_card_evaluates_to_it(card: Card) -> None:
    assert eval(repr(card), {"Card": Card}) is card  # noqa: S307 - our own text


@pytest.mark.parametrize(
    "text", ["TS", "ts", "10S", "10s", "10♠", "T♠", "10♤", " 10S ", "10♠\ufe0f", "tS"]
)
def test_the_ten_of_spades_can_be_written_in_many_ways(text: str) -> None:
    assert Card.parse(text) == Card.of(Rank.TEN, Suit.SPADES)


@pytest.mark.parametrize("text", ["", "S", "10", "1S", "11S", "TSS", "T S H", "ZS", "T?", "♠10"])
def test_other_text_is_rejected_with_how_to_write_a_card(text: str) -> None:
    with pytest.raises(InvalidCard, match="is not a card; write a rank") as caught:
        Card.parse(text)
    assert f"“{text.strip()}”" in str(caught.value)


@given(st.text(max_size=60))
def test_any_text_is_a_card_or_rejected(text: str) -> None:
    try:
        card = Card.parse(text)
    except InvalidCard:
        return
    assert card in CARDS


def test_hearts_and_diamonds_are_red() -> None:
    assert {suit for suit in Suit if suit.is_red} == {Suit.HEARTS, Suit.DIAMONDS}
    assert Counter(card.is_red for card in CARDS) == {True: 26, False: 26}
    assert all(card.is_red == card.suit.is_red for card in CARDS)


def test_a_suit_has_a_letter_and_a_symbol() -> None:
    assert [suit.letter for suit in Suit] == list("SHDC")
    assert [suit.sign for suit in Suit] == list("♠♥♦♣")


def test_the_two_copies_of_a_card_are_equal() -> None:
    cards = deck(2)
    assert cards[0] == cards[52]
    assert hash(cards[0]) == hash(cards[52])


def test_a_card_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(CARDS)) == CARDS  # noqa: S301 - our own pickle
