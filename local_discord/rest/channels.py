"""Channels, and the messages a bot sends there of its own accord."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import Api, Handler, answer, no_content, path_id
from local_discord.errors import not_the_author, unknown_message, unknown_user
from local_discord.fixtures import Channel
from local_discord.message import SUPPRESS_NOTIFICATIONS, Message
from local_discord.payload import Payload, int_of, snowflake_of
from local_discord.rest.blank import blank_channel_message
from local_discord.validation.message import require_message

MESSAGES = "/channels/{channel_id}/messages"
MAX_HISTORY = 100


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def channel_of(request: web.Request) -> Channel:
        api.check_token(request)
        return api.state.reachable(path_id(request, "channel_id"))

    def message_of(request: web.Request) -> Message:
        message = api.state.message(channel_of(request).id, path_id(request, "message_id") or 0)
        if message is None or message.only_for is not None:
            raise unknown_message()
        return message

    def channel_payload(channel: Channel) -> Payload:
        if channel.recipient_id is None:
            return channel.payload()
        return channel.payload() | {
            "recipients": [api.state.people[channel.recipient_id].user()],
        }

    async def get_channel(request: web.Request) -> web.Response:
        return answer(channel_payload(channel_of(request)))

    async def open_dm(request: web.Request) -> web.Response:
        api.check_token(request)
        body = (await api.body(request, lambda _: None)).object()
        channel = api.state.dm_of(snowflake_of(body.get("recipient_id")) or 0)
        if channel is None:
            raise unknown_user()
        return answer(channel_payload(channel))

    async def typing(request: web.Request) -> web.Response:
        channel_of(request)
        return no_content()

    async def get_all(request: web.Request) -> web.Response:
        channel = channel_of(request)
        limit = min(snowflake_of(request.query.get("limit", "50")) or 50, MAX_HISTORY)
        before = snowflake_of(request.query.get("before", ""))
        after = snowflake_of(request.query.get("after", ""))
        shown = [
            one
            for one in api.state.messages(channel.id)
            if one.only_for is None
            and (before is None or one.id < before)
            and (after is None or one.id > after)
        ]
        wanted = shown[-limit:] if after is None else shown[:limit]
        return answer([api.state.payload(message) for message in reversed(wanted)])

    async def get_one(request: web.Request) -> web.Response:
        return answer(api.state.payload(message_of(request)))

    async def post(request: web.Request) -> web.Response:
        channel = channel_of(request)
        body = await api.body(request, lambda body: require_message(body.object(), body.uploads))
        data = body.object()
        api.state.reachable(channel.id, posts=True, files=bool(body.uploads))
        flags = int_of(data.get("flags")) & SUPPRESS_NOTIFICATIONS
        blank = blank_channel_message(api, channel, flags)
        return answer(api.state.payload(api.state.post(blank, data, body.uploads)))

    async def patch(request: web.Request) -> web.Response:
        if message_of(request).author != api.state.bot:
            raise not_the_author()
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
        ("POST", "/users/@me/channels", open_dm),
        ("GET", "/channels/{channel_id}", get_channel),
        ("POST", "/channels/{channel_id}/typing", typing),
        ("GET", MESSAGES, get_all),
        ("POST", MESSAGES, post),
        ("GET", MESSAGES + "/{message_id}", get_one),
        ("PATCH", MESSAGES + "/{message_id}", patch),
        ("DELETE", MESSAGES + "/{message_id}", delete),
    ]
