"""Where others of a server were in a day's deal after as much time, for those who agree to that.

They are read at most once a minute for a server and a deal, and never while a player waits for a
move: a board has what was known by then.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from bot.models.play import GameSnapshot
from bot.recent import Recent
from bot.service.contests.courses import course_of
from bot.service.play.replay import play_time
from bot.store.daily.paces import PacedGame, paced_games
from bot.store.database.connection import Database

_FRESH_SECONDS: Final = 60.0
_MOST_KNOWN: Final = 256
"""Of how many servers and deals it is known."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a player got on in a game: after how much time spent playing, how far, in order.

    Both begin with the deal; every action of the game follows.
    """

    player_id: int
    began_at: datetime
    times: tuple[timedelta, ...]
    progress: tuple[int, ...]
    is_won: bool

    def at(self, elapsed: timedelta) -> int | None:
        """How far they were after some time; None if they have not played for so long."""
        if elapsed > self.times[-1] and not self.is_won:
            return None
        return self.progress[max(0, bisect_right(self.times, elapsed) - 1)]


@dataclass(frozen=True, slots=True)
class _Known:
    read_at: float
    paces: tuple[Pace, ...] = ()


_Key = tuple[int, int]
"""A server, and the id of a contest's deal."""


class Paces:
    """The paces of a day's deals, by server, in memory."""

    def __init__(
        self, database: Database, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._clock = monotonic
        self._known = Recent[_Key, _Known](_MOST_KNOWN)

    def beside(self, snapshot: GameSnapshot) -> tuple[int, int] | None:
        """The player just ahead of a game after as much time, or else furthest, and how far.

        None if there is nobody, or it is not known, or the game is not begun.
        """
        key = _key(snapshot) if snapshot.version else None
        known = None if key is None else self._known.get(key)
        if known is None:
            return None
        others = [
            (progress, one.player_id)
            for one in known.paces
            if one.player_id != snapshot.player
            and (progress := one.at(snapshot.elapsed)) is not None
        ]
        ahead = [one for one in others if one[0] > snapshot.game.board.progress]
        nearest = min(ahead) if ahead else max(others, default=None)
        return None if nearest is None else (nearest[1], nearest[0])

    def is_stale(self, snapshot: GameSnapshot) -> bool:
        """Whether the paces beside a game are to be read, as that was long ago."""
        key = _key(snapshot)
        known = None if key is None else self._known.get(key)
        return key is not None and (
            known is None or self._clock() - known.read_at >= _FRESH_SECONDS
        )

    async def refresh(self, snapshot: GameSnapshot) -> None:
        """Read the paces beside a game, which others need not do for a while."""
        key = _key(snapshot)
        if key is None:
            return
        before = self._known.get(key)
        reading = _Known(self._clock(), () if before is None else before.paces)
        self._known[key] = reading
        # Few have played on since: to replay a game takes as long as several presses.
        replayed = {(one.began_at, len(one.times), one.player_id): one for one in reading.paces}
        found = []
        for one in await paced_games(self._database, *key):
            pace = replayed.get((one.created_at, len(one.log) + 1, one.player_id))
            if pace is None:
                pace = _pace_of(one)
                # Presses do not wait until all are replayed.
                await asyncio.sleep(0)
            if pace is not None:
                found.append(pace)
        # Whoever has hidden, or deleted everything, meanwhile is in none of them.
        if self._known.get(key) is reading:
            self._known[key] = _Known(reading.read_at, tuple(found))

    def forget(self, _player: int) -> None:
        """Read all anew, as a player's preferences have changed, or their data were deleted."""
        self._known.clear()

    def forget_all(self) -> None:
        """Read all anew, as either may have happened elsewhere."""
        self._known.clear()


def _pace_of(one: PacedGame) -> Pace | None:
    """How a game went, replayed; None if this version's rules cannot."""
    course = course_of(one.rules_id, one.deal_number, one.log, one.created_at)
    if course is None:
        return None
    points, played = course.points, [timedelta()]
    for earlier, later in pairwise(points):
        since, until = one.created_at + earlier.after, one.created_at + later.after
        played.append(play_time(played[-1], since, until))
    progress = tuple(point.progress for point in points)
    return Pace(one.player_id, one.created_at, tuple(played), progress, course.board.is_won)


def _key(snapshot: GameSnapshot) -> _Key | None:
    """The server and the deal of a game of the day; None for any other game."""
    place, contest = snapshot.place, snapshot.contest
    if place is None or place.guild_id is None or contest is None:
        return None
    is_counted = snapshot.is_secret and snapshot.day is not None and not snapshot.practice
    return (place.guild_id, contest.id) if is_counted else None
