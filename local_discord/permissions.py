"""What users and the app may do where, and which answers Discord hides from everyone else.

An app that a guild does not have, but a user brings along on their account, is bound by the
permissions of that user. Where they may not post, Discord shows the app's answers to them alone; it
refuses nothing and asks nobody (discord/discord-api-docs, `developers/resources/application.mdx`,
`developers/topics/permissions.mdx`, and `developers/change-log.mdx` of June 27, 2024, since when
answers are not hidden in guilds of more than 25 members any more).
"""

from __future__ import annotations

from local_discord.enums import EphemeralityReason
from local_discord.fixtures import (
    APPLICATION_ID,
    ATTACH_FILES,
    EMBED_LINKS,
    MENTION_EVERYONE,
    OWNER_PERMISSIONS,
    USE_COMMANDS,
    USE_EXTERNAL_APPS,
    USE_EXTERNAL_EMOJIS,
    Channel,
    User,
)
from local_discord.payload import Payload
from local_discord.state import State

PRIVATE_PERMISSIONS = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE
"""The app's permissions in direct messages and groups."""

ANSWER_PERMISSIONS = PRIVATE_PERMISSIONS | USE_EXTERNAL_EMOJIS
"""The permissions that answers to interactions can use."""


def is_brought_along(owners: Payload) -> bool:
    """Whether an app is there on a user's account only, by its `authorizing_integration_owners`."""
    return "0" not in owners


def user_permissions(state: State, user: User, channel: Channel) -> int:
    """A user's permissions in a channel; an owner of guilds has them all everywhere."""
    return OWNER_PERMISSIONS if user.is_owner else state.permissions(channel, user.id)


def app_permissions(state: State, user: User, channel: Channel, owners: Payload) -> int:
    """Discord's `app_permissions`.

    In a guild that does not have the app they follow those of its user
    (discord/discord-api-docs#7251), among the ones that answers can use.
    """
    if channel.guild_id is None:
        return PRIVATE_PERMISSIONS if channel.members else ANSWER_PERMISSIONS
    if is_brought_along(owners):
        return user_permissions(state, user, channel) & ANSWER_PERMISSIONS
    return state.permissions(channel, APPLICATION_ID)


def may_write(state: State, user: User, channel: Channel) -> bool:
    """Whether a user may send messages in a channel."""
    return bool(user_permissions(state, user, channel) & channel.write_permission)


def ephemerality_reason(
    state: State,
    user: User,
    channel: Channel,
    owners: Payload,
    *,
    files: bool,
    embeds: bool,
    blocked: bool,
) -> EphemeralityReason | None:
    """Why only the user sees an answer to them; None if everyone does.

    Args:
        state: the channels and what is denied in them.
        user: whose action is answered.
        channel: where.
        owners: the interaction's `authorizing_integration_owners`.
        files: whether the answer has files.
        embeds: whether it has embeds.
        blocked: whether AutoMod blocks it.
    """
    if not is_brought_along(owners):
        return None
    if channel.guild_id is not None:
        granted = user_permissions(state, user, channel)
        if not granted & USE_EXTERNAL_APPS:
            return EphemeralityReason.CANNOT_USE_EXTERNAL_APPS
        if not granted & USE_COMMANDS:
            return EphemeralityReason.CANNOT_USE_COMMAND
        if not may_write(state, user, channel):
            return EphemeralityReason.MISSING_PERMISSIONS
        if files and not granted & ATTACH_FILES:
            return EphemeralityReason.CANNOT_SEND_ATTACHMENTS
        if embeds and not granted & EMBED_LINKS:
            return EphemeralityReason.CANNOT_SEND_EMBEDS
    if blocked:
        return EphemeralityReason.AUTOMOD_BLOCKED
    return state.hiding.get((channel.id, user.id))
