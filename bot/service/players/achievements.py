"""The badges there are: what each asks for, and how far a player is.

Whether a badge is earned is a pure function of what a player has reached, so those who played
before there was a badge earn it, too. From then on they have it, whatever changes here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from typing import Final, TypeAlias

from bot.i18n import N_
from bot.models.results import Career, GameRecord
from bot.service.daily.streaks import streak_of_career
from engine import CATALOGUE
from engine.games import FAMILIES
from engine.rules import Difficulty
from rendering.charts.medals import Emblem


class Tier(IntEnum):
    """How much a badge asks for."""

    BRONZE = 1
    SILVER = 2
    GOLD = 3
    DIAMOND = 4


_BRONZE, _SILVER, _GOLD, _DIAMOND = Tier
_Count: TypeAlias = Callable[[Career], int]
_TITLE_GAMES: Final = ("saratoga", "cassim", "phoenix", "saxony")
_QUICK: Final = timedelta(minutes=2)
_LONG: Final = timedelta(minutes=30)
_CLASSICS: Final = ("klondike", "freecell", "spider")


@dataclass(frozen=True, slots=True)
class Achievement:
    """A badge with an id that never changes; ``count`` says how far a player is."""

    id: str
    title: str
    description: str
    tier: Tier
    target: int
    count: Callable[[Career], int]
    emblem: Emblem

    def is_earned(self, career: Career) -> bool:
        """Whether what a player has reached is enough for it."""
        return self.count(career) >= self.target


def badges_of(ids: Collection[str]) -> tuple[Achievement, ...]:
    """The badges that some ids name, the most demanding first; others name none."""
    named = [one for one in ACHIEVEMENTS if one.id in ids]
    return tuple(sorted(named, key=lambda one: one.tier, reverse=True))


def deals_won(career: Career) -> int:
    """How many deals a player has won."""
    return sum(game.deals for game in career.counting.values())


def _badges(
    emblem: Emblem, count: _Count, *badges: tuple[str, Tier, int, str, str]
) -> Iterator[Achievement]:
    """Badges for several targets of one count."""
    for badge_id, tier, target, title, description in badges:
        yield Achievement(badge_id, title, description, tier, target, count, emblem)


def _games_won(career: Career, games: Iterable[str]) -> int:
    return sum(career.games.get(game, GameRecord()).deals > 0 for game in games)


def _wins_of(*games: str) -> _Count:
    """Counts which of some games a player has won."""
    return lambda career: _games_won(career, games)


def _sum_of(figure: Callable[[GameRecord], int], *difficulties: Difficulty) -> _Count:
    """Sums a figure of all games that count, or of those of some difficulties."""

    def is_meant(rules_id: str) -> bool:
        rules = CATALOGUE.get(rules_id)
        return not difficulties or (rules is not None and rules.difficulty in difficulties)

    return lambda career: sum(
        figure(game) for rules_id, game in career.counting.items() if is_meant(rules_id)
    )


def _perfect_title_games(career: Career) -> int:
    return sum(career.games.get(game, GameRecord()).perfect > 0 for game in _TITLE_GAMES)


def _different_games(career: Career) -> int:
    return _games_won(career, CATALOGUE)


def _whole_families(career: Career) -> int:
    return sum(
        _games_won(career, [rules.id for rules in family]) == len(family) for family in FAMILIES
    )


def _families_met(career: Career) -> int:
    return sum(_games_won(career, [rules.id for rules in family]) > 0 for family in FAMILIES)


def _days_in_a_row(career: Career) -> int:
    days = career.days_won
    return streak_of_career(career, max(days)).longest if days else 0


def _quick_games(career: Career) -> int:
    return sum(
        game.shortest is not None and game.shortest < _QUICK for game in career.counting.values()
    )


def _long_games(career: Career) -> int:
    return sum(
        game.longest is not None and game.longest >= _LONG for game in career.counting.values()
    )


ACHIEVEMENTS: Final = (
    *_badges(
        Emblem.CUP,
        deals_won,
        ("first-win", _BRONZE, 1, N_("First win"), N_("Win a game.")),
        ("wins-10", _BRONZE, 10, N_("Getting the hang of it"), N_("Win 10 different deals.")),
        ("wins-50", _SILVER, 50, N_("Regular"), N_("Win 50 different deals.")),
        ("wins-100", _GOLD, 100, N_("Hundred"), N_("Win 100 different deals.")),
        ("wins-500", _DIAMOND, 500, N_("Patience itself"), N_("Win 500 different deals.")),
    ),
    *_badges(
        Emblem.SPADE,
        _wins_of("saratoga"),
        ("saratoga", _BRONZE, 1, N_("Taking the waters"), N_("Win a game of Saratoga.")),
    ),
    *_badges(
        Emblem.SPADE,
        _wins_of("cassim"),
        ("cassim", _BRONZE, 1, N_("Open sesame"), N_("Win a game of Cassim.")),
    ),
    *_badges(
        Emblem.SPADE,
        _wins_of("phoenix"),
        ("phoenix", _SILVER, 1, N_("From the ashes"), N_("Win a game of Phoenix.")),
    ),
    *_badges(
        Emblem.SPADE,
        _wins_of("saxony"),
        ("saxony", _BRONZE, 1, N_("Dresden china"), N_("Win a game of Saxony.")),
    ),
    *_badges(
        Emblem.SPADE,
        _wins_of(*_TITLE_GAMES),
        (
            "title-games",
            _SILVER,
            4,
            N_("Four of a kind"),
            N_("Win Saratoga, Cassim, Phoenix and Saxony."),
        ),
    ),
    *_badges(
        Emblem.SPADE,
        _perfect_title_games,
        (
            "title-games-perfect",
            _DIAMOND,
            4,
            N_("Grand slam"),
            N_("Win Saratoga, Cassim, Phoenix and Saxony without undo, hints or odds."),
        ),
    ),
    *_badges(
        Emblem.CROWN,
        _wins_of(*_CLASSICS),
        (
            "classics",
            _GOLD,
            3,
            N_("The classics"),
            N_("Win Klondike, FreeCell and four-suit Spider."),
        ),
    ),
    *_badges(
        Emblem.CARDS,
        _different_games,
        ("games-5", _BRONZE, 5, N_("Curious"), N_("Win five different games.")),
        ("games-15", _SILVER, 15, N_("Well travelled"), N_("Win 15 different games.")),
        ("games-40", _GOLD, 40, N_("Connoisseur"), N_("Win 40 different games.")),
        (
            "games-all",
            _DIAMOND,
            len(CATALOGUE),
            N_("The whole shelf"),
            N_("Win every game there is."),
        ),
    ),
    *_badges(
        Emblem.TREE,
        _families_met,
        ("families-6", _BRONZE, 6, N_("Good company"), N_("Win a game from each of six families.")),
        (
            "families-met-all",
            _GOLD,
            len(FAMILIES),
            N_("Doing the rounds"),
            N_("Win a game from every family."),
        ),
    ),
    *_badges(
        Emblem.TREE,
        _whole_families,
        ("family-1", _SILVER, 1, N_("Family gathering"), N_("Win every game of a family.")),
        ("family-5", _GOLD, 5, N_("Family tree"), N_("Win every game of five families.")),
    ),
    *_badges(
        Emblem.MOUNTAIN,
        _sum_of(lambda game: game.deals, Difficulty.HARD),
        ("hard-1", _SILVER, 1, N_("Hard nut"), N_("Win a hard game.")),
        ("hard-25", _GOLD, 25, N_("Nutcracker"), N_("Win 25 different deals of hard games.")),
    ),
    *_badges(
        Emblem.CROWN,
        _sum_of(lambda game: game.deals, Difficulty.EXPERT),
        ("expert-1", _GOLD, 1, N_("Against the odds"), N_("Win an expert game.")),
        (
            "expert-10",
            _DIAMOND,
            10,
            N_("Grand master"),
            N_("Win 10 different deals of expert games."),
        ),
    ),
    *_badges(
        Emblem.TICK,
        _sum_of(lambda game: game.perfect),
        ("perfect-1", _BRONZE, 1, N_("Clean sheet"), N_("Win without undo, hints or odds.")),
        (
            "perfect-25",
            _SILVER,
            25,
            N_("Steady hand"),
            N_("Win 25 different deals without undo, hints or odds."),
        ),
        (
            "perfect-100",
            _GOLD,
            100,
            N_("Flawless"),
            N_("Win 100 different deals without undo, hints or odds."),
        ),
    ),
    *_badges(
        Emblem.TICK,
        _sum_of(lambda game: game.perfect, Difficulty.HARD, Difficulty.EXPERT),
        (
            "perfect-hard",
            _GOLD,
            1,
            N_("Nerves of steel"),
            N_("Win a hard or expert game without undo, hints or odds."),
        ),
    ),
    *_badges(
        Emblem.ONWARD,
        _sum_of(lambda game: game.without_undo),
        (
            "no-undo-10",
            _SILVER,
            10,
            N_("No way back"),
            N_("Win 10 different deals without an undo."),
        ),
        (
            "no-undo-100",
            _GOLD,
            100,
            N_("Touch and move"),
            N_("Win 100 different deals without an undo."),
        ),
    ),
    *_badges(
        Emblem.COMPASS,
        lambda career: career.most_unaided_in_a_row,
        (
            "unaided-5",
            _SILVER,
            5,
            N_("On your own"),
            N_("Win five games in a row without hints or odds."),
        ),
        (
            "unaided-15",
            _GOLD,
            15,
            N_("Self-reliant"),
            N_("Win 15 games in a row without hints or odds."),
        ),
    ),
    *_badges(
        Emblem.FLAME,
        lambda career: career.most_wins_in_a_row,
        ("row-3", _BRONZE, 3, N_("Hat-trick"), N_("Win three games in a row.")),
        ("row-10", _SILVER, 10, N_("On a roll"), N_("Win 10 games in a row.")),
        ("row-25", _GOLD, 25, N_("Unstoppable"), N_("Win 25 games in a row.")),
    ),
    *_badges(
        Emblem.SUN,
        lambda career: career.daily_deals,
        ("day-1", _BRONZE, 1, N_("Deal of the day"), N_("Win a daily deal.")),
        ("days-30", _SILVER, 30, N_("Thirty days"), N_("Win 30 daily deals.")),
        ("days-100", _GOLD, 100, N_("Hundred days"), N_("Win 100 daily deals.")),
        ("days-365", _DIAMOND, 365, N_("A year of days"), N_("Win 365 daily deals.")),
    ),
    *_badges(
        Emblem.STEPS,
        _days_in_a_row,
        (
            "days-row-7",
            _SILVER,
            7,
            N_("Perfect week"),
            N_("Win the daily deal on seven days in a row."),
        ),
        (
            "days-row-30",
            _DIAMOND,
            30,
            N_("Creature of habit"),
            N_("Reach a streak of 30 daily deals."),
        ),
    ),
    *_badges(
        Emblem.SUN,
        lambda career: career.perfect_days,
        (
            "perfect-day",
            _BRONZE,
            1,
            N_("Sunny day"),
            N_("Win a daily deal without undo, hints or odds."),
        ),
    ),
    *_badges(
        Emblem.TARGET,
        lambda career: career.goals_met,
        ("goal-1", _BRONZE, 1, N_("On target"), N_("Meet the goal of a daily deal.")),
        ("goals-10", _SILVER, 10, N_("Sharp eye"), N_("Meet the goals of 10 daily deals.")),
        ("goals-50", _GOLD, 50, N_("Dead centre"), N_("Meet the goals of 50 daily deals.")),
    ),
    *_badges(
        Emblem.FIVE,
        lambda career: career.full_days,
        ("full-day-1", _SILVER, 1, N_("High five"), N_("Win all five deals of a day.")),
        ("full-day-10", _GOLD, 10, N_("Full hand"), N_("Win all five deals of ten days.")),
    ),
    *_badges(
        Emblem.FLAG,
        lambda career: career.races_won,
        ("race-1", _BRONZE, 1, N_("First past the post"), N_("Win a race.")),
        ("race-10", _GOLD, 10, N_("Front runner"), N_("Win 10 races.")),
    ),
    *_badges(
        Emblem.BOLT,
        _quick_games,
        ("quick", _BRONZE, 1, N_("Quick hands"), N_("Win a game in less than two minutes.")),
    ),
    *_badges(
        Emblem.HOURGLASS,
        _long_games,
        (
            "long",
            _BRONZE,
            1,
            N_("All the time in the world"),
            N_("Win a game after half an hour or more."),
        ),
    ),
    *_badges(
        Emblem.HEART,
        lambda career: career.days_with_wins,
        ("win-days-30", _SILVER, 30, N_("Old friend"), N_("Win a game on 30 different days.")),
    ),
)
"""Every badge, those that resemble each other together."""
