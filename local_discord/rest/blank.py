"""Blank messages of the bot, for requests to write to."""

from __future__ import annotations

from local_discord.api import Api
from local_discord.fixtures import APPLICATION_ID, Channel
from local_discord.interactions import Interaction, Kind
from local_discord.message import DEFAULT, EPHEMERAL, Message
from local_discord.payload import Payload


def blank_message(
    api: Api, interaction: Interaction, kind: int, flags: int, *, reply_to: Message | None = None
) -> Message:
    """A message that comes of an interaction; ephemeral ones are its person's alone."""
    origin: Payload = {
        "webhook_id": str(APPLICATION_ID),
        "application_id": str(APPLICATION_ID),
        "interaction_metadata": interaction.metadata(),
    }
    if interaction.kind == Kind.COMMAND:
        origin["interaction"] = {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "name": interaction.name,
            "user": interaction.person.user(),
        }
    if reply_to is not None:
        origin["message_reference"] = {
            "type": 0,
            "message_id": str(reply_to.id),
            "channel_id": str(reply_to.channel_id),
        }
    return Message(
        id=api.state.ids.next(),
        channel_id=interaction.channel.id,
        author=api.state.bot,
        kind=kind,
        flags=flags,
        only_for=interaction.person.id if flags & EPHEMERAL else None,
        origin=origin,
    )


def blank_channel_message(api: Api, channel: Channel, flags: int) -> Message:
    """A message that the bot sends of its own accord."""
    return Message(
        id=api.state.ids.next(),
        channel_id=channel.id,
        author=api.state.bot,
        kind=DEFAULT,
        flags=flags,
    )
