"""The badges there are: what each asks for, and how far a player is.

A badge is a pure function of what a player has reached, so nothing is stored for it: those who
played before there was a badge have it, and those who delete their results do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from bot.i18n import N_
from bot.service.career_figures import (
    TITLE_GAMES,
    daily_deals,
    days_in_a_row,
    days_with_wins,
    deals_without_undo,
    deals_won,
    different_games,
    expert_deals,
    families_met,
    full_days,
    games_won,
    goals_met,
    hard_deals,
    long_games,
    perfect_days,
    perfect_deals,
    perfect_hard_deals,
    perfect_title_games,
    quick_games,
    races_won,
    unaided_in_a_row,
    whole_families,
    wins_in_a_row,
)
from bot.store import Career
from engine import CATALOGUE
from engine.games import FAMILIES

_CLASSICS: Final = ("klondike", "freecell", "spider")


class Tier(IntEnum):
    """How much a badge asks for."""

    BRONZE = 1
    SILVER = 2
    GOLD = 3
    DIAMOND = 4


@dataclass(frozen=True, slots=True)
class Achievement:
    """A badge that players earn.

    Attributes:
        id: its id, which never changes.
        title: its title, in English as the next.
        description: what it takes, in a sentence.
        tier: how much that is.
        target: the count at which it is earned.
        count: how far a player is.
    """

    id: str
    title: str
    description: str
    tier: Tier
    target: int
    count: Callable[[Career], int]

    def is_earned(self, career: Career) -> bool:
        """Whether a player has it."""
        return self.count(career) >= self.target


def earned(career: Career) -> tuple[Achievement, ...]:
    """The badges a player has, the most demanding first."""
    has = [one for one in ACHIEVEMENTS if one.is_earned(career)]
    return tuple(sorted(has, key=lambda one: one.tier, reverse=True))


def newly_earned(before: Career, after: Career) -> tuple[Achievement, ...]:
    """The badges a player did not have before, the most demanding first."""
    return tuple(one for one in earned(after) if not one.is_earned(before))


ACHIEVEMENTS: Final = (
    Achievement("first-win", N_("First win"), N_("Win a game."), Tier.BRONZE, 1, deals_won),
    Achievement(
        "wins-10",
        N_("Getting the hang of it"),
        N_("Win 10 different deals."),
        Tier.BRONZE,
        10,
        deals_won,
    ),
    Achievement(
        "wins-50",
        N_("Regular"),
        N_("Win 50 different deals."),
        Tier.SILVER,
        50,
        deals_won,
    ),
    Achievement(
        "wins-100",
        N_("Hundred"),
        N_("Win 100 different deals."),
        Tier.GOLD,
        100,
        deals_won,
    ),
    Achievement(
        "wins-500",
        N_("Patience itself"),
        N_("Win 500 different deals."),
        Tier.DIAMOND,
        500,
        deals_won,
    ),
    Achievement(
        "saratoga",
        N_("Taking the waters"),
        N_("Win a game of Saratoga."),
        Tier.BRONZE,
        1,
        lambda career: games_won(career, ("saratoga",)),
    ),
    Achievement(
        "cassim",
        N_("Open sesame"),
        N_("Win a game of Cassim."),
        Tier.BRONZE,
        1,
        lambda career: games_won(career, ("cassim",)),
    ),
    Achievement(
        "phoenix",
        N_("From the ashes"),
        N_("Win a game of Phoenix."),
        Tier.SILVER,
        1,
        lambda career: games_won(career, ("phoenix",)),
    ),
    Achievement(
        "saxony",
        N_("Dresden china"),
        N_("Win a game of Saxony."),
        Tier.BRONZE,
        1,
        lambda career: games_won(career, ("saxony",)),
    ),
    Achievement(
        "title-games",
        N_("Four of a kind"),
        N_("Win Saratoga, Cassim, Phoenix and Saxony."),
        Tier.SILVER,
        4,
        lambda career: games_won(career, TITLE_GAMES),
    ),
    Achievement(
        "title-games-perfect",
        N_("Grand slam"),
        N_("Win Saratoga, Cassim, Phoenix and Saxony without undo, hints or odds."),
        Tier.DIAMOND,
        4,
        perfect_title_games,
    ),
    Achievement(
        "classics",
        N_("The classics"),
        N_("Win Klondike, FreeCell and four-suit Spider."),
        Tier.GOLD,
        3,
        lambda career: games_won(career, _CLASSICS),
    ),
    Achievement(
        "games-5",
        N_("Curious"),
        N_("Win five different games."),
        Tier.BRONZE,
        5,
        different_games,
    ),
    Achievement(
        "games-15",
        N_("Well travelled"),
        N_("Win 15 different games."),
        Tier.SILVER,
        15,
        different_games,
    ),
    Achievement(
        "games-40",
        N_("Connoisseur"),
        N_("Win 40 different games."),
        Tier.GOLD,
        40,
        different_games,
    ),
    Achievement(
        "games-all",
        N_("The whole shelf"),
        N_("Win every game there is."),
        Tier.DIAMOND,
        len(CATALOGUE),
        different_games,
    ),
    Achievement(
        "families-6",
        N_("Good company"),
        N_("Win a game from each of six families."),
        Tier.BRONZE,
        6,
        families_met,
    ),
    Achievement(
        "families-met-all",
        N_("Doing the rounds"),
        N_("Win a game from every family."),
        Tier.GOLD,
        len(FAMILIES),
        families_met,
    ),
    Achievement(
        "family-1",
        N_("Family gathering"),
        N_("Win every game of a family."),
        Tier.SILVER,
        1,
        whole_families,
    ),
    Achievement(
        "family-5",
        N_("Family tree"),
        N_("Win every game of five families."),
        Tier.GOLD,
        5,
        whole_families,
    ),
    Achievement("hard-1", N_("Hard nut"), N_("Win a hard game."), Tier.SILVER, 1, hard_deals),
    Achievement(
        "hard-25",
        N_("Nutcracker"),
        N_("Win 25 different deals of hard games."),
        Tier.GOLD,
        25,
        hard_deals,
    ),
    Achievement(
        "expert-1",
        N_("Against the odds"),
        N_("Win an expert game."),
        Tier.GOLD,
        1,
        expert_deals,
    ),
    Achievement(
        "expert-10",
        N_("Grand master"),
        N_("Win 10 different deals of expert games."),
        Tier.DIAMOND,
        10,
        expert_deals,
    ),
    Achievement(
        "perfect-1",
        N_("Clean sheet"),
        N_("Win without undo, hints or odds."),
        Tier.BRONZE,
        1,
        perfect_deals,
    ),
    Achievement(
        "perfect-25",
        N_("Steady hand"),
        N_("Win 25 different deals without undo, hints or odds."),
        Tier.SILVER,
        25,
        perfect_deals,
    ),
    Achievement(
        "perfect-100",
        N_("Flawless"),
        N_("Win 100 different deals without undo, hints or odds."),
        Tier.GOLD,
        100,
        perfect_deals,
    ),
    Achievement(
        "perfect-hard",
        N_("Nerves of steel"),
        N_("Win a hard or expert game without undo, hints or odds."),
        Tier.GOLD,
        1,
        perfect_hard_deals,
    ),
    Achievement(
        "no-undo-10",
        N_("No way back"),
        N_("Win 10 different deals without an undo."),
        Tier.SILVER,
        10,
        deals_without_undo,
    ),
    Achievement(
        "no-undo-100",
        N_("Touch and move"),
        N_("Win 100 different deals without an undo."),
        Tier.GOLD,
        100,
        deals_without_undo,
    ),
    Achievement(
        "unaided-5",
        N_("On your own"),
        N_("Win five games in a row without hints or odds."),
        Tier.SILVER,
        5,
        unaided_in_a_row,
    ),
    Achievement(
        "unaided-15",
        N_("Self-reliant"),
        N_("Win 15 games in a row without hints or odds."),
        Tier.GOLD,
        15,
        unaided_in_a_row,
    ),
    Achievement(
        "row-3",
        N_("Hat-trick"),
        N_("Win three games in a row."),
        Tier.BRONZE,
        3,
        wins_in_a_row,
    ),
    Achievement(
        "row-10",
        N_("On a roll"),
        N_("Win 10 games in a row."),
        Tier.SILVER,
        10,
        wins_in_a_row,
    ),
    Achievement(
        "row-25",
        N_("Unstoppable"),
        N_("Win 25 games in a row."),
        Tier.GOLD,
        25,
        wins_in_a_row,
    ),
    Achievement(
        "day-1", N_("Deal of the day"), N_("Win a daily deal."), Tier.BRONZE, 1, daily_deals
    ),
    Achievement(
        "days-30", N_("Thirty days"), N_("Win 30 daily deals."), Tier.SILVER, 30, daily_deals
    ),
    Achievement(
        "days-100",
        N_("Hundred days"),
        N_("Win 100 daily deals."),
        Tier.GOLD,
        100,
        daily_deals,
    ),
    Achievement(
        "days-365",
        N_("A year of days"),
        N_("Win 365 daily deals."),
        Tier.DIAMOND,
        365,
        daily_deals,
    ),
    Achievement(
        "days-row-7",
        N_("Perfect week"),
        N_("Win the daily deal on seven days in a row."),
        Tier.SILVER,
        7,
        days_in_a_row,
    ),
    Achievement(
        "days-row-30",
        N_("Creature of habit"),
        N_("Reach a streak of 30 daily deals."),
        Tier.DIAMOND,
        30,
        days_in_a_row,
    ),
    Achievement(
        "perfect-day",
        N_("Sunny day"),
        N_("Win a daily deal without undo, hints or odds."),
        Tier.BRONZE,
        1,
        perfect_days,
    ),
    Achievement(
        "goal-1",
        N_("On target"),
        N_("Meet the goal of a daily deal."),
        Tier.BRONZE,
        1,
        goals_met,
    ),
    Achievement(
        "goals-10",
        N_("Sharp eye"),
        N_("Meet the goals of 10 daily deals."),
        Tier.SILVER,
        10,
        goals_met,
    ),
    Achievement(
        "goals-50",
        N_("Dead centre"),
        N_("Meet the goals of 50 daily deals."),
        Tier.GOLD,
        50,
        goals_met,
    ),
    Achievement(
        "full-day-1",
        N_("High five"),
        N_("Win all five deals of a day."),
        Tier.SILVER,
        1,
        full_days,
    ),
    Achievement(
        "full-day-10",
        N_("Full hand"),
        N_("Win all five deals of ten days."),
        Tier.GOLD,
        10,
        full_days,
    ),
    Achievement("race-1", N_("First past the post"), N_("Win a race."), Tier.BRONZE, 1, races_won),
    Achievement("race-10", N_("Front runner"), N_("Win 10 races."), Tier.GOLD, 10, races_won),
    Achievement(
        "quick",
        N_("Quick hands"),
        N_("Win a game in less than two minutes."),
        Tier.BRONZE,
        1,
        quick_games,
    ),
    Achievement(
        "long",
        N_("All the time in the world"),
        N_("Win a game after half an hour or more."),
        Tier.BRONZE,
        1,
        long_games,
    ),
    Achievement(
        "win-days-30",
        N_("Old friend"),
        N_("Win a game on 30 different days."),
        Tier.SILVER,
        30,
        days_with_wins,
    ),
)
"""Every badge, those that resemble each other together."""
