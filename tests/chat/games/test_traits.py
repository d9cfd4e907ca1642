"""What people ask for beside a name: short games, long ones, popular ones, those of two decks."""

from __future__ import annotations

import pytest

from bot.chat.games.names import (
    BEST_KNOWN,
    MatchKind,
    _vocabulary,
    find_games,
    surprise,
    variants_of,
)
from bot.chat.games.traits import _LENGTH_WORDS, _POPULAR, Length, length_of, words_of
from engine.dealing import opening
from engine.rules import Difficulty


@pytest.mark.parametrize(
    ("typed", "length"),
    [
        ("short", Length.SHORT),
        ("quick", Length.SHORT),
        ("a quick game please", Length.SHORT),
        ("ein kurzes Spiel", Length.SHORT),
        ("long", Length.LONG),
        ("lang", Length.LONG),
        ("etwas schnelles", Length.SHORT),
        ("something quick", Length.SHORT),
    ],
)
def test_a_length_gives_games_that_take_as_long(typed: str, length: Length) -> None:
    found = find_games(typed)
    assert found.kind is MatchKind.SEVERAL
    assert found.by_traits
    assert len(found.games) >= 5
    assert {length_of(rules) for rules in found.games} == {length}
    assert found.games[0].id in BEST_KNOWN


@pytest.mark.parametrize("typed", ["two decks", "2 decks", "zwei Kartenspiele", "double deck"])
def test_two_decks_give_games_of_two_decks(typed: str) -> None:
    found = find_games(typed)
    assert {rules.decks for rules in found.games} == {2}
    assert found.by_traits


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "no hidden cards",
            "all open",
            "every card face up",
            "nothing hidden",
            "no face-down cards",
        ),
        *("keine verdeckten Karten", "alles offen", "offene Karten", "ohne verdeckte Karten"),
    ],
)
def test_open_cards_give_games_in_which_all_cards_are_seen(typed: str) -> None:
    found = find_games(typed)
    assert found.by_traits
    assert found.games[0].id == "freecell"
    assert len(found.games) > 20
    deals = [opening(rules, 1) for rules in found.games]
    assert not any(any(deal.hidden) or deal.piles.get("s") for deal in deals)


@pytest.mark.parametrize("typed", ["only skill", "no luck", "nur Können", "ohne Glück", "puzzle"])
def test_skill_gives_games_in_which_all_cards_are_seen(typed: str) -> None:
    assert find_games(typed).games == find_games("all open").games


@pytest.mark.parametrize(
    "typed", ["pairs", "matching", "remove pairs", "Paare", "Paare bilden", "quick pairs"]
)
def test_pairs_give_games_in_which_they_are_discarded(typed: str) -> None:
    found = find_games(typed)
    assert (found.kind, found.by_traits) == (MatchKind.SEVERAL, True)
    assert {rules.id for rules in found.games} == {
        *("pyramid", "pyramid-relaxed", "giza", "nestor", "elevens", "monte-carlo")
    }


def test_cells_and_a_stock_can_be_asked_for_or_not() -> None:
    assert all(rules.cells.deal for rules in find_games("with cells").games)
    assert not any(rules.cells.deal for rules in find_games("no cells").games)
    assert not any(rules.stock for rules in find_games("ohne Talon").games)
    assert find_games("free cells").games[0].id == "freecell"


def test_what_no_game_has_is_not_given_as_something_else() -> None:
    for typed in ("three decks", "4 decks", "spider no hidden cards"):
        assert find_games(typed).kind is MatchKind.NONE
    pairs = find_games("easy pairs")
    assert (pairs.kind, pairs.difficulty) == (MatchKind.NONE, None)
    assert pairs.games == find_games("pairs").games
    assert find_games("match 3").kind is MatchKind.SEVERAL


@pytest.mark.parametrize("typed", ["fun", "something nice", "etwas lustiges", "was mit Spaß"])
def test_fun_gives_the_games_that_many_know(typed: str) -> None:
    assert [rules.id for rules in find_games(typed).games[:25]] == list(BEST_KNOWN)


def test_what_is_asked_for_narrows_a_name_and_a_difficulty() -> None:
    assert [rules.id for rules in find_games("klondike two decks").games] == ["double-klondike"]
    easy = find_games("short easy").games
    assert {(length_of(one), one.difficulty) for one in easy} == {(Length.SHORT, Difficulty.EASY)}


def test_popular_gives_the_games_that_many_know() -> None:
    assert [rules.id for rules in find_games("popular").games[:25]] == list(BEST_KNOWN)


def test_a_surprise_is_a_game_that_many_know_and_that_fits() -> None:
    for _ in range(20):
        assert surprise("").id in BEST_KNOWN
        assert length_of(surprise("a random short game")) is Length.SHORT
        assert surprise("surprise me", Difficulty.HARD).difficulty is Difficulty.HARD


def test_spider_alone_asks_for_one_two_or_four_suits_in_this_order() -> None:
    for typed in ("spider", "Spider Solitaire"):
        asked = variants_of(typed, find_games(typed))
        assert asked.kind is MatchKind.SEVERAL
        assert [rules.id for rules in asked.games] == ["spider-1", "spider-2", "spider"]
    for typed in ("spider 4", "Spider four suits", "klondike"):
        assert variants_of(typed, find_games(typed)).kind is MatchKind.ONE


def test_no_name_has_a_word_that_asks_for_a_length() -> None:
    words = {word for text in (*_LENGTH_WORDS.values(), _POPULAR) for word in words_of(text)}
    assert _vocabulary().isdisjoint(words - {"classic"})
