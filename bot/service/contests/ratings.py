"""Players' ratings: computed race by race, shown after some races.

A race rates all of its players at once by their places, with the Plackett-Luce model of OpenSkill.
Glicko-2 rates pairs only, and would count a race of twenty as 190 games that have nothing to do
with each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from openskill.models import PlackettLuce

from bot.models.contests import OVERALL, FinishedRace, RatedPlayer, Rating
from bot.models.rankings import Ranking
from bot.store.contests.ratings import (
    guild_ratings,
    load_race_ratings,
    load_rating,
    rate_next_race,
)
from bot.store.database.connection import Database

MIN_RACES: Final = 3
"""The rated races after which a rating is shown, so that four friends soon have one: with so few,
its uncertainty says how little it may mean."""

_MODEL: Final = PlackettLuce()
NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player without rated races."""

_FORGOTTEN: Final = timedelta(days=5 * 365)
"""How long without races it takes for any rating to be as uncertain as a newcomer's."""
_AVERAGE: Final = 1500
"""A newcomer's rating in points."""
_POINTS: Final = 400 / (math.log(10) * math.sqrt(2) * _MODEL.beta)
"""The points of one unit of the model: as in chess, 400 points more are odds of ten to one."""
PAGE_SIZE: Final = 10
"""Players per page."""
_AT_ONCE: Final = 200
"""How many races are rated at once, so that many earlier ones hold nothing up."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as players read it, with its standard deviation; 1500 for a newcomer."""

    points: int
    deviation: int
    races: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a race has changed a rating; ``gain`` is None where there was none to show before."""

    after: ShownRating
    gain: int | None


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How a player is rated in a scope; ``shown`` is None with too few races."""

    races: int = 0
    shown: ShownRating | None = None


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a server's ratings; the rank of who has won no race there is None."""

    rank: int | None
    player: int
    rating: ShownRating


class Ratings:
    """Rates races, and says how players are rated: overall, and in each server."""

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock

    async def rate_finished(self) -> None:
        """Rate the races that are over and not rated yet, in the order in which they ended."""
        for _ in range(_AT_ONCE):
            if not await rate_next_race(self._database, rate, self._clock()):
                break

    async def of_player(self, player: int, guild: int | None) -> PlayerRating:
        """How a player is rated."""
        rating = await load_rating(self._database, player, OVERALL if guild is None else guild)
        if rating is None:
            return PlayerRating()
        return PlayerRating(rating.races, shown(rating, self._clock()))

    async def of_race(self, race_id: int, guild: int | None) -> Mapping[int, RatingChange]:
        """How a race has changed its players' ratings, of those whose rating is shown."""
        scope = OVERALL if guild is None else guild
        rated = await load_race_ratings(self._database, race_id, scope)
        changes = {}
        for player, (before, rating) in rated.items():
            at = rating.at or self._clock()
            after = shown(rating, at)
            earlier = None if before is None else shown(before, at)
            if after is not None:
                gain = None if earlier is None else after.points - earlier.points
                changes[player] = RatingChange(after, gain)
        return changes

    async def page(self, guild: int, viewer: int, *, page: int = 1) -> Ranking[RatingLine]:
        """A page of a server's ratings."""
        found = await guild_ratings(
            self._database, guild, viewer, min_races=MIN_RACES, page=page, size=PAGE_SIZE
        )
        return found.with_lines(self._line)

    def _line(self, rated: RatedPlayer) -> RatingLine:
        rating = _in_points(rated.rating, self._clock())
        return RatingLine(rated.rank, rated.player_id, rating)


def rate(race: FinishedRace, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings of a race's players after it; newcomers have none before."""
    # The order of the players must not depend on where they come from, as sums are rounded.
    players = sorted(race.places, key=lambda player: (race.places[player], player))
    ratings = [before.get(player, NEWCOMER) for player in players]
    teams = [[_MODEL.rating(one.mu, deviation_at(one, race.ended_at))] for one in ratings]
    rated = _MODEL.rate(teams, ranks=[float(race.places[player]) for player in players])
    return {
        player: Rating(
            after.mu,
            after.sigma,
            races=earlier.races + 1,
            at=race.ended_at,
            wins=earlier.wins + (player in race.winners),
        )
        for player, earlier, (after,) in zip(players, ratings, rated, strict=True)
    }


def deviation_at(rating: Rating, at: datetime) -> float:
    """The standard deviation of a rating some time after its last race.

    The variance grows with time up to a newcomer's, as in step 1 of Glickman's Glicko system; the
    estimate stays as it is.

    >>> from datetime import UTC
    >>> rating = Rating(30.0, 3.0, races=40, at=datetime(2026, 1, 1, tzinfo=UTC))
    >>> years = [datetime(year, 1, 1, tzinfo=UTC) for year in (2026, 2027, 2031)]
    >>> [round(deviation_at(rating, year), 1) for year in years]
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
    ShownRating(points=1647, deviation=88, races=40)
    """
    return None if rating.races < MIN_RACES else _in_points(rating, at)


def _in_points(rating: Rating, at: datetime) -> ShownRating:
    points = _AVERAGE + (rating.mu - NEWCOMER.mu) * _POINTS
    return ShownRating(round(points), round(deviation_at(rating, at) * _POINTS), rating.races)
