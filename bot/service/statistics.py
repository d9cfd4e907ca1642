"""Statistics of players and servers, computed from the results on each request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.i18n import N_
from bot.models import GameStats, WinCount
from bot.service.achievements import newly_earned
from bot.service.errors import ServiceError
from bot.service.models import GameSnapshot
from bot.service.profiles import Profile, profile_of
from bot.service.streaks import Streak, daily_streak, winning_streak
from bot.service.wins import WinSummary, summarize_win
from bot.store import Database
from bot.store.careers import load_career, load_careers_around
from bot.store.leaderboard_visibility import is_visible
from bot.store.results import days_won
from bot.store.statistics import (
    count_guild_players,
    daily_win_counts,
    guild_daily_win_counts,
    guild_top_players,
    guild_win_counts,
    player_outcomes,
    player_stats,
    player_stats_by_rules,
)
from bot.store.wins import load_win_context

_BEST: Final = 10
"""How many players a server's statistics name."""
_RECENT: Final = timedelta(weeks=12)
"""How far back a server's days go."""
OFTEN: Final = 100
"""How many games say what players win: a share of one in two is then known to ten points."""


class Private(ServiceError):
    """The statistics are not visible to whoever asked for them."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "This player's statistics are visible only in servers where they play or "
                "have chosen to be shown."
            )
        )


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What a player has played and won.

    Attributes:
        player: the player's id.
        rules_id: the only game they cover; None for all games.
        all: the totals.
        games: totals by rules id, most played first.
        streak: games won in a row, in the order they ended.
        daily: daily deals won in a row, whatever the game.
        days: games that ended on each UTC day, in order; days without any are left out.
    """

    player: int
    rules_id: str | None
    all: GameStats
    games: Mapping[str, GameStats]
    streak: Streak
    daily: Streak
    days: Mapping[date, WinCount]


@dataclass(frozen=True, slots=True)
class GuildStatistics:
    """What has been played and won in a server.

    Attributes:
        guild: the server's id.
        players: how many players finished a game there.
        all: the totals.
        games: totals by rules id, most played first.
        best: the ten visible players with the most wins there.
        days: games that ended on each recent UTC day, in order; days without any are left out.
    """

    guild: int
    players: int
    all: WinCount
    games: Mapping[str, WinCount]
    best: Mapping[int, WinCount]
    days: Mapping[date, WinCount]


class Statistics:
    """Computes statistics, and decides who may see them.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database) -> None:
        """Read results from a database."""
        self._database = database

    async def of_player(
        self, player: int, today: date, rules_id: str | None = None
    ) -> PlayerStatistics:
        """What a player has played and won.

        Args:
            player: the player's id.
            today: the current day in UTC.
            rules_id: the game to cover; None for all games.
        """
        database = self._database
        games = await player_stats_by_rules(database, player)
        if rules_id is not None:
            games = {rules_id: games[rules_id]} if rules_id in games else {}
        return PlayerStatistics(
            player=player,
            rules_id=rules_id,
            all=await player_stats(database, player, rules_id),
            games=games,
            streak=winning_streak(await player_outcomes(database, player, rules_id)),
            daily=daily_streak(await days_won(database, player), today),
            days=await daily_win_counts(database, player, rules_id),
        )

    async def profile(self, player: int, today: date) -> Profile:
        """A player's profile.

        Args:
            player: the player's id.
            today: the current day in UTC.
        """
        return profile_of(player, await load_career(self._database, player), today)

    async def of_guild(self, guild: int, today: date) -> GuildStatistics:
        """What has been played and won in a server.

        Args:
            guild: the server's id.
            today: the current day in UTC.
        """
        games = await guild_win_counts(self._database, guild)
        return GuildStatistics(
            guild=guild,
            players=await count_guild_players(self._database, guild),
            all=WinCount(
                played=sum(count.played for count in games.values()),
                won=sum(count.won for count in games.values()),
            ),
            games=games,
            best=await guild_top_players(self._database, guild, _BEST),
            days=await guild_daily_win_counts(self._database, guild, today - _RECENT),
        )

    async def often_played(self, guild: int) -> dict[str, WinCount]:
        """What has been played and won in a server, of the games it has played often.

        Args:
            guild: the server's id.
        """
        counts = await guild_win_counts(self._database, guild)
        return {rules_id: count for rules_id, count in counts.items() if count.played >= OFTEN}

    async def of_win(self, won: GameSnapshot, today: date, guild: int | None) -> WinSummary:
        """What a player reached with a game they have just won.

        Args:
            won: the game.
            today: the current day in UTC.
            guild: the server whose wins it is compared with; None for none.
        """
        context = await load_win_context(self._database, won.game_id, guild, today)
        days = 0
        if context.counts_for_day:
            days = daily_streak(await days_won(self._database, won.player), today).current
        before, after = await load_careers_around(self._database, won.player, won.game_id)
        return summarize_win(won, context, days, newly_earned(before, after))

    async def may_see(self, viewer: int, player: int, guild: int | None) -> bool:
        """Whether somebody may see a player's statistics.

        Everybody sees their own, anywhere. Those of others are visible only in servers whose
        leaderboards show the player, and never in direct messages.

        Args:
            viewer: who asks.
            player: whose statistics they are.
            guild: the server asked in; None outside servers.
        """
        if viewer == player:
            return True
        return guild is not None and await is_visible(self._database, guild, player)

    async def require_visible(self, viewer: int, player: int, guild: int | None) -> None:
        """Refuse if :meth:`may_see` is false.

        Raises:
            Private: when the statistics are not visible there.
        """
        if not await self.may_see(viewer, player, guild):
            raise Private
