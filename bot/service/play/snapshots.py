"""Players' games as they stand, the last ones used from memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.models.contest_deals import ContestDeal
from bot.models.play import BoardVersion, GameSnapshot, StoredGame
from bot.recent import Recent
from bot.service.errors import NoGame, NotYours, StaleBoard
from bot.service.play.changes import GAME, Changes
from bot.service.play.replay import restore
from bot.store.database.connection import Database
from bot.store.database.errors import NoSuchGame
from bot.store.play import games as stored_games
from bot.store.play.game_columns import load_contest_end
from bot.store.play.game_logs import load_log, texts

_CACHED_GAMES: Final = 256


class Snapshots:
    """Snapshots of stored games, and which game is each player's active one.

    A cached snapshot is as good as the stored game: whoever saves an action remembers what it led
    to. A database that other processes use too is asked every time, except for what is remembered
    of a game only to act on it.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        changes: Changes | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._changes = changes or Changes()
        self._cache = Recent[int, GameSnapshot](_CACHED_GAMES)
        self._active = Recent[int, int](_CACHED_GAMES)

    async def active(self, player: int) -> GameSnapshot:
        """A player's active game."""
        cached = await self._cached(self._active.get(player))
        return cached or await self.load(await self._stored_active(player))

    def remembered(self, player: int, expected: BoardVersion | None) -> GameSnapshot | None:
        """A player's active game as seen last, if at this version; others may have played on."""
        snapshot = self._cache.get(self._active.get(player, 0))
        if snapshot is None or (expected is not None and expected != snapshot.board_version):
            return None
        return snapshot

    async def get(self, game_id: int) -> GameSnapshot:
        """Any player's game."""
        return await self._cached(game_id) or await self.load(await self.stored(game_id))

    async def expect(self, player: int, expected: BoardVersion | None) -> GameSnapshot:
        """The active game, if it is at the version the player acted on."""
        if expected is not None and self._active.get(player) == expected.game_id:
            cached = await self._cached(expected.game_id)
            if cached is not None and cached.version == expected.version:
                return cached
        try:
            stored = await self._stored_active(player)
        except NoGame:
            if expected is not None:
                await self._refuse_others(player, expected)
            raise
        if expected is None or expected == BoardVersion(stored.id, stored.version):
            return await self.load(stored)
        if expected.game_id != stored.id:
            await self._refuse_others(player, expected)
        raise StaleBoard(await self.load(stored))

    async def stored(self, game_id: int) -> StoredGame:
        """Any player's game, not replayed."""
        try:
            return await stored_games.load_game(self._database, game_id)
        except NoSuchGame:
            raise no_such_game() from None

    async def load(self, stored: StoredGame) -> GameSnapshot:
        """A stored game, from the cache if it is at that version, else replayed from its log."""
        snapshot = self._cache.get(stored.id)
        if snapshot is None or snapshot.version != stored.version:
            snapshot = restore(stored, await self._texts(stored))
        elif stored.hints > snapshot.hints or stored.odds > snapshot.odds:
            # Help that another process gave has changed no version.
            hints, odds = max(snapshot.hints, stored.hints), max(snapshot.odds, stored.odds)
            snapshot = replace(snapshot, hints=hints, odds=odds)
        return self._remember(snapshot, contest=stored.contest)

    async def saved(self, snapshot: GameSnapshot) -> GameSnapshot:
        """Cache a game whose last action was just saved, and return it as it stands now."""
        saved = self._remember(snapshot, contest=await self._contest_of(snapshot))
        self._changes.tell(snapshot.player)
        await self.tell_others(snapshot.player)
        return saved

    async def activated(self, stored: StoredGame) -> GameSnapshot:
        """A game that was just made its player's active one."""
        self.activate(stored.player_id, stored.id)
        await self.tell_others(stored.player_id)
        return await self.load(stored)

    def activate(self, player: int, game_id: int) -> None:
        """Cache which game is a player's active one; the one before is seldom played on."""
        before = self._active.get(player)
        if before is not None and before != game_id:
            self._cache.pop(before, None)
        self._active[player] = game_id
        if before != game_id:
            self._changes.tell(player)

    def count(self, game_id: int, *, hints: int = 0, odds: int = 0) -> None:
        """Count help that was given in a game, if the game is cached."""
        cached = self._cache.get(game_id)
        if cached is not None:
            self._cache[game_id] = replace(
                cached, hints=cached.hints + hints, odds=cached.odds + odds
            )

    def drop(self, game_id: int) -> None:
        """Forget a game: until its next action is saved, only the database knows how it stands."""
        self._cache.pop(game_id, None)

    async def tell_others(self, player: int, kind: str = GAME) -> None:
        """Let other processes tell those who follow a player there."""
        if self._changes.reaches_others and self._database.is_postgresql:
            await stored_games.note_changed(self._database, player, kind)

    def forget(self, player: int) -> None:
        """Forget everything of a player."""
        self._active.pop(player, None)
        for game_id in [key for key, cached in self._cache.items() if cached.player == player]:
            del self._cache[game_id]

    async def _texts(self, stored: StoredGame) -> list[str]:
        """The texts of a stored game's actions."""
        if stored.log is not None:
            return texts(stored.log)
        log = await load_log(self._database, stored.id, stored.version)
        return [action.text for action in log]

    async def _contest_of(self, snapshot: GameSnapshot) -> ContestDeal | None:
        """The contest of a game, which may have ended meanwhile, unless it is a day."""
        if snapshot.contest is None or not snapshot.is_contested:
            return snapshot.contest
        ends_at = await load_contest_end(self._database, snapshot.contest.contest_id)
        return replace(snapshot.contest, ends_at=ends_at)

    async def _refuse_others(self, player: int, expected: BoardVersion) -> None:
        """Refuse somebody else's board."""
        owner = (await self.stored(expected.game_id)).player_id
        if owner != player:
            raise NotYours(owner)

    async def _stored_active(self, player: int) -> StoredGame:
        stored = await stored_games.active_game(self._database, player)
        if stored is None:
            raise NoGame(
                "You have no current game. Type /play to start one, or /resume to go back to an "
                "earlier one."
            )
        self.activate(player, stored.id)
        return stored

    async def _cached(self, game_id: int | None) -> GameSnapshot | None:
        """A cached game; None if it is not cached, or other processes may have changed it."""
        if game_id is None or self._database.is_postgresql:
            return None
        snapshot = self._cache.get(game_id)
        if snapshot is None:
            return None
        return self._remember(snapshot, contest=await self._contest_of(snapshot))

    def _remember(self, snapshot: GameSnapshot, *, contest: ContestDeal | None) -> GameSnapshot:
        """Cache a game, and return it as it stands now."""
        secret = contest is not None and contest.is_secret(self._clock())
        if (contest, secret) != (snapshot.contest, snapshot.is_secret):
            snapshot = replace(snapshot, contest=contest, is_secret=secret)
        cached = self._cache.get(snapshot.game_id)
        # One read while the next action was being saved must not hide that action.
        if cached is None or cached.version <= snapshot.version:
            self._cache[snapshot.game_id] = snapshot
        return snapshot


def no_such_game() -> NoGame:
    """There is no such game."""
    return NoGame("There is no such game. Type /resume to choose one of yours.")
