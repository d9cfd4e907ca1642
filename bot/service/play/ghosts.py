"""Ghosts: an earlier win of the same deal, beside which a game is played.

Of the win there are only numbers: how far it was after each minute. They follow from its log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.models.play import Action, GameSnapshot, StoredGame
from bot.recent import Recent
from bot.service.play.replay import apply, begin, play_time
from bot.service.preferences import PreferenceService
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database
from bot.store.database.errors import NoSuchGame
from bot.store.play.game_logs import load_log
from bot.store.play.games import load_game
from bot.store.play.results import load_daily_result
from bot.store.preferences import players_with
from engine import PatienceError

_MINUTE: Final = timedelta(minutes=1)
_CACHED: Final = 256
_BEST: Final = 5
"""How many of a day's best are asked whether they may be raced."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A win that is raced: its progress after each whole minute played, and its time."""

    player: int
    marks: tuple[int, ...]
    time: timedelta

    def progress_at(self, elapsed: timedelta) -> int | None:
        """How far it was after some time; None in its first minute, and once it has won."""
        minutes = elapsed // _MINUTE
        return self.marks[minutes - 1] if 0 < minutes <= len(self.marks) else None


class Ghosts:
    """The ghosts of games that have one."""

    def __init__(self, database: Database, preferences: PreferenceService) -> None:
        self._database = database
        self._preferences = preferences
        self._known = Recent[int, Ghost](_CACHED)

    async def of(self, snapshot: GameSnapshot) -> Ghost | None:
        """The ghost of a game; None for none, or for one that may not be raced any more."""
        ghost_id = snapshot.ghost_id
        if ghost_id is None:
            return None
        try:
            # Whoever won it may have deleted their data meanwhile, in any process.
            stored = await load_game(self._database, ghost_id)
            is_allowed = (
                stored.player_id == snapshot.player
                or (await self._preferences.get(stored.player_id)).may_be_raced
            )
            return await self._ghost(stored) if is_allowed else None
        except (NoSuchGame, PatienceError):
            return None

    async def _ghost(self, stored: StoredGame) -> Ghost:
        known = self._known.get(stored.id)
        if known is None:
            log = await load_log(self._database, stored.id, stored.version)
            known = Ghost(stored.player_id, marks_of(stored, log), stored.played)
            self._known[stored.id] = known
        return known


def marks_of(stored: StoredGame, log: Iterable[Action]) -> tuple[int, ...]:
    """The progress of a game after each whole minute played."""
    game = begin(stored.rules_id, stored.deal_number, stored.opening)
    marks, elapsed, before = list[int](), timedelta(), stored.created_at
    for action in log:
        elapsed = play_time(elapsed, before, action.at)
        before = action.at
        marks += [game.board.progress] * (-(-elapsed // _MINUTE) - 1 - len(marks))
        apply(game, action.text)
    return tuple(marks)


async def ghost_of_day(database: Database, guild: int | None, viewer: int, day: date) -> int | None:
    """The game of a past day's winner in a server: of those who may be raced, the best."""
    if guild is None:
        return None
    page = await leaderboard_page(database, guild, viewer, (day, day), page=1, size=_BEST)
    players = [line.player_id for line in page.lines if line.won and line.player_id != viewer]
    refusing = await players_with(database, players, "may_be_raced", "no")
    best = next((one for one in players if one not in refusing), None)
    result = None if best is None else await load_daily_result(database, best, day)
    return None if result is None else result.game_id
