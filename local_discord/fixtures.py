"""Who and what there is: the people, guilds and channels of the Discord on this machine.

Their ids never change, so that games kept by a bot still belong to somebody after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass

from local_discord.payload import Payload

APPLICATION_ID = 1_000_000_000_000_000_001
"""The application, and the bot user it speaks through."""

VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
ATTACH_FILES = 1 << 15
SEND_IN_THREADS = 1 << 38

MEMBER_PERMISSIONS = (
    (1 << 6)  # add reactions
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | (1 << 14)  # embed links
    | ATTACH_FILES
    | (1 << 16)  # read message history
    | (1 << 18)  # use external emojis
    | (1 << 31)  # use application commands
    | SEND_IN_THREADS
)
"""What an ordinary member may do in every channel here."""

APP_PERMISSIONS = MEMBER_PERMISSIONS | (1 << 13)
"""What the bot may do: a member's permissions, and managing messages."""

OWNER_PERMISSIONS = (1 << 51) - 1
"""What the owner of a guild may do: everything."""

GUILD_TEXT = 0
DM = 1
GROUP_DM = 3
PUBLIC_THREAD = 11
SINCE = "2024-01-01T00:00:00+00:00"


@dataclass(frozen=True)
class Person:
    """Somebody who can be played through the chat page."""

    id: int
    username: str
    name: str
    locale: str

    def user(self) -> Payload:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.username,
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "avatar_decoration_data": None,
            "public_flags": 0,
            "bot": False,
        }

    def member(self) -> Payload:
        """Discord's guild member object, as interactions carry it; everyone is in every guild."""
        return member_of(self.user()) | {"permissions": str(self.permissions)}

    @property
    def permissions(self) -> int:
        """What this person may do in a guild's channels: the first of the people owns them."""
        return OWNER_PERMISSIONS if self == PEOPLE[0] else MEMBER_PERMISSIONS


@dataclass(frozen=True)
class Channel:
    """A text channel or thread of a guild, one person's direct messages with the bot, or a group.

    Attributes:
        guild_id: the guild it is in; None for direct messages and groups.
        recipient_id: the person whose direct messages these are; None elsewhere.
        parent_id: the channel that a thread belongs to; None elsewhere.
        members: the people of a group, which the bot is not in; empty elsewhere.
        denied: the permissions that the bot lacks there.
    """

    id: int
    name: str
    guild_id: int | None = None
    recipient_id: int | None = None
    parent_id: int | None = None
    members: tuple[int, ...] = ()
    denied: int = 0

    @property
    def kind(self) -> int:
        """Discord's channel type: 0 in a guild, 1 for direct messages, 3 a group, 11 a thread."""
        if self.guild_id is None:
            return GROUP_DM if self.members else DM
        return GUILD_TEXT if self.parent_id is None else PUBLIC_THREAD

    def seen_by(self, person_id: int) -> bool:
        """Whether that person can open the channel."""
        if self.members:
            return person_id in self.members
        return self.recipient_id in (None, person_id)

    def payload(self, position: int = 0) -> Payload:
        """Discord's channel object; the recipient of direct messages is left to the caller."""
        body: Payload = {"id": str(self.id), "type": self.kind, "flags": 0, "last_message_id": None}
        if self.members:
            return body | {"name": self.name, "icon": None, "owner_id": str(self.members[0])}
        if self.guild_id is None:
            return body
        body |= {"guild_id": str(self.guild_id), "name": self.name}
        if self.parent_id is not None:
            return body | {
                "parent_id": str(self.parent_id),
                "owner_id": str(PEOPLE[0].id),
                "rate_limit_per_user": 0,
                "message_count": 0,
                "member_count": 1,
                "total_message_sent": 0,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": SINCE,
                    "locked": False,
                    "create_timestamp": SINCE,
                },
            }
        return body | {
            "topic": None,
            "position": position,
            "parent_id": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": [
                {"id": str(APPLICATION_ID), "type": 1, "allow": "0", "deny": str(self.denied)}
            ],
        }


def context_of(channel: Channel) -> int:
    """Discord's interaction context: 0 a guild, 1 direct messages with the bot, 2 others."""
    if channel.guild_id is not None:
        return 0
    return 2 if channel.members else 1


@dataclass(frozen=True)
class Guild:
    """A server, with its channels in display order."""

    id: int
    name: str
    locale: str
    channels: tuple[Channel, ...]

    def payload(self) -> Payload:
        """Discord's guild object, as REST gives it."""
        everyone: Payload = {
            "id": str(self.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "permissions": str(MEMBER_PERMISSIONS),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "owner_id": str(PEOPLE[0].id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "preferred_locale": self.locale,
            "nsfw_level": 0,
        }


def member_of(user: Payload) -> Payload:
    """A guild member object around a user object."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": SINCE,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def bot_user(name: str) -> Payload:
    """The bot's own user object."""
    return {
        "id": str(APPLICATION_ID),
        "username": name,
        "global_name": None,
        "discriminator": "0001",
        "avatar": None,
        "avatar_decoration_data": None,
        "public_flags": 0,
        "bot": True,
    }


def _guild(guild_id: int, name: str, channels: tuple[str, ...]) -> Guild:
    return Guild(
        id=guild_id,
        name=name,
        locale="en-US",
        channels=tuple(
            Channel(id=guild_id + 1 + index, name=channel, guild_id=guild_id)
            for index, channel in enumerate(channels)
        ),
    )


PEOPLE = (
    Person(1_100_000_000_000_000_001, "ada", "Ada", "en-US"),
    Person(1_100_000_000_000_000_002, "ben", "Ben", "en-US"),
    Person(1_100_000_000_000_000_003, "chiyo", "Chiyo", "en-US"),
    Person(1_100_000_000_000_000_004, "dmitri", "Dmitri", "de"),
)

GUILDS = (
    _guild(1_200_000_000_000_000_000, "The Card Table", ("patience", "general", "daily")),
    _guild(1_300_000_000_000_000_000, "Night Owls", ("lounge", "games")),
)

DMS = tuple(
    Channel(id=person.id + 100_000, name=person.name, recipient_id=person.id) for person in PEOPLE
)
