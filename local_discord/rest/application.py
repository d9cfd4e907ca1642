"""The bot itself: its user, application, guilds and gateway."""

from __future__ import annotations

import itertools

from aiohttp import web

from local_discord.api import Api, Handler, json_response, path_id
from local_discord.errors import missing_access, refusal, unknown_user
from local_discord.fixtures import APPLICATION_ID, Guild, account_of
from local_discord.payload import Payload, snowflake_of

MAX_GUILDS = 200
"""How many of its guilds a bot gets at once."""


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    async def me(request: web.Request) -> web.Response:
        grant = api.grant_of(request)
        if grant is not None:
            return json_response(grant.user.payload() | {"locale": grant.user.locale})
        api.check_token(request)
        return json_response(account_of(api.state.bot))

    async def user(request: web.Request) -> web.Response:
        api.check_token(request)
        user_id = path_id(request, "user_id")
        if user_id == APPLICATION_ID:
            return json_response(api.state.bot)
        user = api.state.users.get(user_id or 0)
        if user is None:
            raise unknown_user()
        return json_response(user.payload())

    async def application(request: web.Request) -> web.Response:
        api.check_token(request)
        return json_response(application_object(api))

    async def gateway(_: web.Request) -> web.Response:
        return json_response({"url": _gateway_url(api)})

    async def gateway_of_bot(request: web.Request) -> web.Response:
        api.check_token(request)
        limit = api.session_start_limit.payload()
        body = {"url": _gateway_url(api), "shards": api.shards, "session_start_limit": limit}
        return json_response(body)

    def guild_of(request: web.Request) -> Guild:
        api.check_token(request)
        found = api.state.guilds.get(path_id(request, "guild_id"))
        if found is None or found.id in api.state.left_guilds:
            raise missing_access()
        return found

    async def guild(request: web.Request) -> web.Response:
        return json_response(api.state.guild_payload(guild_of(request)))

    async def channels(request: web.Request) -> web.Response:
        there = api.state.channels_of(guild_of(request))
        return json_response([one.payload(position) for position, one in enumerate(there)])

    async def member(request: web.Request) -> web.Response:
        guild_id, user_id = guild_of(request).id, path_id(request, "user_id")
        if user_id == APPLICATION_ID:
            return json_response(api.state.member_payload(guild_id, api.state.bot))
        user = api.state.users.get(user_id or 0)
        if user is None:
            raise unknown_user()
        if (guild_id, user_id) in api.state.former_members:
            raise refusal(10007)
        return json_response(api.state.member_payload(guild_id, user.payload()))

    async def guilds(request: web.Request) -> web.Response:
        api.check_token(request)
        limit = min(snowflake_of(request.query.get("limit", "")) or MAX_GUILDS, MAX_GUILDS)
        after = snowflake_of(request.query.get("after", "")) or 0
        there = (
            guild
            for guild in api.state.guilds
            if guild.id > after and guild.id not in api.state.left_guilds
        )
        shown = itertools.islice(there, limit)
        return json_response([guild.payload() | {"owner": False} for guild in shown])

    return [
        ("GET", "/users/@me", me),
        ("GET", "/users/@me/guilds", guilds),
        ("GET", "/users/{user_id}", user),
        ("GET", "/oauth2/applications/@me", application),
        ("GET", "/applications/@me", application),
        ("GET", "/gateway", gateway),
        ("GET", "/gateway/bot", gateway_of_bot),
        ("GET", "/guilds/{guild_id}", guild),
        ("GET", "/guilds/{guild_id}/channels", channels),
        ("GET", "/guilds/{guild_id}/members/{user_id}", member),
    ]


def _gateway_url(api: Api) -> str:
    return api.state.base_url.replace("http", "ws", 1) + "/gateway"


def application_object(api: Api) -> Payload:
    """Discord's application object."""
    owner = next(iter(api.state.users.values()))
    return {
        "id": str(APPLICATION_ID),
        "name": api.state.bot["username"],
        "icon": None,
        "description": "",
        "type": None,
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "bot": api.state.bot,
        "owner": owner.payload(),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "approximate_guild_count": len(api.state.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "tags": [],
        "integration_types_config": {
            str(context): {} for context in sorted(api.state.installation_contexts)
        },
        **api.state.application,
    }
