"""Roles and overwrites, and the permissions that follow from them.

The order in which they count is Discord's (discord/discord-api-docs, `developers/topics/
permissions.mdx`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from local_discord.payload import Payload

ADMINISTRATOR = 1 << 3
ALL_PERMISSIONS = (1 << 51) - 1

OF_ROLE, OF_MEMBER = 0, 1
"""What an overwrite is for."""

BOT_ROLE = 998
"""What a guild's id and that of its bot's role differ by."""


@dataclass(frozen=True)
class Role:
    """A guild's role; that of everyone has the guild's id.

    Attributes:
        bot_id: the bot whose role it is, made when it joined; None for others.
    """

    id: int
    guild_id: int
    name: str
    permissions: int
    position: int = 1
    bot_id: int | None = None

    def payload(self) -> Payload:
        """Discord's role object."""
        body: Payload = {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": self.position,
            "permissions": str(self.permissions),
            "managed": self.bot_id is not None,
            "mentionable": False,
            "flags": 0,
        }
        return body if self.bot_id is None else body | {"tags": {"bot_id": str(self.bot_id)}}


@dataclass(frozen=True)
class Overwrite:
    """What a channel allows and denies a role or a member."""

    kind: int
    allow: int = 0
    deny: int = 0


def with_overwrites(
    base: int, overwrites: Mapping[int, Overwrite], guild_id: int, roles: Iterable[int], member: int
) -> int:
    """A member's permissions in a channel.

    Args:
        base: their permissions in the guild.
        overwrites: the channel's, by the id of role or member.
        guild_id: the guild.
        roles: the ids of their roles, apart from everyone's.
        member: their id.
    """
    if base & ADMINISTRATOR:
        return ALL_PERMISSIONS
    for ids in ((guild_id,), tuple(roles), (member,)):
        found = [overwrites[id_] for id_ in ids if id_ in overwrites]
        for one in found:
            base &= ~one.deny
        for one in found:
            base |= one.allow
    return base


class Roles:
    """The roles of all guilds, and who has them.

    Args:
        everyone: the permissions of everyone's role.
        bot_id: the bot, which has a role of its own in each guild.
        bot: the permissions of that role.
    """

    def __init__(self, everyone: int, bot_id: int, bot: int) -> None:
        self._everyone = everyone
        self._bot_id = bot_id
        self._bot = bot
        self._changed: dict[int, dict[int, Role]] = {}
        self._given: dict[tuple[int, int], frozenset[int]] = {}

    def of_guild(self, guild_id: int) -> dict[int, Role]:
        """A guild's roles by id, everyone's first and then the bot's."""
        own = guild_id + BOT_ROLE
        initial = {
            guild_id: Role(guild_id, guild_id, "@everyone", self._everyone, position=0),
            own: Role(own, guild_id, "Bot", self._bot, bot_id=self._bot_id),
        }
        return initial | self._changed.get(guild_id, {})

    def of_member(self, guild_id: int, member_id: int) -> frozenset[int]:
        """The ids of a member's roles, apart from everyone's."""
        own = {guild_id + BOT_ROLE} if member_id == self._bot_id else set[int]()
        return self._given.get((guild_id, member_id), frozenset()) | own

    def base(self, guild_id: int, member_id: int) -> int:
        """A member's permissions in a guild."""
        roles = self.of_guild(guild_id)
        permissions = 0
        for id_ in (guild_id, *self.of_member(guild_id, member_id)):
            permissions |= roles[id_].permissions
        return permissions

    def put(self, role: Role) -> None:
        """Add a role, or replace the one with the same id."""
        self._changed.setdefault(role.guild_id, {})[role.id] = role

    def change(self, guild_id: int, role_id: int, permissions: int) -> Role:
        """Give a role other permissions; raises `KeyError` if there is no such role."""
        role = replace(self.of_guild(guild_id)[role_id], permissions=permissions)
        self.put(role)
        return role

    def give(self, guild_id: int, member_id: int, role_ids: Collection[int]) -> None:
        """Let a member have exactly these roles."""
        self._given[guild_id, member_id] = frozenset(role_ids)
