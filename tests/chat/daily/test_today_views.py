"""What is said of the deals of a day beside the headline."""

from __future__ import annotations

from datetime import date

import pytest

from bot.chat.daily.today_views import curious_line
from bot.i18n import use_locale
from bot.models.daily import DailyDeal, Slot


def line(rules_id: str) -> str:
    """What the day's message says of a curious game."""
    return curious_line(DailyDeal(date(2026, 11, 30), rules_id, 42, 1, 99, Slot.CURIOUS))


def test_a_rule_in_terms_of_another_game_comes_with_the_rule_of_that() -> None:
    assert line("arizona") == (
        "🎲 Today also **Arizona** (medium): Phoenix built regardless of suit.\n"
        "-# **Phoenix**: Six piles and sixteen in reserve, all face up."
    )
    with use_locale("de"):
        assert "\n-# **Phoenix**: Sechs Stapel" in line("arizona")


def test_rules_are_explained_down_to_a_game_that_people_know() -> None:
    explained = line("lexington-harp").splitlines()[1:]
    assert [one.partition("**:")[0] for one in explained] == [
        "-# **Milligan Harp",
        "-# **Gypsy",
        "-# **Easthaven",
    ]


@pytest.mark.parametrize("rules_id", ["spiderette", "saratoga", "double-klondike", "fan"])
def test_a_rule_in_terms_of_a_known_game_or_none_stands_alone(rules_id: str) -> None:
    assert "\n" not in line(rules_id)
