"""Follow-ups: messages sent, read, edited and deleted with an interaction's token."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from local_discord.api import Api, Handler, json_response, path_id
from local_discord.automod import require_allowed
from local_discord.errors import too_many_followups, unknown_message
from local_discord.interactions import Interaction
from local_discord.message import DEFAULT, EPHEMERAL, SUPPRESS_NOTIFICATIONS, Message
from local_discord.payload import Payload, int_of
from local_discord.permissions import is_brought_along
from local_discord.rate_limits import WEBHOOK
from local_discord.rest.messages import blank_message, message_handlers, require_new_message

MAX_FOLLOWUPS = 5
"""How many follow-ups an app may send where it is on its user's account only.

discord/discord-api-docs, `developers/interactions/receiving-and-responding.mdx`.
"""


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def interaction_of(request: web.Request) -> Interaction:
        token = request.match_info["webhook_token"]
        return api.interactions.webhook(path_id(request, "webhook_id"), token)

    def message_of(request: web.Request) -> Message:
        """The message of a path, if this token gives access to it."""
        interaction = interaction_of(request)
        id_ = interaction.response_id
        if "message_id" in request.match_info:
            id_ = path_id(request, "message_id")
        message = api.state.message(interaction.channel.id, id_ or 0)
        if message is None or message.author != api.state.bot:
            raise unknown_message()
        if not message.visible_to(interaction.user.id):
            raise unknown_message()
        return message

    def require(request: web.Request, message: Message, body: Payload) -> None:
        require_allowed(api.state, interaction_of(request), message, body)

    async def post(request: web.Request) -> web.Response:
        interaction = interaction_of(request)
        body = await api.body(request, partial(require_new_message, api))
        data = body.object()
        original = api.state.message(interaction.channel.id, interaction.response_id or 0)
        if original is not None and original.loading:
            require_allowed(api.state, interaction, original, data)
            return json_response(api.state.payload(api.state.edit(original, data, body.uploads)))
        if is_brought_along(interaction.owners) and interaction.followups >= MAX_FOLLOWUPS:
            raise too_many_followups()
        interaction.followups += 1
        flags = int_of(data.get("flags")) & (EPHEMERAL | SUPPRESS_NOTIFICATIONS)
        blank = blank_message(api, interaction, DEFAULT, flags, body, reply_to=original)
        return json_response(api.state.payload(api.state.post(blank, data, body.uploads)))

    return [
        ("POST", WEBHOOK, post),
        *(
            (method, WEBHOOK + "/messages/" + name, handler)
            for name in ("@original", "{message_id}")
            for method, handler in message_handlers(api, message_of, require)
        ),
    ]
