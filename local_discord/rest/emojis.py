"""Emoji of the application (discord-api-docs `resources/emoji`)."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from local_discord.api import Api, Handler, json_response, no_content, path_id
from local_discord.errors import missing_access, refusal, require_valid, unknown_emoji
from local_discord.fixtures import APPLICATION_ID, Emoji
from local_discord.payload import Payload, text_of
from local_discord.request_bodies import Body
from local_discord.validation.emojis import emoji_problems, image_of

EMOJIS = "/applications/{application_id}/emojis"
EMOJI = EMOJIS + "/{emoji_id}"
MAX_EMOJIS = 2000


def _checked(others: list[Emoji], *, has_image: bool) -> Callable[[Body], None]:
    taken = {emoji.name for emoji in others}
    return lambda body: require_valid(emoji_problems(body.object(), taken, has_image=has_image))


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def own(request: web.Request) -> list[Emoji]:
        api.check_token(request)
        if path_id(request, "application_id") != APPLICATION_ID:
            raise missing_access()
        return api.state.emojis_of(None)

    def named(request: web.Request) -> Emoji:
        wanted = path_id(request, "emoji_id")
        for emoji in own(request):
            if emoji.id == wanted:
                return emoji
        raise unknown_emoji()

    def shown(emoji: Emoji) -> Payload:
        return emoji.payload() | {"user": api.state.bot}

    async def get_all(request: web.Request) -> web.Response:
        return json_response({"items": [shown(emoji) for emoji in own(request)]})

    async def get_one(request: web.Request) -> web.Response:
        return json_response(shown(named(request)))

    async def post(request: web.Request) -> web.Response:
        there = own(request)
        body = (await api.body(request, _checked(there, has_image=True))).object()
        if len(api.state.emojis_of(None)) >= MAX_EMOJIS:
            raise refusal(30008)
        image = image_of(text_of(body["image"]))
        emoji = Emoji(api.state.ids.next(), text_of(body["name"]), None, image)
        api.state.emojis[emoji.id] = emoji
        return json_response(shown(emoji), status=201)

    async def patch(request: web.Request) -> web.Response:
        old = named(request)
        others = [emoji for emoji in own(request) if emoji is not old]
        body = (await api.body(request, _checked(others, has_image=False))).object()
        emoji = old if body.get("name") is None else old.renamed(text_of(body["name"]))
        api.state.emojis[emoji.id] = emoji
        return json_response(shown(emoji))

    async def delete(request: web.Request) -> web.Response:
        del api.state.emojis[named(request).id]
        return no_content()

    return [
        ("GET", EMOJIS, get_all),
        ("POST", EMOJIS, post),
        ("GET", EMOJI, get_one),
        ("PATCH", EMOJI, patch),
        ("DELETE", EMOJI, delete),
    ]
