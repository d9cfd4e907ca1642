"""What players and servers have played and won, worked out of the results anew each time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.i18n import N_
from bot.models import GameStats, WinCount
from bot.service.errors import ServiceError
from bot.service.streaks import Streak, streak_of, winning_streak
from bot.store import (
    Database,
    days_of,
    days_won,
    guild_best,
    guild_games,
    guild_players,
    is_listed,
    outcomes_of,
    tallies_of,
    tally_of,
)

_BEST: Final = 10


class Private(ServiceError):
    """A player's statistics are not for the one who asked to see."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "This player's statistics are shown only in servers that they play in, or chose "
                "to be shown in; ask them."
            )
        )


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What a player has played and won.

    Attributes:
        player: the player's id.
        rules_id: the id of the game they are of; None for all games together.
        all: all those games together.
        games: each game by its id, those played most often first.
        streak: games won in a row, by the time they ended.
        daily: days won in a row, whatever the game.
        days: how many games ended on each day in UTC, from the first to the last; days without
            any are left out.
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
        all: all games together.
        games: each game by its id, those played most often first.
        best: the ten players who won most games there, of those who are shown in its lists.
    """

    guild: int
    players: int
    all: WinCount
    games: Mapping[str, WinCount]
    best: Mapping[int, WinCount]


async def player_statistics(
    store: Database, player: int, today: date, game: str | None = None
) -> PlayerStatistics:
    """What a player has played and won.

    Args:
        store: an open store.
        player: the player's id.
        today: the day that it is in UTC.
        game: the id of the game's rules; None for all games.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    tallies = await tallies_of(store, player)
    if game is not None:
        tallies = {game: tallies[game]} if game in tallies else {}
    return PlayerStatistics(
        player=player,
        rules_id=game,
        all=await tally_of(store, player, game),
        games=tallies,
        streak=winning_streak(await outcomes_of(store, player, game)),
        daily=streak_of(await days_won(store, player), today),
        days=await days_of(store, player, game),
    )


async def guild_statistics(store: Database, guild: int) -> GuildStatistics:
    """What has been played and won in a server.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    games = await guild_games(store, guild)
    everything = WinCount(
        played=sum(count.played for count in games.values()),
        won=sum(count.won for count in games.values()),
    )
    return GuildStatistics(
        guild=guild,
        players=await guild_players(store, guild),
        all=everything,
        games=games,
        best=await guild_best(store, guild, _BEST),
    )


async def may_see(store: Database, asker: int, player: int, guild: int | None) -> bool:
    """Whether somebody may see a player's statistics where they ask.

    Everybody sees their own, anywhere. Those of others are seen in servers that these play in, or
    chose to be shown in, and not where they chose not to be; never in direct messages.

    Args:
        store: an open store.
        asker: the player who asks.
        player: the player whose statistics they are.
        guild: the server in which it is asked; None outside servers.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    if asker == player:
        return True
    return guild is not None and await is_listed(store, guild, player)


async def refuse_unless_seen(store: Database, asker: int, player: int, guild: int | None) -> None:
    """Refuse to show a player's statistics to whom :func:`may_see` does not let see them.

    Raises:
        Private: when they may not see them.
        StoreUnavailable: when the database cannot be reached.
    """
    if not await may_see(store, asker, player, guild):
        raise Private
