"""Players' names, kept for messages that cannot mention them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from bot.recent import Recent
from bot.service.play.games import Games
from bot.store.players.last_seen import load_names, save_name

_MOST_KNOWN: Final = 10_000
"""How many players' names are kept in memory."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A name as it was last seen, and whether the database has it."""

    name: str
    is_saved: bool = False


class Names:
    """The names last seen of players about whom something else is stored; read and written once."""

    def __init__(self, games: Games) -> None:
        """Know the players of these games."""
        self._games = games
        self._known = Recent[int, _Known](_MOST_KNOWN)

    def see(self, player: int, name: str) -> None:
        """Remember a name."""
        known = self._known.get(player)
        self._known[player] = known if known and known.name == name else _Known(name)

    async def save(self, player: int) -> None:
        """Save the name of a player, unless that was done."""
        known = self._known.get(player)
        if known is None or known.is_saved:
            return
        # A player who deletes everything leaves no name behind either.
        async with self._games.lock(player):
            is_saved = await save_name(self._games.database, player, known.name)
        if self._known.get(player) is known:
            self._known[player] = replace(known, is_saved=is_saved)

    async def of(self, players: Collection[int]) -> dict[int, str]:
        """The names of those players who have one."""
        known = {one: self._known[one].name for one in players if one in self._known}
        others = [one for one in players if one not in known]
        return known | (await load_names(self._games.database, others) if others else {})

    def forget(self, player: int) -> None:
        """Drop what is in memory about a player."""
        self._known.pop(player, None)

    def forget_all(self) -> None:
        """Drop all that is in memory, as somebody may have deleted their data elsewhere."""
        self._known.clear()
