"""Which game is dealt for what people type after ``/play``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.games.aliases import ALIASES, RELATIVES
from bot.chat.games.names import (
    BEST_KNOWN,
    MatchKind,
    _vocabulary,
    asks_for_any_deal,
    difficulty_words,
    exact_game,
    find_game,
    find_games,
    named_beside_difficulty,
    read_difficulty,
)
from bot.i18n import LANGUAGES, _, translate, use_locale
from bot.models.players import WinCount
from engine import CATALOGUE, HouseRules, InvalidHouseRules, Rules, UnknownGame, house_rules
from engine.house_rules import settings_of
from engine.rules import Difficulty
from tests.support.every_game import REPRESENTATIVE, every_game


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("solitaire", "klondike"),
        ("Patience!", "klondike"),
        ("classic solitaire", "klondike"),
        ("draw 1", "klondike"),
        ("draw 3", "klondike-3"),
        ("draw three", "klondike-3"),
        ("klondike 3", "klondike-3"),
        ("solitaire 3", "klondike-3"),
        ("40 thieves", "forty-thieves"),
        ("spider", "spider"),
        ("spider solitaire", "spider"),
        ("spider 4", "spider"),
        ("spider 2 suits", "spider-2"),
        ("spider two suits", "spider-2"),
        ("one suit", "spider-1"),
        ("free cell", "freecell"),
        ("golf solitaire please", "golf"),
        ("a game of yukon", "yukon"),
        ("I want to play FreeCell!", "freecell"),
        ("SARATOGA", "saratoga"),
        ("Microsoft Solitaire", "klondike"),
        ("win easily", "spider-1"),
        ("Devil", "canfield"),
        ("Google Solitaire", "klondike"),
        ("Tri Towers", "tri-peaks"),
        ("thirteen", "pyramid"),
        ("eleven", "elevens"),
        ("Montana", "gaps"),
    ],
)
def test_a_game_is_understood_as_people_call_it(typed: str, game: str) -> None:
    assert find_game(typed).id == game


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("Solitär", "klondike"),
        ("Solitaer", "klondike"),
        ("patience", "klondike"),
        ("drei Karten", "klondike-3"),
        ("Spider 2 Farben", "spider-2"),
        ("Spider mit einer Farbe", "spider-1"),
        ("40 Räuber", "forty-thieves"),
        ("leichtes spider", "spider-1"),
        ("schweres Klondike", "klondike-3"),
        ("Harfe", "harp"),
        ("Teufel", "canfield"),
        ("Dreizehn", "pyramid"),
        ("Skorpion", "scorpion"),
        ("Schwarzes Loch", "black-hole"),
        ("leicht zu gewinnen", "spider-1"),
    ],
)
def test_a_game_is_understood_in_german_whatever_the_language(typed: str, game: str) -> None:
    for language in LANGUAGES:
        with use_locale(language):
            assert find_game(typed).id == game


@every_game
def test_a_whole_name_is_found_without_a_search(rules: Rules) -> None:
    """As the search finds it: of those that share a name, the best known."""
    for title in {rules.id, rules.title}:
        assert exact_game(title) == find_games(title).games[0]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.chat.games.names.matches", None)
            assert find_game(title) == exact_game(title)


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("klondyke", "klondike"),
        ("solitare", "klondike"),
        ("spidr", "spider"),
        ("frecell", "freecell"),
        ("fourty theives", "forty-thieves"),
        ("yukno", "yukon"),
        ("lucie", "la-belle-lucie"),
        ("hard klondyke", "klondike-3"),
        ("wonderful klondike", "klondike"),
        ("Klondike für Astronauten", "klondike"),
    ],
)
def test_a_name_that_is_not_quite_a_games_is_asked_about_that_game_first(
    typed: str, game: str
) -> None:
    found = find_games(typed)
    assert (found.kind, found.games[0].id) == (MatchKind.SEVERAL, game)


@pytest.mark.parametrize(
    ("typed", "difficulty", "game"),
    [
        ("easy", Difficulty.EASY, "spider-1"),
        ("leicht", Difficulty.EASY, "spider-1"),
        ("something relaxing", Difficulty.EASY, "spider-1"),
        ("for kids", Difficulty.EASY, "spider-1"),
        ("entspannt", Difficulty.EASY, "spider-1"),
        ("für Kinder", Difficulty.EASY, "spider-1"),
        ("challenging", Difficulty.HARD, "pyramid"),
        ("etwas Kniffliges", Difficulty.HARD, "pyramid"),
        ("ein leichtes Spiel", Difficulty.EASY, "spider-1"),
        ("medium", Difficulty.MEDIUM, "klondike"),
        ("für Könner", Difficulty.EXPERT, "phoenix"),
        ("extrem", Difficulty.EXPERT, "phoenix"),
        ("easy klondike", Difficulty.EASY, "double-klondike"),
        ("klondike hard", Difficulty.HARD, "klondike-3"),
        ("easy spider", Difficulty.EASY, "spider-1"),
        ("hard spider", Difficulty.HARD, "spider-2"),
    ],
)
def test_a_difficulty_in_the_text_gives_a_game_that_fits(
    typed: str, difficulty: Difficulty, game: str
) -> None:
    found = find_games(typed)
    assert (found.kind, found.difficulty, found.games[0].id) == (MatchKind.ONE, difficulty, game)
    assert found.games[0].difficulty is difficulty


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("klondike hard", "klondike"),
        ("schweres Klondike", "klondike"),
        ("an easy freecell please", "freecell"),
        ("expert scorpion", "scorpion"),
        ("klondike", None),
        ("something hard", None),
        ("hard spider", None),
        ("hard draughts", None),
    ],
)
def test_a_game_named_beside_a_difficulty_is_that_whose_deal_is_graded(
    typed: str, game: str | None
) -> None:
    named = named_beside_difficulty(typed)
    assert (named and named.id) == game


@pytest.mark.parametrize(
    "typed", ["not hard", "not too easy", "nicht schwer", "klondike, not hard"]
)
def test_a_difficulty_that_is_not_wanted_is_asked_about_and_not_given(typed: str) -> None:
    found = find_games(typed)
    assert found.kind is not MatchKind.ONE
    assert found.difficulty is None
    assert named_beside_difficulty(typed) is None


def test_a_difficulty_counts_as_players_here_find_it() -> None:
    wins = {"klondike": WinCount(played=200, won=190)}

    assert find_games("easy klondike", wins=wins).games[0].id == "klondike"
    assert "klondike" not in {rules.id for rules in find_games("medium klondike", wins=wins).games}


def test_a_difficulty_asked_for_beside_the_name_gives_a_game_that_fits() -> None:
    assert find_games("klondike", Difficulty.MEDIUM).games[0].id == "klondike"
    assert find_games("klondike", Difficulty.HARD).games[0].id == "klondike-3"
    assert find_games("any game", Difficulty.EXPERT).games[0].id == "phoenix"


@pytest.mark.parametrize("typed", ["easy pyramid", "easy draughts", "pyramid, leicht"])
def test_where_no_such_game_is_of_the_difficulty_others_of_it_are_offered(typed: str) -> None:
    found = find_games(typed)
    assert found.kind is MatchKind.NONE
    assert all(rules.difficulty is Difficulty.EASY for rules in found.games)
    assert len(found.games) >= 5


@pytest.mark.parametrize("typed", ["sara", "klon", "spid", "napoleon"])
def test_a_name_that_several_games_have_is_not_guessed(typed: str) -> None:
    found = find_games(typed)
    assert found.kind is MatchKind.SEVERAL
    assert len(found.games) > 1
    with pytest.raises(UnknownGame, match=r"did you mean .*; "):
        find_game(typed)


def test_a_name_that_two_games_have_is_asked_about() -> None:
    for typed in ("Idiot's Delight", "idiot"):
        found = find_games(typed)
        assert found.kind is MatchKind.SEVERAL
        assert [rules.id for rules in found.games] == ["king-albert", "aces-up"]
    assert exact_game("Idiot's Delight") is None


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("Tut's Tomb", "pyramid"),
        ("citadel", "beleaguered-castle"),
        ("Auld Lang Syne", "calculation"),
    ],
)
def test_for_a_game_that_is_not_here_the_one_most_like_it_is_asked_about(
    typed: str, game: str
) -> None:
    found = find_games(typed)
    assert (found.kind, [rules.id for rules in found.games]) == (MatchKind.SEVERAL, [game])


def test_no_game_has_the_name_of_one_that_is_not_here() -> None:
    assert set(RELATIVES) <= set(CATALOGUE)
    names = [name.strip() for text in RELATIVES.values() for name in text.split(",")]
    assert len(names) == len(set(names))
    assert not any(map(exact_game, names))


@pytest.mark.parametrize("typed", ["11 suits", "32"])
def test_nothing_is_found_in_the_end_of_one_name_and_the_start_of_another(typed: str) -> None:
    assert find_games(typed).kind is MatchKind.NONE


def test_the_inside_of_a_word_is_not_taken_for_its_game() -> None:
    found = find_games("chess")
    assert found.kind is MatchKind.SEVERAL
    assert [rules.title for rules in found.games] == ["Duchess"]


@pytest.mark.parametrize("typed", ["", " ", "draughts", "bridge", "hearts", "!!", "🕷️", "x" * 500])
def test_a_name_that_fits_nothing_gives_the_best_known_games(typed: str) -> None:
    found = find_games(typed)
    assert found.kind is MatchKind.NONE
    assert [rules.id for rules in found.games] == list(BEST_KNOWN)
    with pytest.raises(UnknownGame, match="no game called"):
        find_game(typed)


@given(st.text(max_size=300), st.sampled_from([None, *Difficulty]))
def test_whatever_is_typed_there_are_games_to_offer(
    typed: str, difficulty: Difficulty | None
) -> None:
    found = find_games(typed, difficulty)
    assert found.games
    assert found.difficulty is None or found.games[0].difficulty is found.difficulty


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_means_one_game_only(language: str) -> None:
    with use_locale(language):
        titles = [_(rules.title) for rules in CATALOGUE.values()]
        aliases = [name.strip() for text in ALIASES.values() for name in _(text).split(",")]
    counts = Counter(name.casefold() for name in (*titles, *aliases))
    assert [name for name, count in counts.items() if count > 1] == ["idiot's delight"] * (
        language == "en"
    )
    assert set(ALIASES) <= set(CATALOGUE)


def test_no_name_has_a_word_that_asks_for_a_difficulty() -> None:
    assert _vocabulary().isdisjoint(difficulty_words())


def test_a_difficulty_is_read_as_commands_offer_it() -> None:
    assert [read_difficulty(one) for one in ("easy", "expert", "Easy", "", None)] == [
        Difficulty.EASY,
        Difficulty.EXPERT,
        None,
        None,
        None,
    ]


def test_any_deal_can_be_asked_for_in_words_of_every_language() -> None:
    assert all(map(asks_for_any_deal, ("any", "Any please", "random", "egal", " zufall ")))
    assert not any(map(asks_for_any_deal, ("", "42", "-5", "1e9", "#7", "anything")))


def every_change() -> Iterator[Rules]:
    """Games that declare most of what there is, each with one value changed."""
    for rules in REPRESENTATIVE:
        for name, values in settings_of(rules).items():
            for value in values:
                with suppress(InvalidHouseRules):
                    yield house_rules(rules, **{name: value})


@pytest.fixture(scope="module")
def changed() -> list[Rules]:
    return list(every_change())


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_are_found_by_their_titles(language: str, changed: list[Rules]) -> None:
    with use_locale(language):
        for rules in changed:
            title = translate(rules.name)
            assert find_game(title) == rules, title
            if isinstance(rules, HouseRules):
                assert find_game(f"{title} · house rules") == rules


def test_several_changes_are_found_in_any_order() -> None:
    rules = house_rules("klondike", draw=2, redeals=1)
    assert find_game(translate(rules.name)) == rules
    assert find_game("klondike (1 redeal, draw 2)") == rules


@pytest.mark.parametrize("typed", ["Klondike (draw 17)", "Klondike (xyzzy)", "FreeCell (1 redeal)"])
def test_rules_that_there_are_not_are_asked_about(typed: str) -> None:
    """The plain game must not be dealt in their place."""
    found = find_games(typed)
    assert found.kind is not MatchKind.ONE
    assert found.games
