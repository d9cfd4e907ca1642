"""The page of the games of the next days."""

from __future__ import annotations

from datetime import date, timedelta

from bot.chat.daily.month_views import coming_view
from bot.service.daily.calendar import game_of, grade_of, turns_of
from engine import rules_of
from tests.chat.play.board_presses import said


def test_the_games_of_the_next_two_weeks_are_listed_from_today_on() -> None:
    today = date(2026, 11, 16)
    page = coming_view(turns_of([today + timedelta(days=later) for later in range(14)], []))
    lines = said(page).splitlines()[1:15]
    assert page.private
    for number, line in enumerate(lines):
        day = today + timedelta(days=number)
        title, grade = rules_of(game_of(day)).title, grade_of(day).name.lower()
        assert f"{title} ({grade})" in line
        assert ("**" in line) is (number == 0)
    assert lines[0].startswith("Mon 16 Nov · ")
    assert said(page).splitlines()[15].startswith("-# From an easy deal on Mondays")
