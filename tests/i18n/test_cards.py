"""Cards in the letters of a language, or in those a player chose."""

from __future__ import annotations

import pytest

from bot.i18n import LANGUAGES, Locale, card_label, in_notation, set_locale, translate, use_locale
from bot.i18n.texts import picture_strings
from engine import Card, IllegalMove, Message, deal
from engine.cards import CARDS
from rendering.cards.card_design import card_label as label_in

JACK, QUEEN, KING, TEN = (Card.parse(text) for text in ("JS", "QH", "KD", "TC"))


def test_cards_have_the_letters_of_the_language() -> None:
    with use_locale("de"):
        assert [card_label(card) for card in (JACK, QUEEN, KING, TEN)] == ["B♠", "D♥", "K♦", "10♣"]
    with use_locale("en"):
        assert [card_label(card) for card in (JACK, QUEEN, KING, TEN)] == ["J♠", "Q♥", "K♦", "10♣"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_jack_queen_and_king_have_a_letter_each_in_every_language(language: str) -> None:
    with use_locale(language):
        letters = picture_strings().court_letters
    assert len(letters) == len(set(letters)) == 3
    assert letters.isalpha()
    assert "A" not in letters


@pytest.mark.parametrize("language", LANGUAGES)
def test_chosen_letters_win_over_those_of_the_language(language: str) -> None:
    with use_locale(language):
        set_locale(Locale(language, language, "BDK"))
        assert card_label(QUEEN) == "D♥"
        set_locale(Locale(language, language, "JQK"))
        assert card_label(QUEEN) == "Q♥"


def test_messages_name_cards_in_the_letters_of_the_language() -> None:
    with use_locale("de"):
        nested = Message("{card} and {number} more", card=QUEEN.label, number=2)
        moved = Message("{card} from {source}", card=nested, source="3")
        assert translate(moved).startswith("D♥")


def test_what_a_player_typed_is_quoted_as_typed() -> None:
    with use_locale("de"):
        error = IllegalMove("“{text}” is not a card.", text="Q♥")
        assert "Q♥" in translate(error)


@pytest.mark.parametrize("typed", ["Bh 3", "bh 3", "B♥-3", "jh 3", "JH>3", "b♥\ufe0f 3"])
def test_jacks_are_typed_in_either_letter(typed: str) -> None:
    assert in_notation(typed).casefold().startswith("j")


@pytest.mark.parametrize("typed", ["b 3", "d-f1", "3 b", "b h", "3-d*2", "deal", "back"])
def test_names_of_piles_and_words_are_left_alone(typed: str) -> None:
    assert in_notation(typed) == typed


@pytest.mark.parametrize("letters", ["JQK", "BDK"])
def test_every_card_is_read_as_it_is_labelled(letters: str) -> None:
    for card in CARDS:
        assert Card.parse(in_notation(label_in(card, letters))) == card


def test_every_move_can_be_typed_with_german_cards() -> None:
    board = deal("freecell", 5).board
    for move in board.legal_moves():
        top = board.piles[move.source][-1]
        typed = f"{label_in(top, 'BDK')}-{move.target}"
        assert board.parse_move(in_notation(typed)) == move
