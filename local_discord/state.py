"""The state of the Discord on this machine: messages, application commands, who listens.

Everything that changes what people see goes through one of `State`'s methods, which tell every
listener (the open chat pages) about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from local_discord.errors import missing_access, missing_permissions, unknown_channel
from local_discord.fixtures import (
    ATTACH_FILES,
    DMS,
    GUILDS,
    PEOPLE,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    Channel,
    Guild,
    Person,
    bot_user,
)
from local_discord.message import Attachment, Message, Upload, write
from local_discord.payload import Payload
from local_discord.snowflake import SnowflakeSource


@dataclass(frozen=True)
class MessageCreated:
    """A message appeared."""

    message: Message


@dataclass(frozen=True)
class MessageUpdated:
    """A message changed."""

    message: Message


@dataclass(frozen=True)
class MessageDeleted:
    """A message went away."""

    message: Message


@dataclass(frozen=True)
class CommandsChanged:
    """The application registered other commands."""


@dataclass(frozen=True)
class ApplicationChanged:
    """The bot connected or went away."""

    online: bool


Event: TypeAlias = (
    MessageCreated | MessageUpdated | MessageDeleted | CommandsChanged | ApplicationChanged
)


class State:
    """People, guilds and channels, with the messages in them and the commands registered.

    Args:
        bot_name: the bot's user name.

    Attributes:
        left: the ids of the guilds that the bot is not in; people use it there all the same, as
            an application of their own account.
    """

    def __init__(self, bot_name: str) -> None:
        self.base_url = ""
        self.ids = SnowflakeSource()
        self.bot = bot_user(bot_name)
        self.people: dict[int, Person] = {person.id: person for person in PEOPLE}
        self.guilds: dict[int, Guild] = {guild.id: guild for guild in GUILDS}
        self.left: set[int] = set()
        self.channels: dict[int, Channel] = {
            channel.id: channel
            for channel in (*(channel for guild in GUILDS for channel in guild.channels), *DMS)
        }
        self._commands: dict[int | None, list[Payload]] = {}
        self._messages: dict[int, dict[int, Message]] = {id_: {} for id_ in self.channels}
        self._listeners: list[Callable[[Event], None]] = []
        self._online = False

    @contextmanager
    def listening(self, listener: Callable[[Event], None]) -> Iterator[None]:
        """Call `listener` with every event while the block runs."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def _tell(self, event: Event) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    @property
    def online(self) -> bool:
        """Whether the bot is connected to the gateway."""
        return self._online

    def set_online(self, *, online: bool) -> None:
        """Note that the bot connected or went away."""
        if online != self._online:
            self._online = online
            self._tell(ApplicationChanged(online))

    def channel(self, channel_id: int | None) -> Channel:
        """The channel with that id; raises `ApiError` 10003 when there is none."""
        channel = self.channels.get(channel_id or 0)
        if channel is None:
            raise unknown_channel()
        return channel

    def reachable(
        self, channel_id: int | None, *, posts: bool = False, files: bool = False
    ) -> Channel:
        """A channel that the bot wants to use of its own accord, not in answer to somebody.

        Args:
            channel_id: its id.
            posts: whether it writes there.
            files: whether it attaches files.

        Raises:
            ApiError: 10003 when there is no such channel, 50001 when the bot is not in it or
                cannot see it, 50013 when it lacks another permission.
        """
        channel = self.channel(channel_id)
        denied = channel.denied
        if channel.parent_id is not None:
            denied |= self.channel(channel.parent_id).denied
        if channel.members or channel.guild_id in self.left or denied & VIEW_CHANNEL:
            raise missing_access()
        writing = SEND_MESSAGES if channel.parent_id is None else SEND_IN_THREADS
        if denied & ((writing if posts else 0) | (ATTACH_FILES if files else 0)):
            raise missing_permissions()
        return channel

    def installed_for(self, channel: Channel, person: Person) -> Payload:
        """Discord's `authorizing_integration_owners`: whose application somebody uses there."""
        if channel.members or channel.guild_id in self.left:
            return {"1": str(person.id)}
        return {"0": "0" if channel.guild_id is None else str(channel.guild_id)}

    def add_channel(self, channel: Channel) -> None:
        """Add a channel that was not there from the beginning."""
        self.channels[channel.id] = channel
        self._messages[channel.id] = {}

    def change_channel(self, channel: Channel) -> None:
        """Put a channel in the place of the one with its id."""
        self.channels[channel.id] = channel

    def remove_channel(self, channel: Channel) -> None:
        """Take a channel away, and what was written there."""
        del self.channels[channel.id], self._messages[channel.id]

    def channels_of(self, guild: Guild) -> list[Channel]:
        """The channels of a guild as they are now, in display order, without threads."""
        return [self.channels[one.id] for one in guild.channels if one.id in self.channels]

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild a channel is in; None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def dm_of(self, person_id: int) -> Channel | None:
        """The direct messages of a person with the bot."""
        return next((dm for dm in DMS if dm.recipient_id == person_id), None)

    def commands(self, guild_id: int | None) -> list[Payload]:
        """The commands registered for one guild, or globally with None."""
        return list(self._commands.get(guild_id, ()))

    def all_commands(self) -> list[Payload]:
        """Every command registered, global ones first."""
        return self.commands(None) + [
            command for guild_id in self.guilds for command in self.commands(guild_id)
        ]

    def set_commands(self, guild_id: int | None, commands: list[Payload]) -> None:
        """Register these commands instead of the ones before."""
        self._commands[guild_id] = list(commands)
        self._tell(CommandsChanged())

    def command_named(self, channel: Channel, name: str) -> Payload | None:
        """The slash command a name means in a channel: the guild's own before the global one."""
        here = self.commands(channel.guild_id) if channel.guild_id is not None else []
        for command in here + self.commands(None):
            if command.get("name") == name and command.get("type", 1) == 1:
                return command
        return None

    def message(self, channel_id: int, message_id: int) -> Message | None:
        """A message by its id; None when it is not, or no longer, there."""
        return self._messages.get(channel_id, {}).get(message_id)

    def messages(self, channel_id: int) -> list[Message]:
        """All messages of a channel, oldest first, ephemeral ones included."""
        return list(self._messages[channel_id].values())

    def attachment(self, channel_id: int, attachment_id: int) -> Attachment | None:
        """A file by its id, while a message holds it."""
        for message in self._messages.get(channel_id, {}).values():
            for attachment in message.attachments:
                if attachment.id == attachment_id:
                    return attachment
        return None

    def payload(self, message: Message) -> Payload:
        """Discord's message object, with `guild_id` left out as REST does."""
        called = [person.user() for id_, person in self.people.items() if id_ in message.pinged]
        return message.payload(self.base_url) | {"mentions": called}

    def post(self, blank: Message, body: Payload, uploads: tuple[Upload, ...] = ()) -> Message:
        """Write a body to a blank message and put it into its channel."""
        message = write(blank, body, uploads, self.base_url, self.ids)
        return self.put(message)

    def put(self, message: Message) -> Message:
        """Put a finished message into its channel."""
        self._messages[message.channel_id][message.id] = message
        self._tell(MessageCreated(message))
        return message

    def edit(self, message: Message, body: Payload, uploads: tuple[Upload, ...] = ()) -> Message:
        """Write a body to a message that is there; what was waited for has no edit mark."""
        edited = write(message, body, uploads, self.base_url, self.ids)
        if not message.loading:
            edited = replace(edited, edited=datetime.now(UTC).isoformat())
        self._messages[message.channel_id][message.id] = edited
        self._tell(MessageUpdated(edited))
        return edited

    def delete(self, message: Message) -> None:
        """Take a message away, its files with it."""
        if self._messages[message.channel_id].pop(message.id, None) is not None:
            self._tell(MessageDeleted(message))
