"""What is said of a win: only what is true, the best first, in three lines and one for badges."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.models.daily import Comparison
from bot.service.players.achievements import ACHIEVEMENTS
from bot.service.players.statistics import WinSummary
from bot.wording.wins import compared_line, win_notice

EVERYTHING = WinSummary(
    is_perfect=True,
    beaten_moves=131,
    beaten_time=timedelta(minutes=6),
    wins_in_a_row=4,
    days_in_a_row=2,
    beaten_average=timedelta(seconds=372),
)


def test_an_ordinary_win_says_nothing_more() -> None:
    assert win_notice(WinSummary(), "Klondike") == ""
    assert win_notice(WinSummary(wins_in_a_row=2, days_in_a_row=1), "Klondike") == ""


def test_the_best_comes_first_and_three_lines_are_enough() -> None:
    assert win_notice(EVERYTHING, "Klondike").splitlines() == [
        "⭐ **Perfect game:** no undo, no hint.",
        "🏅 **Personal best:** your fewest moves and fastest time in Klondike yet.",
        "🔥 Daily deal won 2 days in a row.",
    ]


@pytest.mark.parametrize(
    ("badges", "line"),
    [
        (1, "🎖️ Badge: **First win**."),
        (2, "🎖️ Badges: **First win**, **Getting the hang of it**."),
        (
            4,
            "🎖️ Badges: **First win**, **Getting the hang of it** and 2 more. See /profile.",
        ),
    ],
)
def test_badges_are_one_line_below_the_others(badges: int, line: str) -> None:
    win = replace(EVERYTHING, badges=ACHIEVEMENTS[:badges])
    assert win_notice(win, "Klondike").splitlines()[3:] == [line]
    assert win_notice(WinSummary(badges=ACHIEVEMENTS[:badges]), "Klondike") == line


@pytest.mark.parametrize(
    ("win", "line"),
    [
        (
            WinSummary(beaten_moves=131),
            "🏅 **Personal best:** your fewest moves in Klondike yet, down from 131.",
        ),
        (
            WinSummary(beaten_time=timedelta(seconds=372)),
            "🏅 **Personal best:** your fastest Klondike yet, down from 6 min 12 s.",
        ),
        (WinSummary(wins_in_a_row=3), "🔥 3 wins in a row at Klondike."),
        (
            WinSummary(beaten_average=timedelta(seconds=372)),
            "⚡ Faster than this server's recent average of 6 min 12 s.",
        ),
    ],
)
def test_what_was_reached_is_said_in_figures(win: WinSummary, line: str) -> None:
    assert win_notice(win, "Klondike") == line


@pytest.mark.parametrize(
    ("comparison", "line"),
    [
        (Comparison(1204, 750), "🌍 Better than 62% of the 1,204 others who played today."),
        (Comparison(19, 19), ""),
        (Comparison(100, 0), ""),
        (None, ""),
    ],
)
def test_a_win_is_compared_with_everybodys_where_that_says_something(
    comparison: Comparison | None, line: str
) -> None:
    assert compared_line(comparison) == line
