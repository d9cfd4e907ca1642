"""Who played what and when: rows of games and of what belongs to them, in the order they ended."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias

from benchmarks.growth.played import RULES, Played, games_to_copy
from bot.models.daily import Slot

Row: TypeAlias = dict[str, object]
"""The values of a row by column, as a driver takes them, but for days."""

TODAY: Final = date(2028, 3, 1)
NOW_MS: Final = 1_835_568_000_000 - 1
"""The last millisecond of that day."""
SERVER: Final = 613425648685547541
"""The server in which most is played."""
HEAVY_PLAYER: Final = 81384788765712384
"""The player of most games, who plays in no server."""
_FIRST_PLAYER: Final = 175928847299117063
_FIRST_SERVER: Final = 845621332417839104
_SERVERS: Final = 2_000
_DAY_MS: Final = 86_400_000
_DAYS: Final = 730
_WON: Final = 0.41
"""How many games are won, so that the games have 50 actions on average."""
_FAVOURITES: Final = 3
_UNFINISHED_OF_HEAVY: Final = 40


@dataclass(frozen=True, slots=True)
class Size:
    """How much was played.

    Attributes:
        games: how many games were finished.
        is_crowded: whether half of them were played in one server, five by each of its players.
    """

    games: int
    is_crowded: bool = False

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.in_server * 3 // 2 if self.is_crowded else self.games // 20

    @property
    def in_server(self) -> int:
        """How many play in the large server."""
        return self.games // 10 if self.is_crowded else min(3_600, self.games // 40)

    @property
    def of_server(self) -> int:
        """How many games were played in the large server."""
        return self.games // 2 if self.is_crowded else self.games // 5

    @property
    def of_heavy_player(self) -> int:
        """How many games the one player has."""
        return min(20_000, self.games // 5)


def days() -> Iterator[Row]:
    """The deals of the days."""
    for number in range(1, _DAYS + 2):
        day = TODAY - timedelta(days=_DAYS + 1 - number)
        yield {
            "day": day,
            "slot": Slot.HEADLINE.value,
            "rules_id": RULES[number % len(RULES)],
            "deal_number": number,
            "attempt": 1,
            "par": 60,
            "chosen_at": NOW_MS - (_DAYS + 2 - number) * _DAY_MS,
        }


def player_id(number: int) -> int:
    """The id of a player, as large as those of Discord; the first play in the large server."""
    return _FIRST_PLAYER + number * 4_194_305


def server_of(number: int, size: Size) -> int | None:
    """Where a player plays; None for direct messages."""
    if number < size.in_server:
        return SERVER
    return None if number % 5 == 0 else _FIRST_SERVER + number % _SERVERS


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game of the history, and the game it copies.

    Attributes:
        row: the columns of its tables.
        played: the game.
        started_at: when it was dealt, in milliseconds since 1970.
    """

    row: Row
    played: Played
    started_at: int


def finished_games(size: Size) -> Iterator[Finished]:
    """The finished games, ids from 1 in the order in which they ended."""
    rng = random.Random(11)
    won, given_up = games_to_copy()
    by_rules = {
        rules_id: (
            [game for game in won if game.rules_id == rules_id],
            [game for game in given_up if game.rules_id == rules_id],
        )
        for rules_id in RULES
    }
    ends = sorted(_ends(size, rng), key=lambda end: end[:2])
    for game_id, (ended, player, day) in enumerate(ends, 1):
        is_favourite = player >= 0 and rng.random() < 0.8
        rules_id = RULES[(player + rng.randrange(_FAVOURITES)) % len(RULES)]
        wins, losses = by_rules[rules_id if is_favourite else rng.choice(RULES)]
        played = rng.choice(wins if rng.random() < _WON else losses)
        guild_id = server_of(player, size) if player >= 0 else None
        started = ended - played.milliseconds
        row = _game_row(game_id, player, guild_id, played, started, day)
        row |= {
            "finished_at": ended,
            "hints": rng.choice((0, 0, 0, 2)),
            "game_id": game_id,
            "daily": day,
            "undos": played.undos,
            "extra_day": None,
            "extra_slot": None,
            "goal_met": None,
        }
        yield Finished(row, played, started)


def unfinished_games(size: Size) -> Iterator[Finished]:
    """A game of each player that is not over, and some of the player with most games."""
    rng = random.Random(13)
    won, _ = games_to_copy()
    begun = [game.until(20) for game in won]
    players = [*range(size.players - 1), *[-1] * _UNFINISHED_OF_HEAVY]
    for game_id, player in enumerate(players, size.games + 1):
        played = rng.choice(begun)
        guild_id = server_of(player, size) if player >= 0 else None
        started = NOW_MS - rng.randrange(30 * _DAY_MS) - played.milliseconds
        row = _game_row(game_id, player, guild_id, played, started, None)
        row |= {"finished_at": None, "hints": 0, "game_id": game_id}
        yield Finished(row, played, started)


def _ends(size: Size, rng: random.Random) -> Iterator[tuple[int, int, date | None]]:
    """When each game ended, whose it was, and the day whose deal it was.

    Everybody has played the deal of today and of the days before it, as far as their games go.
    """
    yield from _ends_of(-1, size.of_heavy_player, min(700, size.of_heavy_player // 2), rng)
    others = size.players - 1 - size.in_server
    left = size.games - size.of_heavy_player - size.of_server
    for player in range(size.players - 1):
        if player < size.in_server:
            games = _share(size.of_server, size.in_server, player)
        else:
            games = _share(left, others, player - size.in_server)
        yield from _ends_of(player, games, (games + 1) // 2, rng)


def _ends_of(
    player: int, games: int, days: int, rng: random.Random
) -> Iterator[tuple[int, int, date | None]]:
    for number in range(games):
        if number < days:
            day = TODAY - timedelta(days=number)
            yield NOW_MS - number * _DAY_MS - rng.randrange(_DAY_MS // 2), player, day
        else:
            yield NOW_MS - rng.randrange(_DAYS * _DAY_MS), player, None


def _share(total: int, parts: int, number: int) -> int:
    """How much of a total falls to one of its parts."""
    return total * (number + 1) // parts - total * number // parts


def _game_row(
    game_id: int,
    player: int,
    guild_id: int | None,
    played: Played,
    started: int,
    day: date | None,
) -> Row:
    return {
        "id": game_id,
        "player_id": HEAVY_PLAYER if player < 0 else player_id(player),
        "rules_id": played.rules_id,
        "deal_number": played.deal_number,
        "guild_id": guild_id,
        "channel_id": guild_id or player_id(player) + 1,
        "version": len(played.log),
        "state": played.state.value,
        "moves": played.moves,
        "played_ms": played.milliseconds,
        "created_at": started,
        "started_at": started,
        "updated_at": started + played.milliseconds,
        "winnable": day is not None,
        "day": day,
        "slot": None if day is None else Slot.HEADLINE.value,
        "odds": 0,
        "foundation_count": played.foundation_count,
    }
