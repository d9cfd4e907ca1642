"""Statistics, a profile and a win that have something of everything that charts show."""

from __future__ import annotations

import datetime as dt

from engine import deal
from rendering.charts.chart import MonthChart, ServerMonthChart, WeeksChart, WinRateChart, Wins
from rendering.charts.day_card import DayCard, Winner
from rendering.charts.day_marks import DayMark
from rendering.charts.faces import Face
from rendering.charts.medals import Emblem
from rendering.charts.profile import Badge, BestGame, Profile
from rendering.charts.share_card import Win
from tests.rendering.boards import won_board

DAY = dt.date(2026, 11, 21)
RATES = WinRateChart("Rates", (("Saratoga", Wins(23, 10)), ("Klondike", Wins(112, 112))))
WEEKS = WeeksChart(
    "Weeks",
    {DAY: Wins(3, 1), DAY - dt.timedelta(6): Wins(1, 1), DAY - dt.timedelta(90): Wins(9, 9)},
    DAY,
)
MARKS = dict(zip((DAY + dt.timedelta(number) for number in range(7)), DayMark, strict=True))
MONTH = MonthChart("November", MARKS, 12)
BEST = {DAY: (Face("Ada"), 3), DAY + dt.timedelta(1): None, DAY + dt.timedelta(2): (Face("Ben"), 1)}
SERVER_MONTH = ServerMonthChart("November", BEST, DAY + dt.timedelta(2), 2)
PROFILE = Profile(
    face=Face("Ada"),
    level=7,
    points=7,
    end=35,
    deals=148,
    wins_in_a_row=(3, 11),
    days_in_a_row=(12, 31),
    games=(
        BestGame("Saratoga", 62, 98, 272),
        BestGame("Klondike, draw three", 31, 118, 401),
    ),
    badges=(
        Badge("Grand slam", 4, Emblem.SPADE),
        Badge("Flawless", 3, Emblem.TICK),
        Badge("Regular", 2, Emblem.CUP),
        Badge("Hundred", 1, Emblem.CUP),
    ),
    all_badges=47,
)
WIN = Win(won_board("saratoga"), 72, moves=115, seconds=754, player="Ada", day=DAY)
FACES = ((Face("Ada"), 0.4), (Face("Ben"), 0.0), (Face("A very long name"), 1.0))
MORNING = dt.datetime(2026, 11, 21, 7, 0, tzinfo=dt.UTC)
DAY_CARD = DayCard(
    day="Saturday 21 November 2026",
    game="Saratoga",
    level="medium",
    dealt=deal("saratoga", 72).board,
    end=won_board("saratoga"),
    end_by="Ada",
    winners=(
        Winner(
            face=Face("Ada"),
            rank=1,
            result="115 moves",
            is_perfect=True,
            streak=31,
            began=MORNING,
            won=MORNING + dt.timedelta(minutes=5),
        ),
        Winner(
            face=Face("Ben"),
            rank=2,
            result="130 moves",
            is_perfect=False,
            streak=0,
            began=MORNING,
            won=MORNING + dt.timedelta(hours=12, minutes=30),
        ),
    ),
    started=5,
    won=2,
    perfect=1,
    streak=12,
    par=98,
    following="Klondike (easy)",
)
