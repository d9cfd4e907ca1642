"""Where guilds come from: the fixed ones, or as many as a test asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from local_discord.fixtures import GUILDS, Guild


class GuildSource(Protocol):
    """The guilds that there are, which need not be in memory."""

    def __len__(self) -> int:
        """How many there are."""

    def __iter__(self) -> Iterator[Guild]:
        """Every guild, by ascending id."""

    def of_shard(self, number: int, count: int) -> Iterator[int]:
        """The ids of the guilds of shard `number` of `count`, ascending."""

    def get(self, guild_id: int | None) -> Guild | None:
        """The guild with that id, if there is one."""

    def of_channel(self, channel_id: int) -> Guild | None:
        """The guild that has a channel from the start, if there is one."""

    def of_emoji(self, emoji_id: int) -> Guild | None:
        """The guild that has a custom emoji from the start, if there is one."""

    def created(self, guild_id: int) -> str | None:
        """The data of a guild's GUILD_CREATE in JSON; None for what `guild_create` says."""


class FixedGuilds:
    """A few guilds, kept in memory."""

    def __init__(self, guilds: Sequence[Guild]) -> None:
        self._by_id = {guild.id: guild for guild in sorted(guilds, key=lambda one: one.id)}
        self._by_channel = {one.id: guild for guild in guilds for one in guild.channels}

    def __len__(self) -> int:
        """How many there are."""
        return len(self._by_id)

    def __iter__(self) -> Iterator[Guild]:
        """Every guild, by ascending id."""
        return iter(self._by_id.values())

    def of_shard(self, number: int, count: int) -> Iterator[int]:
        """The ids of the guilds of shard `number` of `count`, ascending."""
        return (id_ for id_ in self._by_id if shard_of(id_, count) == number)

    def get(self, guild_id: int | None) -> Guild | None:
        """The guild with that id, if there is one."""
        return None if guild_id is None else self._by_id.get(guild_id)

    def of_channel(self, channel_id: int) -> Guild | None:
        """The guild that has a channel from the start, if there is one."""
        return self._by_channel.get(channel_id)

    def of_emoji(self, _: int) -> None:
        """None, as these guilds have no emoji."""

    def created(self, guild_id: int) -> None:
        """Nothing, as the state knows more."""


def shard_of(guild_id: int | None, count: int) -> int:
    """The shard that gets a guild's events; None means direct messages, which the first one gets.

    The formula is Discord's (discord/discord-api-docs, `developers/events/gateway.mdx`, Sharding).
    """
    return 0 if guild_id is None else (guild_id >> 22) % count


FIXTURES = FixedGuilds(GUILDS)
"""The guilds of `fixtures`."""
