"""Channels, and the messages a bot sends there unprompted."""

from __future__ import annotations

from functools import partial

from aiohttp import web

from local_discord.api import Api, Handler, json_response, no_content, path_id
from local_discord.emoji import is_emoji
from local_discord.errors import Problem, invalid_form, refusal, unknown_message, unknown_user
from local_discord.fixtures import ADD_REACTIONS, APPLICATION_ID, READ_HISTORY, Channel
from local_discord.message import EPHEMERAL, SUPPRESS_NOTIFICATIONS, Message
from local_discord.payload import Payload, int_of, snowflake_of, text_of
from local_discord.rate_limits import CHANNEL_MESSAGE, CHANNEL_MESSAGES
from local_discord.rest.messages import (
    blank_channel_message,
    message_handlers,
    require_new_message,
)

MAX_HISTORY = 100
REACTION = CHANNEL_MESSAGE + "/reactions/{emoji}/@me"


def _emoji_of(api: Api, text: str) -> Payload:
    """The emoji of a reaction's path, of Unicode or as `name:id`; 10014 if there is none."""
    name, _, number = text.rpartition(":")
    if name and api.state.has_emoji(snowflake_of(number) or 0):
        return {"id": number, "name": name}
    if not name and is_emoji(text):
        return {"id": None, "name": text}
    raise refusal(10014)


def _require_public(body: Payload) -> None:
    """Refuse a message for one user only, which needs an interaction."""
    if int_of(body.get("flags")) & EPHEMERAL:
        text = "Only responses to interactions can be ephemeral."
        raise invalid_form([Problem(("flags",), "MESSAGE_FLAGS_INVALID", text)])


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def channel_of(request: web.Request) -> Channel:
        api.check_token(request)
        return api.state.accessible_channel(path_id(request, "channel_id"))

    def message_of(request: web.Request) -> Message:
        channel = channel_of(request)
        if channel.archived and request.method != "GET":
            raise refusal(50083)
        message = api.state.message(channel.id, path_id(request, "message_id") or 0)
        if message is None or message.ephemeral_for is not None:
            raise unknown_message()
        return message

    def channel_payload(channel: Channel) -> Payload:
        if channel.recipient_id is None:
            return channel.payload()
        return channel.payload() | {
            "recipients": [api.state.users[channel.recipient_id].payload()],
        }

    async def get_channel(request: web.Request) -> web.Response:
        return json_response(channel_payload(channel_of(request)))

    async def open_dm(request: web.Request) -> web.Response:
        api.check_token(request)
        body = (await api.body(request, lambda _: None)).object()
        channel = api.state.dm_of(snowflake_of(body.get("recipient_id")) or 0)
        if channel is None:
            raise unknown_user()
        if channel.id not in api.state.opened_dms and api.limiter.take("opened_dms"):
            raise refusal(40003)
        api.state.opened_dms.add(channel.id)
        return json_response(channel_payload(channel))

    async def typing(request: web.Request) -> web.Response:
        channel_of(request)
        return no_content()

    async def get_all(request: web.Request) -> web.Response:
        channel = channel_of(request)
        if not api.state.permissions(channel, APPLICATION_ID) & READ_HISTORY:
            # Discord refuses nothing here, it shows no messages.
            return json_response([])
        limit = min(snowflake_of(request.query.get("limit", "50")) or 50, MAX_HISTORY)
        before = snowflake_of(request.query.get("before", ""))
        after = snowflake_of(request.query.get("after", ""))
        shown = [
            one
            for one in api.state.messages(channel.id)
            if one.ephemeral_for is None
            and (before is None or one.id < before)
            and (after is None or one.id > after)
        ]
        wanted = shown[-limit:] if after is None else shown[:limit]
        return json_response([api.state.payload(message) for message in reversed(wanted)])

    async def post(request: web.Request) -> web.Response:
        channel = channel_of(request)
        body = await api.body(request, partial(require_new_message, api))
        data = body.object()
        _require_public(data)
        api.state.accessible_channel(channel.id, posts=True, files=bool(body.uploads))
        nonce = text_of(data.get("nonce")) if data.get("enforce_nonce") else ""
        earlier = api.state.message_with_nonce(nonce)
        if earlier is not None:
            return json_response(api.state.payload(earlier))
        api.state.unarchive(channel)
        flags = int_of(data.get("flags")) & SUPPRESS_NOTIFICATIONS
        blank = blank_channel_message(api, channel, flags)
        message = api.state.post(blank, data, body.uploads)
        if nonce:
            api.state.keep_nonce(nonce, message)
        return json_response(api.state.payload(message))

    async def react(request: web.Request) -> web.Response:
        message = message_of(request)
        emoji = _emoji_of(api, request.match_info["emoji"])
        others = tuple(one for one in message.reactions if one != emoji)
        if request.method == "DELETE":
            api.state.react(message, others)
            return no_content()
        channel = api.state.channel(message.channel_id)
        needed = READ_HISTORY if emoji in message.reactions else READ_HISTORY | ADD_REACTIONS
        if needed & ~api.state.permissions(channel, APPLICATION_ID):
            raise refusal(50013)
        api.state.react(message, (*others, emoji))
        return no_content()

    return [
        ("PUT", REACTION, react),
        ("DELETE", REACTION, react),
        ("POST", "/users/@me/channels", open_dm),
        ("GET", "/channels/{channel_id}", get_channel),
        ("POST", "/channels/{channel_id}/typing", typing),
        ("GET", CHANNEL_MESSAGES, get_all),
        ("POST", CHANNEL_MESSAGES, post),
        *(
            (method, CHANNEL_MESSAGE, handler)
            for method, handler in message_handlers(api, message_of)
        ),
    ]
