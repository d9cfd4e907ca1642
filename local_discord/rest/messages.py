"""Blank messages for requests to write to, and the handlers that channels and webhooks share."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from local_discord.api import Api, Handler, json_response, no_content
from local_discord.automod import blocks
from local_discord.enums import InteractionType
from local_discord.errors import not_the_author
from local_discord.fixtures import APPLICATION_ID, Channel
from local_discord.interactions import Interaction
from local_discord.message import DEFAULT, EPHEMERAL, Message
from local_discord.payload import Payload, payload_of
from local_discord.permissions import ephemerality_reason
from local_discord.request_bodies import EMPTY, Body
from local_discord.validation.message import require_message


def blank_message(
    api: Api,
    interaction: Interaction,
    kind: int,
    flags: int,
    content: Body = EMPTY,
    *,
    reply_to: Message | None = None,
) -> Message:
    """A blank message in response to an interaction; what it will contain may make it ephemeral."""
    metadata = interaction.metadata()
    reason = ephemerality_reason(
        api.state,
        interaction.user,
        interaction.channel,
        interaction.owners,
        files=bool(content.uploads),
        embeds=bool(payload_of(content.json).get("embeds")),
        blocked=blocks(api.state, interaction, payload_of(content.json)),
    )
    if reason is not None and not flags & EPHEMERAL:
        flags |= EPHEMERAL
        metadata["ephemerality_reason"] = int(reason)
    origin: Payload = {
        "webhook_id": str(APPLICATION_ID),
        "application_id": str(APPLICATION_ID),
        "interaction_metadata": metadata,
    }
    if interaction.kind == InteractionType.COMMAND:
        origin["interaction"] = {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "name": interaction.name,
            "user": interaction.user.payload(),
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
        ephemeral_for=interaction.user.id if flags & EPHEMERAL else None,
        origin=origin,
    )


def blank_channel_message(api: Api, channel: Channel, flags: int) -> Message:
    """A blank message that the bot sends unprompted."""
    return Message(
        id=api.state.ids.next(),
        channel_id=channel.id,
        author=api.state.bot,
        kind=DEFAULT,
        flags=flags,
    )


def require_new_message(api: Api, body: Body) -> None:
    """Raise `ApiError` for a body that Discord would not create a message with."""
    require_message(body.object(), body.uploads, there=api.state)


def message_handlers(
    api: Api,
    message_of: Callable[[web.Request], Message],
    require: Callable[[web.Request, Message, Payload], None] | None = None,
) -> tuple[tuple[str, Handler], ...]:
    """Methods and handlers to read, edit and delete one message.

    Args:
        api: the context.
        message_of: finds the message of a request, or raises `ApiError`.
        require: raises `ApiError` if a valid edit is not allowed.
    """

    async def get(request: web.Request) -> web.Response:
        return json_response(api.state.payload(message_of(request)))

    async def patch(request: web.Request) -> web.Response:
        if message_of(request).author != api.state.bot:
            raise not_the_author()
        body = await api.body(
            request,
            lambda body: require_message(
                body.object(), body.uploads, before=message_of(request), there=api.state
            ),
        )
        if require is not None:
            require(request, message_of(request), body.object())
        edited = api.state.edit(message_of(request), body.object(), body.uploads)
        return json_response(api.state.payload(edited))

    async def delete(request: web.Request) -> web.Response:
        api.state.delete(message_of(request))
        return no_content()

    return (("GET", get), ("PATCH", patch), ("DELETE", delete))
