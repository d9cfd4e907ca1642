"""Charts of statistics: from the tenth game on."""

from __future__ import annotations

from datetime import date

import pytest

from bot.chat.statistics.views import guild_charts, player_charts
from bot.models.daily import DayBest
from bot.models.players import GameStats, WinCount
from bot.service.daily.leaderboards import ServerMonth
from bot.service.daily.streaks import Streak
from bot.service.players.statistics import GuildStatistics, PlayerStatistics
from rendering.charts.chart import ServerMonthChart
from rendering.charts.faces import Face

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(("played", "charts"), [(0, 0), (9, 0), (10, 1)])
def test_a_players_charts_wait_for_ten_games(played: int, charts: int) -> None:
    stats, count = GameStats(played=played, won=1), WinCount(played, min(1, played))
    statistics = PlayerStatistics(
        player=1,
        rules_id=None,
        all=stats,
        games={"klondike": stats},
        streak=Streak(),
        daily=Streak(),
        days={TODAY: count},
    )
    assert len(player_charts(statistics, TODAY)) == charts


@pytest.mark.parametrize("best", [None, DayBest(1, 1)])
@pytest.mark.parametrize(("played", "charts"), [(9, 0), (10, 2)])
def test_a_servers_charts_wait_for_ten_games_but_its_month_for_a_win_of_a_day(
    played: int, charts: int, best: DayBest | None
) -> None:
    count = WinCount(played, 1)
    statistics = GuildStatistics(
        guild=1,
        players=1,
        all=count,
        games={"klondike": count},
        best={},
        days={TODAY: count},
        together=WinCount(0, 0),
    )
    month = ServerMonth({TODAY: best}, TODAY, 1)
    drawn = guild_charts(statistics, month, {1: Face("Ada")})
    assert len(drawn) == max(charts, int(best is not None))
    assert isinstance(drawn[0] if drawn else None, ServerMonthChart) == (best is not None)
