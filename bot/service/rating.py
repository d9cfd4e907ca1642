"""Rating players by their places in races, with the Plackett-Luce model of OpenSkill.

A race rates all of its players at once. Glicko-2 rates pairs only, and would count a race of twenty
as 190 games that have nothing to do with each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from openskill.models import PlackettLuce

from bot.models import FinishedRace, Rating

MIN_RACES: Final = 11
"""The rated races after which a rating is shown."""

_MODEL: Final = PlackettLuce()
NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player without rated races."""

_FORGOTTEN: Final = timedelta(days=5 * 365)
"""How long without races it takes for a sure rating to be as doubtful as a newcomer's."""
_AVERAGE: Final = 1500
"""A newcomer's rating in points."""
_POINTS: Final = 400 / (math.log(10) * math.sqrt(2) * _MODEL.beta)
"""The points of one unit of the model: as in chess, 400 points more are odds of ten to one."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as players read it.

    Attributes:
        points: the estimate; 1500 for a newcomer.
        doubt: its standard deviation in points.
        races: how many rated races it follows from.
    """

    points: int
    doubt: int
    races: int


def rate(race: FinishedRace, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings of a race's players after it.

    Args:
        race: the race, of two players or more.
        before: their ratings before it; newcomers are left out.
    """
    # The order of the players must not depend on where they come from, as sums are rounded.
    players = sorted(race.places, key=lambda player: (race.places[player], player))
    ratings = [before.get(player, NEWCOMER) for player in players]
    teams = [[_MODEL.rating(one.mu, doubt_at(one, race.ended_at))] for one in ratings]
    rated = _MODEL.rate(teams, ranks=[float(race.places[player]) for player in players])
    return {
        player: Rating(after.mu, after.sigma, earlier.races + 1, race.ended_at)
        for player, earlier, (after,) in zip(players, ratings, rated, strict=True)
    }


def doubt_at(rating: Rating, at: datetime) -> float:
    """The standard deviation of a rating some time after its last race.

    The variance grows with time up to a newcomer's, as in step 1 of Glickman's Glicko system; the
    estimate stays as it is.

    >>> from datetime import UTC
    >>> rating = Rating(30.0, 3.0, races=40, at=datetime(2026, 1, 1, tzinfo=UTC))
    >>> years = [datetime(year, 1, 1, tzinfo=UTC) for year in (2026, 2027, 2031)]
    >>> [round(doubt_at(rating, year), 1) for year in years]
    [3.0, 4.8, 8.3]
    """
    if rating.at is None:
        return rating.sigma
    passed = max(at - rating.at, timedelta()) / _FORGOTTEN
    return min(math.sqrt(rating.sigma**2 + passed * NEWCOMER.sigma**2), NEWCOMER.sigma)


def shown(rating: Rating, at: datetime) -> ShownRating | None:
    """A rating in points at some time; None if it follows from too few races.

    >>> from datetime import UTC
    >>> shown(Rating(30.0, 3.0, races=40), datetime(2026, 1, 1, tzinfo=UTC))
    ShownRating(points=1647, doubt=88, races=40)
    """
    if rating.races < MIN_RACES:
        return None
    points = _AVERAGE + (rating.mu - NEWCOMER.mu) * _POINTS
    return ShownRating(round(points), round(doubt_at(rating, at) * _POINTS), rating.races)
