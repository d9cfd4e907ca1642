"""What the library remembers of Discord: of each server only what the bot uses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Final

from discord import Interaction, InteractionType
from discord.state import AutoShardedConnectionState

_KEPT: Final = ("id", "unavailable")
"""What is kept of a server, of which Discord sends tens of kilobytes."""
_HANDLED: Final = frozenset(
    {
        "GUILD_CREATE",
        "GUILD_DELETE",
        "GUILD_UPDATE",
        "INTERACTION_CREATE",
        "READY",
        "RESUMED",
        "USER_UPDATE",
    }
)
"""The events of which anything is done."""


class SlimState(AutoShardedConnectionState[Any]):
    """The library's state of all shards, with next to nothing of each server.

    Attributes:
        any_ready: set once Discord has listed the servers of any shard.
        ready_shards: the shards whose servers Discord has listed to this process.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401  # as in the library
        on_locale: Callable[[int, str], None],
        on_press: Callable[[Interaction[Any]], None],
        **options: Any,  # noqa: ANN401  # as in the library
    ) -> None:
        """Prepare.

        Args:
            args: as in the library.
            on_locale: called with each server's id and Discord locale, as often as Discord tells.
            on_press: called with each press on a component. Its message is without components and
                attachments, which nobody reads.
            options: as in the library.
        """
        super().__init__(*args, **options)
        self._on_locale = on_locale
        self._on_press = on_press
        self.any_ready = asyncio.Event()
        self.ready_shards: set[int] = set()
        for event in self.parsers.keys() - _HANDLED:
            del self.parsers[event]

    def parse_ready(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Begin a session with the servers that Discord lists, and forget the shard's others.

        The library keeps those that removed the bot while it was away.
        """
        shard = data["shard"][0]
        self._remove_guilds(shard, but=[int(guild["id"]) for guild in data["guilds"]])
        super().parse_ready(data)
        self.ready_shards.add(shard)
        self.any_ready.set()

    def parse_guild_create(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Remember a server."""
        super().parse_guild_create(self._slim(data))

    def parse_guild_update(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Remember what is new of a server."""
        super().parse_guild_update(self._slim(data))

    def parse_interaction_create(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Tell of a press, or let the library handle what else players do."""
        if data["type"] != InteractionType.component.value:
            super().parse_interaction_create(data)
            return
        data["message"] |= {"components": [], "attachments": []}
        self._on_press(Interaction(data=data, state=self))

    def forget(self, shard: int) -> None:
        """Forget the servers of a shard that another process serves from now on."""
        self.ready_shards.discard(shard)
        self._remove_guilds(shard)

    def _remove_guilds(self, shard: int, *, but: Collection[int] = ()) -> None:
        kept = frozenset(but)
        for guild in self.guilds:
            if guild.shard_id == shard and guild.id not in kept:
                self._remove_guild(guild)

    def _slim(self, data: dict[str, Any]) -> dict[str, Any]:
        """What is kept of a server, whose locale is told."""
        if "preferred_locale" in data:
            self._on_locale(int(data["id"]), data["preferred_locale"])
        return {key: data[key] for key in _KEPT if key in data}
