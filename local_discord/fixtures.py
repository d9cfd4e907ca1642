"""The fixed users, guilds and channels, and their Discord objects.

Their ids never change, so that what a bot has stored about them is valid after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from local_discord.payload import Payload
from local_discord.roles import ALL_PERMISSIONS, Overwrite, Roles

APPLICATION_ID = 1_000_000_000_000_000_001
"""The id of the application and of its bot user."""

MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
USE_EXTERNAL_EMOJIS = 1 << 18
USE_COMMANDS = 1 << 31
SEND_IN_THREADS = 1 << 38
USE_EMBEDDED_ACTIVITIES = 1 << 39
USE_EXTERNAL_APPS = 1 << 50

MEMBER_PERMISSIONS = (
    ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | USE_EXTERNAL_EMOJIS
    | USE_COMMANDS
    | SEND_IN_THREADS
    | USE_EMBEDDED_ACTIVITIES
    | USE_EXTERNAL_APPS
)
"""The permissions of everyone's role."""

APP_PERMISSIONS = MEMBER_PERMISSIONS | (1 << 13)
"""The permissions of the bot's own role: a member's, and managing messages."""

OWNER_PERMISSIONS = ALL_PERMISSIONS
"""The permissions of a guild's owner."""

GUILD_TEXT = 0
DM = 1
GROUP_DM = 3
GUILD_CATEGORY = 4
PUBLIC_THREAD = 11
SINCE = "2024-01-01T00:00:00+00:00"


@dataclass(frozen=True)
class User:
    """A user of the chat page.

    Attributes:
        avatar: the hash of the avatar; None for the default one.
    """

    id: int
    username: str
    name: str
    locale: str
    avatar: str | None = None

    def payload(self) -> Payload:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.username,
            "global_name": self.name,
            "discriminator": "0",
            "avatar": self.avatar,
            "avatar_decoration_data": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "bot": False,
        }

    @property
    def is_owner(self) -> bool:
        """Whether this user owns the guilds; the first one does."""
        return self.id == USERS[0].id


@dataclass(frozen=True)
class Channel:
    """A guild's text channel, category or thread, direct messages, or a group.

    Attributes:
        name: its name; empty for direct messages between two users.
        guild_id: the guild it is in; None for direct messages and groups.
        recipient_id: the user of direct messages with the bot; None elsewhere.
        parent_id: the channel of a thread; None elsewhere.
        members: the users in a group, or in direct messages between two of them, which never have
            the bot; empty elsewhere.
        category_id: the category of a guild's channel; None without one.
        is_category: whether it is a category itself.
        overwrites: what it allows and denies, by the id of role or member; the bot is a member.
        archived: whether it is an archived thread: its messages stay as they are until somebody
            writes there or uses a component (discord/discord-api-docs `topics/threads`, #8474).
    """

    id: int
    name: str
    guild_id: int | None = None
    recipient_id: int | None = None
    parent_id: int | None = None
    members: tuple[int, ...] = ()
    category_id: int | None = None
    is_category: bool = False
    overwrites: Mapping[int, Overwrite] = field(default_factory=dict)
    archived: bool = False

    @property
    def kind(self) -> int:
        """Discord's channel type."""
        if self.guild_id is None:
            return GROUP_DM if self.members and self.name else DM
        if self.is_category:
            return GUILD_CATEGORY
        return GUILD_TEXT if self.parent_id is None else PUBLIC_THREAD

    @property
    def write_permission(self) -> int:
        """The permission to send messages in it."""
        return SEND_MESSAGES if self.parent_id is None else SEND_IN_THREADS

    def visible_to(self, user_id: int) -> bool:
        """Whether a user can open the channel."""
        if self.members:
            return user_id in self.members
        return self.recipient_id in (None, user_id)

    def payload(self, position: int = 0) -> Payload:
        """Discord's channel object, without the recipients of direct messages."""
        body: Payload = {"id": str(self.id), "type": self.kind, "flags": 0, "last_message_id": None}
        if self.kind == GROUP_DM:
            return body | {"name": self.name, "icon": None, "owner_id": str(self.members[0])}
        if self.guild_id is None:
            return body
        body |= {"guild_id": str(self.guild_id), "name": self.name}
        if self.parent_id is not None:
            return body | {
                "parent_id": str(self.parent_id),
                "owner_id": str(USERS[0].id),
                "rate_limit_per_user": 0,
                "message_count": 0,
                "member_count": 1,
                "total_message_sent": 0,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": SINCE,
                    "locked": False,
                    "create_timestamp": SINCE,
                },
            }
        return body | {
            "topic": None,
            "position": position,
            "parent_id": None if self.category_id is None else str(self.category_id),
            "nsfw": False,
            "rate_limit_per_user": 0,
            "permission_overwrites": [
                {"id": str(id_), "type": one.kind, "allow": str(one.allow), "deny": str(one.deny)}
                for id_, one in self.overwrites.items()
            ],
        }


