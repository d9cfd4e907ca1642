"""The server's state: channels, messages, application commands.

Every change that users can see goes through a method of `State`, which notifies its listeners, the
open chat pages.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from local_discord.enums import EphemeralityReason
from local_discord.errors import (
    cannot_message_user,
    missing_access,
    missing_permissions,
    unknown_channel,
)
from local_discord.events import (
    ApplicationChanged,
    CommandsChanged,
    Event,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
    PermissionsChanged,
)
from local_discord.fixtures import (
    APP_PERMISSIONS,
    APPLICATION_ID,
    ATTACH_FILES,
    DMS,
    MEMBER_PERMISSIONS,
    OWNER_PERMISSIONS,
    USERS,
    VIEW_CHANNEL,
    Channel,
    Emoji,
    Guild,
    User,
    bot_user,
    initial_roles,
    member_of,
)
from local_discord.guilds import FIXTURES, GuildSource
from local_discord.message import Attachment, Message, Upload, stored_filename, write
from local_discord.payload import Payload, payload_of, text_of
from local_discord.roles import Overwrite, with_overwrites
from local_discord.snowflake import SnowflakeSource
from local_discord.switches import Switches

KEPT_UPLOADS = 20
"""How many files that were sent with modals are kept."""


class State:
    """Users, guilds, channels, messages and registered commands.

    Args:
        bot_name: the bot's user name.
        clock: seconds since 1970.
        guilds: the guilds that there are.

    Attributes:
        channels: the channels that were in use so far, by id.
        former_members: guilds that users have left, by the ids of both.
        left_guilds: the ids of the guilds the bot is not in; users can still use it there as an
            application installed for their account.
        closed_dms: the ids of the users who accept no direct messages from the bot.
        opened_commands: the commands that a guild has opened to every member, by its id and their
            names.
        blocked_words: the words that AutoMod blocks, by the guild's id.
        hiding: why Discord shows the answers of an app that a guild does not have to their user
            only, beyond what permissions say; by the ids of channel and user.
        installation_contexts: where the application can be installed: 0 in guilds, 1 for users.
        application: what differs in the application object from that of a new application.
        opened_dms: the channels of the direct messages that the bot has opened.
        roles: the roles of guilds, and who has them.
        switches: what is done where Discord's documents leave it open.
        emojis: custom emoji beside those that guilds have from the start, by id.
    """

    def __init__(
        self,
        bot_name: str,
        clock: Callable[[], float] = time.time,
        guilds: GuildSource = FIXTURES,
    ) -> None:
        self.base_url = ""
        self.ids = SnowflakeSource(clock)
        self._clock = clock
        self.bot = bot_user(bot_name)
        self.users: dict[int, User] = {user.id: user for user in USERS}
        self.guilds = guilds
        self.left_guilds: set[int] = set()
        self.former_members: set[tuple[int | None, int]] = set()
        self.closed_dms: set[int] = set()
        self.opened_commands: set[tuple[int, str]] = set()
        self.blocked_words: dict[int, tuple[str, ...]] = {}
        self.hiding: dict[tuple[int, int], EphemeralityReason] = {}
        self.installation_contexts = {0, 1}
        self.application: Payload = {}
        self.opened_dms: set[int] = set()
        self.channels: dict[int, Channel] = {channel.id: channel for channel in DMS}
        self.switches = Switches()
        self.roles = initial_roles()
        self.emojis: dict[int, Emoji] = {}
        self._deleted: set[int] = set()
        self._commands: dict[int | None, list[Payload]] = {}
        self._messages: dict[int, dict[int, Message]] = {id_: {} for id_ in self.channels}
        self.avatars: dict[tuple[int, str], bytes] = {}
        self._uploads: dict[int, Attachment] = {}
        self._nonces: dict[str, Message] = {}
        self._listeners: list[Callable[[Event], None]] = []
        self._online = False

    @contextmanager
    def listening(self, listener: Callable[[Event], None]) -> Iterator[None]:
        """Call `listener` with every event during the block."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def _notify(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    @property
    def online(self) -> bool:
        """Whether the bot is connected to the gateway."""
        return self._online

    def set_online(self, *, online: bool) -> None:
        """Record that the bot connected or disconnected."""
        if online != self._online:
            self._online = online
            self._notify(ApplicationChanged(online))

    def channel(self, channel_id: int | None) -> Channel:
        """The channel with that id; raises `ApiError` 10003 if there is none."""
        channel = self.find_channel(channel_id or 0)
        if channel is None:
            raise unknown_channel()
        return channel

    def find_channel(self, channel_id: int) -> Channel | None:
        """The channel with that id, if there is one."""
        channel = self.channels.get(channel_id)
        guild = self.guilds.of_channel(channel_id) if channel is None else None
        if guild is not None and channel_id not in self._deleted:
            channel = next(one for one in guild.channels if one.id == channel_id)
            self.add_channel(channel)
        return channel

    def accessible_channel(
        self, channel_id: int | None, *, posts: bool = False, files: bool = False
    ) -> Channel:
        """A channel the bot may use unprompted, not in response to an interaction.

        Args:
            channel_id: its id.
            posts: whether the bot sends a message.
            files: whether it attaches files.

        Raises:
            ApiError: 10003 if there is no such channel, 50001 if the bot has no access, 50013 if
                it lacks a permission, 50007 if the user accepts no direct messages.
        """
        channel = self.channel(channel_id)
        granted = self.permissions(channel, APPLICATION_ID)
        if channel.members or channel.guild_id in self.left_guilds or not granted & VIEW_CHANNEL:
            raise missing_access()
        if posts and channel.recipient_id in self.closed_dms:
            raise cannot_message_user()
        needed = (channel.write_permission if posts else 0) | (ATTACH_FILES if files else 0)
        if needed & ~granted:
            raise missing_permissions()
        return channel

    def permissions(self, channel: Channel, member_id: int) -> int:
        """A member's permissions in a channel, in a thread those of its channel.

        In direct messages and groups they are those of everyone's role. A guild's owner has all.
        """
        if channel.guild_id is None:
            return APP_PERMISSIONS if member_id == APPLICATION_ID else MEMBER_PERMISSIONS
        if member_id == USERS[0].id:
            return OWNER_PERMISSIONS
        granted = self.roles.base(channel.guild_id, member_id)
        parent = [] if channel.parent_id is None else [self.channel(channel.parent_id)]
        for one in (*parent, channel):
            roles = self.roles.of_member(channel.guild_id, member_id)
            granted = with_overwrites(granted, one.overwrites, channel.guild_id, roles, member_id)
        return granted

    def overwrite(self, channel_id: int, target_id: int, overwrite: Overwrite) -> list[Channel]:
        """Set a channel's overwrite for a role or member; the channels that changed.

        Those of a category that have its overwrites keep to them.
        """
        channel = self.channel(channel_id)
        synced = [
            one
            for one in self.channels.values()
            if one.category_id == channel_id and one.overwrites == channel.overwrites
        ]
        overwrites = {**channel.overwrites, target_id: overwrite}
        changed = [replace(one, overwrites=overwrites) for one in (channel, *synced)]
        for one in changed:
            self.change_channel(one)
        return changed

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a user can open a channel."""
        granted = self.permissions(channel, user_id)
        return channel.visible_to(user_id) and bool(granted & VIEW_CHANNEL)

    def integration_owners(
        self, channel: Channel, user: User, pressed: Message | None = None
    ) -> Payload:
        """Discord's `authorizing_integration_owners` of a user's action in a channel.

        Where the bot is not, they name the user whose command made the message that was pressed,
        who need not be the one who presses (discord/discord-api-docs,
        `developers/tutorials/developing-a-user-installable-app.mdx`).
        """
        if not channel.members and channel.guild_id not in self.left_guilds:
            return {"0": "0" if channel.guild_id is None else str(channel.guild_id)}
        origin = payload_of((pressed.origin if pressed else None) or {})
        made_by = payload_of(origin.get("interaction_metadata"))
        owners = payload_of(made_by.get("authorizing_integration_owners"))
        return {"1": owners.get("1", str(user.id))}

    def add_user(self, name: str) -> User:
        """Add a user, with direct messages."""
        user = User(self.ids.next(), name.lower(), name, "en-US")
        self.users[user.id] = user
        self.add_channel(Channel(self.ids.next(), user.name, recipient_id=user.id))
        return user

    def add_channel(self, channel: Channel) -> None:
        """Add a channel."""
        self.channels[channel.id] = channel
        self._messages[channel.id] = {}

    def change_channel(self, channel: Channel) -> None:
        """Replace the channel with the same id."""
        self.channels[channel.id] = channel

    def permissions_changed(self) -> None:
        """Say that roles or overwrites were changed."""
        self._notify(PermissionsChanged())

    def unarchive(self, channel: Channel) -> None:
        """Make a thread active again if it is archived."""
        if channel.archived:
            self.change_channel(replace(channel, archived=False))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel and its messages."""
        self._deleted.add(channel.id)
        del self.channels[channel.id], self._messages[channel.id]

    def has_channel(self, channel_id: int) -> bool:
        """Whether a select may have a channel as a default value: it was not deleted."""
        return not self.switches.refuses_deleted_defaults or channel_id not in self._deleted

    def emojis_of(self, guild_id: int | None) -> list[Emoji]:
        """The custom emoji added to a guild, or to the application for None."""
        return [one for one in self.emojis.values() if one.guild_id == guild_id]

    def has_emoji(self, emoji_id: int) -> bool:
        """Whether the bot has a custom emoji: its application, or a guild that it is in."""
        emoji = self.emojis.get(emoji_id)
        if emoji is not None:
            return emoji.guild_id not in self.left_guilds
        guild = self.guilds.of_emoji(emoji_id)
        return guild is not None and guild.id not in self.left_guilds

    def channels_of(self, guild: Guild) -> list[Channel]:
        """A guild's current channels in display order, without threads."""
        added = [
            one for one in self.channels.values() if one.is_category and one.guild_id == guild.id
        ]
        return [*added, *self.text_channels_of(guild)]

    def text_channels_of(self, guild: Guild) -> list[Channel]:
        """A guild's current text channels in display order."""
        there = (one for one in guild.channels if one.id not in self._deleted)
        return [self.channels.get(one.id, one) for one in there]

    def guild_payload(self, guild: Guild) -> Payload:
        """Discord's guild object, as sent over REST."""
        roles = self.roles.of_guild(guild.id).values()
        return guild.payload() | {
            "roles": [role.payload() for role in roles],
            "emojis": [emoji.payload() for emoji in self.emojis_of(guild.id)],
        }

    def member_payload(self, guild_id: int, user: Payload) -> Payload:
        """Discord's guild member object of a user or the bot; every user is in every guild."""
        return member_of(user, self.roles.of_member(guild_id, int(text_of(user["id"]))))

    def guild_of(self, channel: Channel) -> Guild | None:
        """A channel's guild; None for direct messages and groups."""
        return self.guilds.get(channel.guild_id)

    def dm_of(self, user_id: int) -> Channel | None:
        """A user's direct messages with the bot."""
        channels = self.channels.values()
        return next((one for one in channels if one.recipient_id == user_id), None)

    def commands(self, guild_id: int | None) -> list[Payload]:
        """The commands registered for a guild, or globally for None."""
        return list(self._commands.get(guild_id, ()))

    def all_commands(self) -> list[Payload]:
        """Every registered command, global ones first."""
        return self.commands(None) + [
            command
            for guild_id in filter(None, self._commands)
            for command in self.commands(guild_id)
        ]

    def set_commands(self, guild_id: int | None, commands: list[Payload]) -> None:
        """Replace the commands registered for a guild, or globally for None."""
        self._commands[guild_id] = list(commands)
        self._notify(CommandsChanged())

    def command_named(self, channel: Channel, name: str, kind: int = 1) -> Payload | None:
        """A command available in a channel; the guild's commands precede global ones.

        Args:
            channel: where it is used.
            name: its name.
            kind: Discord's type of the command; by default that of slash commands.
        """
        own = self.commands(channel.guild_id) if channel.guild_id is not None else []
        for command in own + self.commands(None):
            if command.get("name") == name and command.get("type", 1) == kind:
                return command
        return None

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """The message with that id, if it exists."""
        return self._messages.get(channel_id, {}).get(message_id)

    def message_with_nonce(self, nonce: str) -> Message | None:
        """The message that the bot sent with an enforced nonce, as it was then."""
        return self._nonces.get(nonce)

    def keep_nonce(self, nonce: str, message: Message) -> None:
        """Remember the message sent with an enforced nonce."""
        self._nonces[nonce] = message

    def forget_nonces(self) -> None:
        """Forget the nonces of all messages, as Discord does after some minutes."""
        self._nonces.clear()

    def messages(self, channel_id: int) -> list[Message]:
        """All messages of a channel, including ephemeral ones, oldest first."""
        return list(self._messages.get(channel_id, {}).values())

    def attachment(self, channel_id: int, attachment_id: int) -> Attachment | None:
        """The attachment with that id, if a message has it, or a modal had."""
        upload = self._uploads.get(attachment_id)
        if upload is not None and upload.channel_id == channel_id:
            return upload
        for message in self._messages.get(channel_id, {}).values():
            for attachment in message.attachments:
                if attachment.id == attachment_id:
                    return attachment
        return None

    def set_avatar(self, user_id: int, png: bytes) -> None:
        """Give a user an avatar."""
        name = hashlib.blake2b(png, digest_size=16).hexdigest()
        self.avatars[user_id, name] = png
        self.users[user_id] = replace(self.users[user_id], avatar=name)

    def upload(self, channel_id: int, filename: str, content: bytes) -> Payload:
        """Keep a file that was sent with a modal, and return Discord's attachment object."""
        name = stored_filename(filename or "unknown")
        kept = Attachment(self.ids.next(), channel_id, name, content, None, None, None)
        self._uploads[kept.id] = kept
        while len(self._uploads) > KEPT_UPLOADS:
            del self._uploads[min(self._uploads)]
        return kept.payload(self.base_url) | {"ephemeral": True}

    def payload(self, message: Message) -> Payload:
        """Discord's message object, without `guild_id`, as sent over REST."""
        named = sorted(message.mentioned)
        if message.has_v2_components and not self.switches.mentions_of_components:
            named = []
        mentions = [user.payload() for user in filter(None, map(self.users.get, named))]
        if APPLICATION_ID in named:
            mentions.append(self.bot)
        return message.payload(self.base_url) | {"mentions": mentions}

    def _without_absent(self, message: Message) -> Message:
        """The message as it mentions those only who are where it is sent.

        Discord lets it mention no others (Rapptz/discord.py#478, DSharpPlus/DSharpPlus#467).
        """
        channel = self.channels[message.channel_id]
        absent = {
            user
            for user in message.mentioned & self.users.keys()
            if (channel.guild_id, user) in self.former_members or not channel.visible_to(user)
        }
        return replace(message, mentioned=message.mentioned - absent)

    def post(self, blank: Message, body: Payload, uploads: tuple[Upload, ...] = ()) -> Message:
        """Fill in a blank message and add it to its channel."""
        message = write(blank, body, uploads, self.base_url, self.ids)
        return self.put(message)

    def put(self, message: Message) -> Message:
        """Add a message to its channel."""
        message = self._without_absent(message)
        self._messages[message.channel_id][message.id] = message
        self._notify(MessageCreated(message))
        return message

    def edit(self, message: Message, body: Payload, uploads: tuple[Upload, ...] = ()) -> Message:
        """Edit a message; filling in a deferred response doesn't mark it as edited."""
        edited = self._without_absent(write(message, body, uploads, self.base_url, self.ids))
        if not message.loading:
            edited = replace(edited, edited=datetime.fromtimestamp(self._clock(), UTC).isoformat())
        self._messages[message.channel_id][message.id] = edited
        self._notify(MessageUpdated(edited))
        return edited

    def react(self, message: Message, reactions: tuple[Payload, ...]) -> None:
        """Let the bot have exactly these reactions to a message."""
        changed = replace(message, reactions=reactions)
        self._messages[message.channel_id][message.id] = changed
        self._notify(MessageUpdated(changed))

    def delete(self, message: Message) -> None:
        """Delete a message and its files."""
        if self._messages[message.channel_id].pop(message.id, None) is not None:
            self._notify(MessageDeleted(message))
