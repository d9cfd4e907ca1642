"""Lists of games that were typed, and the lines above a board that say why it was dealt."""

from __future__ import annotations

import pytest

from bot.chat.games import offers
from bot.chat.games.offers import grade_notice, listed_games, surprise_notice
from bot.chat.responding.search import typed_words
from engine import rules_of
from engine.rules import Difficulty


def test_a_graded_deal_names_its_grade_and_what_that_goes_by() -> None:
    assert grade_notice(rules_of("klondike"), Difficulty.HARD) == (
        "**Hard** among deals that can be won."
    )
    assert grade_notice(rules_of("klondike"), None) == (
        "Deals of **Klondike** could not be compared just now, so this is a random one."
    )


def test_a_game_that_was_chosen_for_somebody_is_named() -> None:
    assert surprise_notice(rules_of("spider")).startswith("🎲 **Spider** · ")


@pytest.mark.parametrize(
    "names",
    [
        ["Klondike (draw 2, 1 redeal)", "Golf", "Spider, two suits"],
        ["Gaps, a, suit, to, each, row", "Golf"],
    ],
)
def test_a_list_of_games_is_divided_between_names(names: list[str]) -> None:
    assert list(listed_games(", ".join(names))) == names


def test_of_a_list_of_games_each_part_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()

    def counted(text: str) -> list[str]:
        read.append(text)
        return typed_words(text)

    monkeypatch.setattr(offers, "typed_words", counted)
    assert list(listed_games("a," * 500)) == read == ["a"] * 500
