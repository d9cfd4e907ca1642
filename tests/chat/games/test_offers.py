"""The lines above a board that say why it was dealt."""

from __future__ import annotations

from bot.chat.games.offers import grade_notice, surprise_notice
from engine import rules_of
from engine.rules import Difficulty


def test_a_graded_deal_names_its_grade_and_its_game() -> None:
    assert grade_notice(rules_of("klondike"), Difficulty.HARD) == (
        "Hard: this deal of **Klondike**, compared with others that can be won."
    )
    assert grade_notice(rules_of("klondike"), None) == (
        "Deals of **Klondike** could not be compared just now, so this is a random one."
    )


def test_a_game_that_was_chosen_for_somebody_is_named() -> None:
    assert surprise_notice(rules_of("spider")).startswith("🎲 **Spider** · ")
