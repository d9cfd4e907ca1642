"""Players' ratings: computed race by race, shown after some races."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.models import OVERALL, Challenge, RaceKind, RatedPlayer
from bot.service.rating import MIN_RACES, ShownRating, rate, shown
from bot.store import Database
from bot.store.ratings import (
    count_guild_ratings,
    guild_rating,
    guild_ratings,
    load_race_ratings,
    load_rating,
    rate_next_race,
)

PAGE_SIZE: Final = 10
"""Players per page."""
_AT_ONCE: Final = 200
"""How many races are rated at once, so that many earlier ones hold nothing up."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How a race has changed a player's rating.

    Attributes:
        after: the rating after it.
        gain: the points gained; None where there was no rating to show before.
    """

    after: ShownRating
    gain: int | None


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """How a player is rated in a scope.

    Attributes:
        races: their rated races.
        shown: their rating; None with too few races.
    """

    races: int = 0
    shown: ShownRating | None = None


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a server's ratings.

    Attributes:
        rank: the player's rank.
        player: the player.
        rating: their rating.
    """

    rank: int
    player: int
    rating: ShownRating


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """A page of a server's ratings, best first.

    Attributes:
        lines: the lines of the page.
        page: the page number, from 1.
        pages: how many pages there are, at least one.
        players: how many players are listed.
        own: the viewer's line, whichever page it is on; None when they are not listed.
        viewer: the viewer's rating in the server, listed or not.
        overall: the viewer's rating in all races.
    """

    lines: tuple[RatingLine, ...]
    page: int
    pages: int
    players: int
    own: RatingLine | None
    viewer: PlayerRating
    overall: PlayerRating


class Ratings:
    """Rates races, and says how players are rated: overall, and in each server.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Prepare.

        Args:
            database: the races and ratings.
            clock: returns the current time, with its zone.
        """
        self._database = database
        self._clock = clock

    async def rate_finished(self) -> None:
        """Rate the races that are over and not rated yet, in the order in which they ended."""
        for _ in range(_AT_ONCE):
            if not await rate_next_race(self._database, rate, self._clock()):
                break

    async def of_player(self, player: int, guild: int | None) -> PlayerRating:
        """How a player is rated.

        Args:
            player: the player's id.
            guild: the server whose races count; None for all races.
        """
        rating = await load_rating(self._database, player, OVERALL if guild is None else guild)
        if rating is None:
            return PlayerRating()
        return PlayerRating(rating.races, shown(rating, self._clock()))

    async def of_challenge(self, ended: Challenge) -> Mapping[int, RatingChange]:
        """How a race between two has changed their ratings; see :meth:`of_race`."""
        guild = None if ended.place is None else ended.place.guild_id
        return await self.of_race(RaceKind.CHALLENGE, ended.id, guild)

    async def of_race(
        self, kind: RaceKind, race_id: int, guild: int | None
    ) -> Mapping[int, RatingChange]:
        """How a race has changed its players' ratings, of those whose rating is shown.

        Args:
            kind: the race's kind.
            race_id: its id.
            guild: the server where it took place; None for the ratings in all races.
        """
        rated = await load_race_ratings(
            self._database, kind, race_id, OVERALL if guild is None else guild
        )
        changes = {}
        for player, (before, rating) in rated.items():
            at = rating.at or self._clock()
            after = shown(rating, at)
            earlier = None if before is None else shown(before, at)
            if after is not None:
                gain = None if earlier is None else after.points - earlier.points
                changes[player] = RatingChange(after, gain)
        return changes

    async def page(self, guild: int, viewer: int, *, page: int = 1) -> RatingsPage:
        """A page of a server's ratings.

        Args:
            guild: the server's id.
            viewer: the player whose own line is included.
            page: the page number; out of range, the nearest page.
        """
        database = self._database
        players = await count_guild_ratings(database, guild, min_races=MIN_RACES)
        pages = max(1, -(-players // PAGE_SIZE))
        page = min(max(page, 1), pages)
        listed = await guild_ratings(
            database,
            guild,
            min_races=MIN_RACES,
            limit=PAGE_SIZE,
            offset=(page - 1) * PAGE_SIZE,
        )
        own = await guild_rating(database, guild, viewer, min_races=MIN_RACES)
        return RatingsPage(
            lines=tuple(line for one in listed if (line := self._line(one))),
            page=page,
            pages=pages,
            players=players,
            own=None if own is None else self._line(own),
            viewer=await self.of_player(viewer, guild),
            overall=await self.of_player(viewer, None),
        )

    def _line(self, rated: RatedPlayer) -> RatingLine | None:
        rating = shown(rated.rating, self._clock())
        return None if rating is None else RatingLine(rated.rank, rated.player_id, rating)
