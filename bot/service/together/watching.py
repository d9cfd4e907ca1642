"""Players' games that others watch, as their player allowed."""

from __future__ import annotations

from typing import Final

from bot.i18n import N_
from bot.models.places import BoardMessage
from bot.models.play import GameSnapshot
from bot.models.together import WatchedGame
from bot.service.errors import NoGame, SecretDeal, ServiceError
from bot.service.play.games import Games
from bot.store.together import watching as stored

MOVES_APART: Final = 3
"""After how many actions of its player a watched game is shown anew."""


class NothingToWatch(ServiceError):
    """The player has no game in progress."""

    def __init__(self) -> None:
        super().__init__(N_("There is no game in progress to watch."))


class Watching:
    """Who watches which game."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._database = games.database

    async def game_of(self, player: int) -> GameSnapshot:
        """The game of a player that others may ask to watch.

        Raises:
            NothingToWatch, SecretDeal: if there is none, or its cards are secret.
        """
        try:
            snapshot = await self._games.active(player)
        except NoGame:
            raise NothingToWatch from None
        return _watchable(snapshot)

    async def own_game(self, player: int, game_id: int) -> GameSnapshot:
        """A game that its player lets others watch."""
        return _watchable(await self._games.get_own(player, game_id))

    async def show(self, snapshot: GameSnapshot, message: BoardMessage) -> None:
        """Note that a game was shown in a message; it is watched there until it is over."""
        if snapshot.state.is_final:
            await self.stop(snapshot.game_id)
        else:
            watched = WatchedGame(snapshot.game_id, message, snapshot.version)
            await stored.save_watched(self._database, watched)

    async def stop(self, game_id: int) -> None:
        """Let a game be watched no longer."""
        await stored.end_watching(self._database, game_id)

    async def due(self) -> tuple[WatchedGame, ...]:
        """The watched games to be shown anew."""
        return await stored.due_watched(self._database, MOVES_APART)


def _watchable(snapshot: GameSnapshot) -> GameSnapshot:
    if snapshot.is_secret:
        raise SecretDeal
    if snapshot.state.is_final:
        raise NothingToWatch
    return snapshot
