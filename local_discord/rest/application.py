"""The bot itself: its user, application, guilds and gateway."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import Api, Handler, json_response, path_id
from local_discord.errors import missing_access, unknown_user
from local_discord.fixtures import APPLICATION_ID, GUILDS, account_of
from local_discord.payload import Payload


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    async def me(request: web.Request) -> web.Response:
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
        return json_response({"url": _gateway_url(api), "shards": 1, "session_start_limit": limit})

    async def guild(request: web.Request) -> web.Response:
        api.check_token(request)
        found = api.state.guilds.get(path_id(request, "guild_id") or 0)
        if found is None or found.id in api.state.left_guilds:
            raise missing_access()
        return json_response(found.payload())

    async def guilds(request: web.Request) -> web.Response:
        api.check_token(request)
        there = [guild for guild in GUILDS if guild.id not in api.state.left_guilds]
        return json_response([guild.payload() | {"owner": False} for guild in there])

    return [
        ("GET", "/users/@me", me),
        ("GET", "/users/@me/guilds", guilds),
        ("GET", "/users/{user_id}", user),
        ("GET", "/oauth2/applications/@me", application),
        ("GET", "/applications/@me", application),
        ("GET", "/gateway", gateway),
        ("GET", "/gateway/bot", gateway_of_bot),
        ("GET", "/guilds/{guild_id}", guild),
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
        "approximate_guild_count": len(GUILDS),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "tags": [],
        "integration_types_config": {
            str(context): {} for context in sorted(api.state.installation_contexts)
        },
    }
