"""Registering application commands, globally and for one guild."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import Api, Handler, json_response, no_content, path_id
from local_discord.errors import Problem, missing_access, refusal, require_valid, unknown_command
from local_discord.fixtures import APPLICATION_ID
from local_discord.limited_responses import too_many
from local_discord.payload import Payload, payloads_of, text_of
from local_discord.request_bodies import Body
from local_discord.validation.commands import (
    ENTRY_POINT,
    command_problems,
    commands_problems,
)

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    def scope(request: web.Request) -> int | None:
        """The guild of a request's commands; None for global commands."""
        api.check_token(request)
        if path_id(request, "application_id") != APPLICATION_ID:
            raise missing_access()
        if "guild_id" not in request.match_info:
            return None
        guild_id = path_id(request, "guild_id")
        if api.state.guilds.get(guild_id) is None:
            raise missing_access()
        return guild_id

    def named(request: web.Request, guild_id: int | None) -> Payload:
        wanted = request.match_info["command_id"]
        for command in api.state.commands(guild_id):
            if command["id"] == wanted:
                return command
        raise unknown_command()

    def refuse_new(
        guild_id: int | None, before: list[Payload], stored: list[Payload]
    ) -> web.Response | None:
        known = {one["id"] for one in before}
        created = sum(one["id"] not in known for one in stored)
        exceeded = created and api.limiter.take("new_commands", str(guild_id or ""), created)
        return too_many(exceeded) if exceeded else None

    async def get_all(request: web.Request) -> web.Response:
        commands = api.state.commands(scope(request))
        if request.query.get("with_localizations") in ("1", "true", "True"):
            return json_response(commands)
        return json_response([*map(_without_localizations, commands)])

    async def get_one(request: web.Request) -> web.Response:
        return json_response(named(request, scope(request)))

    async def put_all(request: web.Request) -> web.Response:
        guild_id = scope(request)
        body = await api.body(request, _require_commands)
        _require_contexts(api, payloads_of(body.json))
        before = api.state.commands(guild_id)
        stored = [_stored(api, one, before, guild_id) for one in payloads_of(body.json)]
        if _has_entry_point(before) and not _has_entry_point(stored):
            raise refusal(50240)
        refused = refuse_new(guild_id, before, stored)
        if refused is None:
            api.state.set_commands(guild_id, stored)
        return refused or json_response(stored)

    async def post_one(request: web.Request) -> web.Response:
        guild_id = scope(request)
        command = (await api.body(request, _require_command)).object()
        before = api.state.commands(guild_id)
        stored = _stored(api, command, before, guild_id)
        others = [one for one in before if one["id"] != stored["id"]]
        _require_commands(Body([*map(_sendable, others), command]))
        refused = refuse_new(guild_id, before, [stored])
        if refused is not None:
            return refused
        api.state.set_commands(guild_id, [*others, stored])
        return json_response(stored, status=200 if len(others) < len(before) else 201)

    async def patch_one(request: web.Request) -> web.Response:
        guild_id = scope(request)
        old = named(request, guild_id)
        kept = _sendable(old)
        body = await api.body(request, lambda body: _require_command(Body(kept | body.object())))
        stored = _stored(api, kept | body.object(), [], guild_id) | {"id": old["id"]}
        commands = api.state.commands(guild_id)
        api.state.set_commands(guild_id, [stored if one is old else one for one in commands])
        return json_response(stored)

    async def delete_one(request: web.Request) -> web.Response:
        guild_id = scope(request)
        old = named(request, guild_id)
        rest = [one for one in api.state.commands(guild_id) if one is not old]
        api.state.set_commands(guild_id, rest)
        return no_content()

    return [
        (method, template + suffix, handler)
        for template in (GLOBAL, GUILD)
        for method, suffix, handler in (
            ("GET", "", get_all),
            ("PUT", "", put_all),
            ("POST", "", post_one),
            ("GET", "/{command_id}", get_one),
            ("PATCH", "/{command_id}", patch_one),
            ("DELETE", "/{command_id}", delete_one),
        )
    ]


def _require_command(body: Body) -> None:
    require_valid(command_problems(body.object()))


def _require_commands(body: Body) -> None:
    require_valid(commands_problems(body.json))


def _require_contexts(api: Api, commands: list[Payload]) -> None:
    """Refuse commands for contexts in which the application cannot be installed.

    See discord-api-docs, `interactions/application-commands`, "Installation Context".
    """
    require_valid(
        [
            Problem(
                (index, "integration_types"),
                "APPLICATION_COMMAND_INVALID_INTEGRATION_TYPES",
                "The application does not support this installation context.",
            )
            for index, command in enumerate(commands)
            if isinstance(contexts := command.get("integration_types"), list)
            and not api.state.installation_contexts.issuperset(contexts)
        ]
    )


def _has_entry_point(commands: list[Payload]) -> bool:
    return any(one["type"] == ENTRY_POINT for one in commands)


def _without_localizations(command: Payload) -> Payload:
    """A command or option as those read it who do not ask for its translations."""
    kept = {key: value for key, value in command.items() if not key.endswith("_localizations")}
    if "options" in kept:
        kept["options"] = [*map(_without_localizations, payloads_of(kept["options"]))]
    return kept


def _sendable(stored: Payload) -> Payload:
    """A registered command without the keys that Discord adds."""
    added = ("id", "application_id", "version", "guild_id")
    return {key: value for key, value in stored.items() if key not in added}


def _stored(api: Api, command: Payload, before: list[Payload], guild_id: int | None) -> Payload:
    """Discord's application command object; a command of the same name keeps its id."""
    kind = command.get("type") or 1
    same = [one["id"] for one in before if one["name"] == command["name"] and one["type"] == kind]
    stored: Payload = {
        "id": same[0] if same else str(api.state.ids.next()),
        "application_id": str(APPLICATION_ID),
        "version": str(api.state.ids.next()),
        "type": kind,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": text_of(command.get("description")),
        "description_localizations": command.get("description_localizations"),
        "options": payloads_of(command.get("options")),
        "default_member_permissions": command.get("default_member_permissions"),
        "dm_permission": command.get("dm_permission", True),
        "nsfw": bool(command.get("nsfw")),
        "integration_types": command.get("integration_types") or [0],
        "contexts": command.get("contexts"),
    }
    if kind == ENTRY_POINT:
        stored["handler"] = command.get("handler") or 1
    if guild_id is not None:
        stored["guild_id"] = str(guild_id)
    return stored
