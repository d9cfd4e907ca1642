"""Discord's numbered types of components, command options, interactions and responses."""

from __future__ import annotations

from enum import IntEnum


class ComponentType(IntEnum):
    """Types of message and modal components."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


class OptionType(IntEnum):
    """Types of slash command options."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class InteractionType(IntEnum):
    """Types of interactions, without Discord's own PING."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """Types of the initial response to an interaction."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9
    LAUNCH_ACTIVITY = 12


class EphemeralityReason(IntEnum):
    """Why Discord shows an answer to its user only although the app did not ask for that.

    Discord's clients get it in a message's interaction metadata (discord-userdoccers,
    `pages/resources/message.mdx`).
    """

    SLOWMODE = 4
    RATE_LIMIT = 5
    CANNOT_MESSAGE_USER = 6
    USER_VERIFICATION_LEVEL = 7
    MISSING_PERMISSIONS = 10
    CANNOT_SEND_ATTACHMENTS = 11
    CANNOT_SEND_EMBEDS = 12
    AUTOMOD_BLOCKED = 14
    CANNOT_USE_COMMAND = 16
    CANNOT_USE_EXTERNAL_APPS = 18