@dataclass(frozen=True)
class Emoji:
    """A custom emoji, of a guild or, without one, of the application.

    Attributes:
        image: its file; empty for one that was added without.
    """

    id: int
    name: str
    guild_id: int | None
    image: bytes = field(default=b"", repr=False)

    def renamed(self, name: str) -> Emoji:
        """The emoji with another name."""
        return replace(self, name=name)

    def payload(self) -> Payload:
        """Discord's emoji object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": self.image.startswith(b"GIF8"),
            "available": True,
        }


def context_of(channel: Channel) -> int:
    """Discord's interaction context.

    0 is a guild, 1 direct messages with the bot, 2 a group or direct messages between two users.
    """
    if channel.guild_id is not None:
        return 0
    return 2 if channel.members else 1


@dataclass(frozen=True)
class Guild:
    """A guild, with its channels in display order."""

    id: int
    name: str
    locale: str
    channels: tuple[Channel, ...]

    def payload(self) -> Payload:
        """Discord's guild object, as sent over REST."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "home_header": None,
            "region": "deprecated",
            "owner_id": str(USERS[0].id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [role.payload() for role in initial_roles().of_guild(self.id).values()],
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
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "nsfw": False,
            "nsfw_level": 0,
            "max_members": 25_000_000,
            "max_presences": None,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "safety_alerts_channel_id": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "incidents_data": None,
        }


def initial_roles() -> Roles:
    """The roles that guilds have from the start."""
    return Roles(MEMBER_PERMISSIONS, APPLICATION_ID, APP_PERMISSIONS)


def member_of(user: Payload, roles: Iterable[int] = ()) -> Payload:
    """A guild member object for a user object."""
    return {
        "user": user,
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in sorted(roles)],
        "joined_at": SINCE,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def bot_user(name: str) -> Payload:
    """The bot's user object."""
    return {
        "id": str(APPLICATION_ID),
        "username": name,
        "global_name": None,
        "discriminator": "0001",
        "avatar": None,
        "avatar_decoration_data": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "bot": True,
    }


def account_of(bot: Payload) -> Payload:
    """The bot's user object as only the bot itself sees it."""
    return bot | {"email": None, "verified": True, "mfa_enabled": False, "locale": "en-US"}


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


USERS = (
    User(1_100_000_000_000_000_001, "ada", "Ada", "en-US"),
    User(1_100_000_000_000_000_002, "ben", "Ben", "en-US"),
    User(1_100_000_000_000_000_003, "chiyo", "Chiyo", "en-US"),
    User(1_100_000_000_000_000_004, "dmitri", "Dmitri", "de"),
)

GUILDS = (
    _guild(1_200_000_000_000_000_000, "The Card Table", ("patience", "general", "daily")),
    _guild(1_300_000_000_000_000_000, "Night Owls", ("lounge", "games")),
)

DMS = tuple(Channel(id=user.id + 100_000, name=user.name, recipient_id=user.id) for user in USERS)
