"""Follow-ups: the messages an interaction's token can send, read, change and delete."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import Api, Handler, answer, no_content, path_id
from local_discord.errors import unknown_message
from local_discord.interactions import Interaction
from local_discord.message import DEFAULT, EPHEMERAL, SUPPRESS_NOTIFICATIONS, Message
from local_discord.payload import int_of
from local_discord.rest.blank import blank_message
from local_discord.validation.message import require_message

ROOT = "/webhooks/{webhook_id}/{webhook_token}"


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def interaction_of(request: web.Request) -> Interaction:
        token = request.match_info["webhook_token"]
        return api.interactions.webhook(path_id(request, "webhook_id"), token)

    def response_to(interaction: Interaction) -> Message:
        """The message `@original` means."""
        message = api.state.message(interaction.channel.id, interaction.response_id or 0)
        if message is None:
            raise unknown_message()
        return message

    def message_of(request: web.Request) -> Message:
        """The message a path names, if this token may touch it."""
        interaction = interaction_of(request)
        if "message_id" not in request.match_info:
            return response_to(interaction)
        wanted = path_id(request, "message_id") or 0
        message = api.state.message(interaction.channel.id, wanted)
        if message is None or message.author != api.state.bot:
            raise unknown_message()
        if not message.seen_by(interaction.person.id):
            raise unknown_message()
        return message

    async def post(request: web.Request) -> web.Response:
        interaction = interaction_of(request)
        body = await api.body(request, lambda body: require_message(body.object(), body.uploads))
        data = body.object()
        first = api.state.message(interaction.channel.id, interaction.response_id or 0)
        if first is not None and first.loading:
            return answer(api.state.payload(api.state.edit(first, data, body.uploads)))
        flags = int_of(data.get("flags")) & (EPHEMERAL | SUPPRESS_NOTIFICATIONS)
        blank = blank_message(api, interaction, DEFAULT, flags, reply_to=first)
        return answer(api.state.payload(api.state.post(blank, data, body.uploads)))

    async def get(request: web.Request) -> web.Response:
        return answer(api.state.payload(message_of(request)))

    async def patch(request: web.Request) -> web.Response:
        body = await api.body(
            request,
            lambda body: require_message(body.object(), body.uploads, before=message_of(request)),
        )
        message = message_of(request)
        return answer(api.state.payload(api.state.edit(message, body.object(), body.uploads)))

    async def delete(request: web.Request) -> web.Response:
        api.state.delete(message_of(request))
        return no_content()

    return [
        ("POST", ROOT, post),
        *(
            (method, ROOT + "/messages/" + name, handler)
            for name in ("@original", "{message_id}")
            for method, handler in (("GET", get), ("PATCH", patch), ("DELETE", delete))
        ),
    ]
