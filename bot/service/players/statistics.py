"""Statistics and profiles of players, statistics of servers, and what a win reached.

All are computed on each request; only what a player has earned is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from bot.errors import StoreError
from bot.i18n import N_
from bot.models.play import GameSnapshot
from bot.models.players import GameStats, WinContext, WinCount
from bot.models.results import PERFECT_GAME, GameRecord
from bot.service.daily.streaks import Streak, streak_of_career
from bot.service.errors import ServiceError
from bot.service.players.achievements import Achievement, badges_of
from bot.service.players.collections import Collected, stamped_first
from bot.service.players.profiles import Profile, profile_of, reached
from bot.store.database.connection import Database
from bot.store.players.badges import load_badges, save_badges
from bot.store.players.careers import count_losses, load_career
from bot.store.players.statistics import (
    count_guild_players,
    daily_win_counts,
    guild_daily_win_counts,
    guild_top_players,
    guild_win_counts,
    load_win_context,
)
from bot.store.preferences import is_visible
from bot.store.together.boards import count_shared_games
from engine.house_rules import base_id, is_house_rules

_BEST: Final = 10
"""How many players a server's statistics name."""
_RECENT: Final = timedelta(weeks=12)
"""How far back a server's days go."""
MIN_GAMES_FOR_RATE: Final = 100
"""How many games say what players win: a share of one in two is then known to ten points."""


class Private(ServiceError):
    """The statistics are not visible to whoever asked for them."""

    text = N_(
        "This player's statistics are visible only in servers where they play or "
        "have chosen to be shown."
    )


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What a player has played and won.

    Attributes:
        rules_id: the only game they cover; None for all games.
        days: games that ended on each UTC day, in order; days without any are left out.
        house: totals of the only game by house rules, by their ids, in order.
    """

    player: int
    rules_id: str | None
    all: GameStats
    games: Mapping[str, GameStats]
    streak: Streak
    daily: Streak
    days: Mapping[date, WinCount]
    house: Mapping[str, GameStats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GuildStatistics:
    """What has been played and won in a server; ``together`` counts for no player."""

    guild: int
    players: int
    all: WinCount
    games: Mapping[str, WinCount]
    best: Mapping[int, WinCount]
    days: Mapping[date, WinCount]
    together: WinCount


class Statistics:
    """Computes statistics, and decides who may see them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def for_player(
        self, player: int, today: date, rules_id: str | None = None
    ) -> PlayerStatistics:
        """What a player has played and won."""
        career = await load_career(self._database, player)
        streak = Streak(career.wins_in_a_row, career.most_wins_in_a_row)
        games = career.games
        if rules_id is not None:
            record = games.get(rules_id, GameRecord())
            games = {rules_id: record} if record.played else {}
            streak = Streak(record.wins_in_a_row, record.most_wins_in_a_row)
        most_played = sorted(games, key=lambda name: (-games[name].played, name))
        return PlayerStatistics(
            player=player,
            rules_id=rules_id,
            all=total(games.values()),
            games={name: total([games[name]]) for name in most_played},
            streak=streak,
            daily=streak_of_career(career, today),
            days=await daily_win_counts(self._database, player, rules_id),
            house={
                name: total([record])
                for name, record in sorted(career.games.items())
                if is_house_rules(name) and base_id(name) == rules_id
            },
        )

    async def losses(self, player: int) -> int:
        """How many games a player has given up after an action."""
        return await count_losses(self._database, player)

    async def profile(self, player: int, today: date) -> Profile:
        """A player's profile."""
        career = await load_career(self._database, player)
        earned = await load_badges(self._database, player)
        new = reached(career) - earned
        await self._keep(player, new)
        return profile_of(player, career, earned | new, today)

    async def for_guild(self, guild: int, today: date) -> GuildStatistics:
        """What has been played and won in a server."""
        games, players, best, days, together = await asyncio.gather(
            guild_win_counts(self._database, guild),
            count_guild_players(self._database, guild),
            guild_top_players(self._database, guild, _BEST),
            guild_daily_win_counts(self._database, guild, today - _RECENT),
            count_shared_games(self._database, guild),
        )
        return GuildStatistics(
            guild=guild,
            players=players,
            all=WinCount(
                played=sum(count.played for count in games.values()),
                won=sum(count.won for count in games.values()),
            ),
            games=games,
            best=best,
            days=days,
            together=together,
        )

    async def often_played(self, guild: int) -> dict[str, WinCount]:
        """What has been played and won in a server, of the games it has played often."""
        counts = await guild_win_counts(self._database, guild)
        return {
            rules_id: count
            for rules_id, count in counts.items()
            if count.played >= MIN_GAMES_FOR_RATE
        }

    async def for_win(self, won: GameSnapshot, today: date, guild: int | None) -> WinSummary:
        """What a player reached with a game they have just won; what it earned them is kept."""
        context = await load_win_context(self._database, won.game_id, guild, today)
        career = await load_career(self._database, won.player)
        new = reached(career) - await load_badges(self._database, won.player)
        if new:
            await self._keep(won.player, new)
            # Earlier games may have earned some of it, as a race that ended after its game.
            before = await load_career(self._database, won.player, without_game=won.game_id)
            new -= reached(before)
        days = streak_of_career(career, today).current if context.counts_for_day else 0
        summary = summarize_win(won, context, days, badges_of(new))
        return replace(summary, stamped=stamped_first(career, won.game.rules.id))

    async def _keep(self, player: int, earned: Collection[str]) -> None:
        """Save what a player has earned, if there is any; what fails now is saved later."""
        if earned:
            with contextlib.suppress(StoreError):
                await save_badges(self._database, player, earned)

    async def may_see(self, viewer: int, player: int, guild: int | None) -> bool:
        """Whether somebody may see a player's: only where leaderboards show them, or one's own."""
        if viewer == player:
            return True
        return guild is not None and await is_visible(self._database, guild, player)

    async def require_visible(self, viewer: int, player: int, guild: int | None) -> None:
        """Refuse if :meth:`may_see` is false."""
        if not await self.may_see(viewer, player, guild):
            raise Private


