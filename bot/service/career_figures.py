"""Figures of a player's career, each a pure function: what badges count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from bot.service.streaks import daily_streak
from bot.store import Career, GameRecord
from engine import CATALOGUE
from engine.games import FAMILIES
from engine.rules import Difficulty

TITLE_GAMES: Final = ("saratoga", "cassim", "phoenix", "saxony")
_HARD: Final = (Difficulty.HARD, Difficulty.EXPERT)
_QUICK: Final = timedelta(minutes=2)
_LONG: Final = timedelta(minutes=30)


def games_won(career: Career, games: Iterable[str]) -> int:
    """How many of some games a player has won."""
    return sum(career.games.get(game, GameRecord()).deals > 0 for game in games)


def deals_won(career: Career) -> int:
    """How many deals a player has won."""
    return sum(game.deals for game in career.games.values())


def _records_of(career: Career, *difficulties: Difficulty) -> Iterator[GameRecord]:
    for rules_id, record in career.games.items():
        if rules_id in CATALOGUE and CATALOGUE[rules_id].difficulty in difficulties:
            yield record


def hard_deals(career: Career) -> int:
    """How many deals of hard games a player has won."""
    return sum(game.deals for game in _records_of(career, Difficulty.HARD))


def expert_deals(career: Career) -> int:
    """How many deals of expert games a player has won."""
    return sum(game.deals for game in _records_of(career, Difficulty.EXPERT))


def perfect_deals(career: Career) -> int:
    """How many deals a player has won perfectly."""
    return sum(game.perfect for game in career.games.values())


def perfect_hard_deals(career: Career) -> int:
    """How many deals of hard and expert games a player has won perfectly."""
    return sum(game.perfect for game in _records_of(career, *_HARD))


def perfect_title_games(career: Career) -> int:
    """How many of the title games a player has won perfectly."""
    return sum(career.games.get(game, GameRecord()).perfect > 0 for game in TITLE_GAMES)


def deals_without_undo(career: Career) -> int:
    """How many deals a player has won without an undo."""
    return sum(game.without_undo for game in career.games.values())


def different_games(career: Career) -> int:
    """How many of all the games a player has won."""
    return games_won(career, CATALOGUE)


def whole_families(career: Career) -> int:
    """How many families a player has won every game of."""
    return sum(
        games_won(career, [rules.id for rules in family]) == len(family) for family in FAMILIES
    )


def families_met(career: Career) -> int:
    """How many families a player has won a game of."""
    return sum(games_won(career, [rules.id for rules in family]) > 0 for family in FAMILIES)


def daily_deals(career: Career) -> int:
    """How many daily deals a player has won."""
    return career.daily_deals


def days_in_a_row(career: Career) -> int:
    """The longest streak of daily deals that a player has won."""
    days = career.days_won
    return daily_streak(days, max(days)).longest if days else 0


def perfect_days(career: Career) -> int:
    """How many daily deals a player has won perfectly."""
    return career.perfect_days


def goals_met(career: Career) -> int:
    """How many goals of daily deals a player has met."""
    return career.goals_met


def full_days(career: Career) -> int:
    """On how many days a player has won every deal of the day."""
    return career.full_days


def days_with_wins(career: Career) -> int:
    """On how many days a player has won a game."""
    return career.days_with_wins


def wins_in_a_row(career: Career) -> int:
    """The most games that a player has won in a row."""
    return career.most_wins_in_a_row


def unaided_in_a_row(career: Career) -> int:
    """The most games that a player has won in a row with neither hints nor odds."""
    return career.most_unaided_in_a_row


def races_won(career: Career) -> int:
    """How many races a player has won."""
    return career.races_won


def quick_games(career: Career) -> int:
    """How many games a player has won quickly."""
    return sum(game.shortest is not None and game.shortest < _QUICK for game in _records(career))


def long_games(career: Career) -> int:
    """How many games a player has won in a long time."""
    return sum(game.longest is not None and game.longest >= _LONG for game in _records(career))


def _records(career: Career) -> Iterable[GameRecord]:
    return career.games.values()
