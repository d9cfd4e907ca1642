"""What is offered while somebody types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from bot.chat.games.names import BEST_KNOWN, find_game, named_beside_difficulty
from bot.chat.games.offers import all_graded, game_choices, graded_choices
from bot.chat.responding.search import MAX_TYPED, fuzzy_find, typed_words
from engine import CATALOGUE
from engine.rules import Difficulty
from tests.support.every_game import every_game


def offered(typed: str) -> list[str]:
    """The ids of the games offered for what was typed."""
    choices = [choice for choice in game_choices(typed) if choice.value != typed]
    return [find_game(choice.value).id for choice in choices]


def test_before_anything_is_typed_the_best_known_games_are_offered() -> None:
    assert offered("") == offered("  ") == list(BEST_KNOWN)
    assert len(set(BEST_KNOWN)) == 25
    assert set(BEST_KNOWN) <= set(CATALOGUE)


@every_game
def test_a_game_is_offered_first_for_its_whole_id_or_title(rules: engine.Rules) -> None:
    if rules.id != "spider":  # it is one of three
        for choice in map(game_choices, (rules.id, rules.title, rules.title.upper())):
            assert find_game(choice[0].value) is rules


@every_game
def test_any_part_of_a_title_offers_its_game_unless_it_is_in_too_many(rules: engine.Rules) -> None:
    title = rules.title
    for begin in range(len(title) - 4):
        games = offered(title[begin : begin + 5])
        assert rules.id in games or len(games) == 25


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("lucie", "la-belle-lucie"),
        ("Bélle", "la-belle-lucie"),
        ("bakers", "bakers-game"),
        ("baker’s game", "bakers-game"),
        ("free cell", "freecell"),
        ("aisleriot saratoga", "saratoga-aisleriot"),
        ("KLON", "klondike"),
        ("castle", "beleaguered-castle"),
        ("wisp", "will-o-the-wisp"),
    ],
)
def test_words_are_found_anywhere_case_accents_and_punctuation_aside(
    typed: str, first: str
) -> None:
    assert offered(typed)[0] == first


@pytest.mark.parametrize(
    ("typed", "among"),
    [
        ("klondyke", "klondike"),
        ("spidr", "spider"),
        ("frecell", "freecell"),
        ("sarratoga", "saratoga"),
        ("yukno", "yukon"),
        ("beleagerd castel", "beleaguered-castle"),
        ("scropion", "scorpion"),
        ("penguine", "penguin"),
    ],
)
def test_typing_errors_are_forgiven(typed: str, among: str) -> None:
    assert among in offered(typed)[:3]


def test_typing_errors_are_forgiven_only_where_nothing_else_is_found() -> None:
    assert all("fan" in game or "fan" in CATALOGUE[game].title.lower() for game in offered("fan"))


@pytest.mark.parametrize("typed", ["♠♠", "🕷️", "a game"])
def test_text_without_a_name_offers_the_best_known_games(typed: str) -> None:
    assert offered(typed) == list(BEST_KNOWN)


@pytest.mark.parametrize("typed", ["xyzzy", "draughts", "99"])
def test_text_that_names_no_game_says_so_and_offers_five(typed: str) -> None:
    first, *games = game_choices(typed)
    assert (first.name, first.value) == (f"No game is called “{typed}”. How about:", typed)
    assert [game.value for game in games] == list(BEST_KNOWN[:5])


def test_spider_is_offered_with_one_two_and_four_suits_in_this_order() -> None:
    for typed in ("spider", "Spider Solitaire"):
        assert offered(typed)[:3] == ["spider-1", "spider-2", "spider"]


def test_difficulty_and_length_stand_beside_each_name() -> None:
    names = {choice.value: choice.name for choice in game_choices("")}
    assert names["klondike"] == "Klondike · medium"
    assert names["golf"].endswith(" · short")
    assert names["spider-1"] == "Spider, one suit · easy · long"


def test_a_difficulty_is_understood_as_text_and_narrows_what_is_offered() -> None:
    easy = [rules_id for rules_id in BEST_KNOWN if is_easy(rules_id)]
    assert offered("easy")[: len(easy)] == easy
    assert all(map(is_easy, offered("easy")))
    choices = game_choices("klondike", Difficulty.EASY)
    assert choices
    assert all(is_easy(choice.value) for choice in choices)


def is_easy(rules_id: str) -> bool:
    return CATALOGUE[rules_id].difficulty is Difficulty.EASY


@pytest.mark.slow
@given(st.text(max_size=300))
def test_whatever_is_typed_offers_at_most_25_different_games(typed: str) -> None:
    choices = game_choices(typed)
    assert len({choice.value for choice in choices}) == len(choices) <= 25
    assert all(0 < len(choice.name) <= 100 for choice in choices)


def test_the_best_of_what_is_found_comes_first_and_equals_keep_their_order() -> None:
    names = ["My big fan", "Fandango", "Big fan", "Fan", "Old fan"]
    assert fuzzy_find("fan", [((name,), name) for name in names]) == [
        "Fan",
        "Fandango",
        "My big fan",
        "Big fan",
        "Old fan",
    ]


@pytest.mark.parametrize("one", ["qzx ", "x", "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"])
def test_what_is_searched_for_is_short_however_much_is_typed(one: str) -> None:
    assert 0 < len(" ".join(typed_words(one * 1000))) <= MAX_TYPED


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("klondike hard", ["klondike hard"]),
        ("Hard Klondike", ["klondike hard"]),
        ("klondike e", ["klondike easy", "klondike expert"]),
        ("freecell leicht", ["freecell easy"]),
        ("spider one suit tough", ["spider-1 hard"]),
        *(
            (text, [])
            for text in ("", "hard", "something hard", "klondike", "klondike three", "qq h")
        ),
    ],
)
def test_deals_of_a_game_are_offered_as_hard_as_is_typed(typed: str, values: list[str]) -> None:
    assert [choice.value for choice in graded_choices(typed)] == values


def test_what_is_offered_for_a_graded_deal_reads_so_and_is_understood() -> None:
    [choice] = graded_choices("klondike ha")[:1]
    assert choice.name == "Klondike · hard deal"
    for rules_id in BEST_KNOWN:
        if rules_id != "spider":  # it is one of three
            for choice in all_graded(rules_id):
                named = named_beside_difficulty(choice.value)
                assert named is not None
                assert named.id == rules_id