def total(records: Collection[GameRecord]) -> GameStats:
    """The statistics of a player's games of several kinds together.

    >>> total([GameRecord(played=3, won=1), GameRecord(played=1, won=1)]).rate
    0.5
    """
    won = sum(record.won for record in records)
    time = sum((record.total_time for record in records), start=timedelta())
    moves = [record.fewest_moves for record in records if record.fewest_moves is not None]
    return GameStats(
        played=sum(record.played for record in records),
        won=won,
        perfect=sum(record.perfect_wins for record in records),
        fewest_moves=min(moves, default=None),
        average_moves=sum(record.total_moves for record in records) / won if won else None,
        shortest=min((one.shortest for one in records if one.shortest is not None), default=None),
        average_time=time / won if won else None,
    )


_MIN_GUILD_WINS: Final = 5
_MIN_GUILD_PLAYERS: Final = 2
"""How many wins by how many players an average stands for."""


@dataclass(frozen=True, slots=True)
class WinSummary:
    """What a player reached with a win.

    Attributes:
        beaten_moves: the player's fewest moves before, where this win took fewer; else None.
        beaten_time: the player's least time before, where this win took less; else None.
        days_in_a_row: how many days in a row the player has won the day's deal; 0 where the win
            counts for no day.
        ended_day: the day whose deal it is, if that was over when it was won; else None.
        beaten_average: the average time of the server's last wins, where this win took less; None
            otherwise, or with too few wins to compare.
        stamped: the family of the game in the player's collection, where it is new there.
    """

    is_perfect: bool = False
    beaten_moves: int | None = None
    beaten_time: timedelta | None = None
    wins_in_a_row: int = 1
    days_in_a_row: int = 0
    counts_for_day: bool = False
    ended_day: date | None = None
    beaten_average: timedelta | None = None
    has_played_today: bool = False
    badges: tuple[Achievement, ...] = ()
    stamped: Collected | None = None


def summarize_win(
    snapshot: GameSnapshot,
    context: WinContext,
    days_in_a_row: int,
    badges: tuple[Achievement, ...],
) -> WinSummary:
    """What a player reached with a win."""
    moves, time = len(snapshot.game.moves), snapshot.elapsed
    fewest, shortest = context.fewest_moves, context.shortest
    average = context.guild_average
    is_typical = (
        context.guild_wins >= _MIN_GUILD_WINS and context.guild_players >= _MIN_GUILD_PLAYERS
    )
    return WinSummary(
        is_perfect=_is_perfect(snapshot),
        beaten_moves=fewest if fewest is not None and moves < fewest else None,
        beaten_time=shortest if shortest is not None and _is_shorter(time, shortest) else None,
        wins_in_a_row=context.wins_in_a_row,
        days_in_a_row=days_in_a_row,
        counts_for_day=context.counts_for_day,
        ended_day=context.ended_day,
        beaten_average=average
        if is_typical and average is not None and _is_shorter(time, average)
        else None,
        has_played_today=context.has_played_today,
        badges=badges,
    )


def _is_perfect(snapshot: GameSnapshot) -> bool:
    return all(getattr(snapshot, name) == value for name, value in PERFECT_GAME.items())


def _is_shorter(time: timedelta, other: timedelta) -> bool:
    """Whether a time is shorter by a second or more, as players read times."""
    return int(time.total_seconds()) < int(other.total_seconds())
