"""What an Activity may ask Discord's client, as far as a server has to answer it.

The page answers what only a window knows, such as its layout. The answers have the shapes that the
Embedded App SDK demands (discord/embedded-app-sdk, `src/schema/responses.ts`).
"""

from __future__ import annotations

from local_discord.activities.grants import Grants
from local_discord.activities.instances import Instance
from local_discord.fixtures import APPLICATION_ID, User
from local_discord.payload import Payload, text_of
from local_discord.state import State

INVALID_PAYLOAD, INVALID_COMMAND, INVALID_PERMISSIONS = 4000, 4002, 4006
INVALID_CLIENT, INVALID_TOKEN = 4007, 4009
OAUTH2_ERROR = 5000
"""discord/discord-api-docs, `topics/opcodes-and-status-codes`, "RPC Error Codes"."""


class RpcError(Exception):
    """A command is refused with one of the client's codes."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer(
    state: State, grants: Grants, user: User, instance: Instance, command: str, args: Payload
) -> Payload:
    """The answer to a command of a user's Activity; raises `RpcError`."""
    match command:
        case "AUTHORIZE":
            return {"code": _authorize(grants, user, args)}
        case "AUTHENTICATE":
            return _authenticate(state, grants, user, args)
        case "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS":
            return participants(state, instance)
        case "GET_CHANNEL":
            channel = instance.channel
            if args.get("channel_id") != str(channel.id):
                raise RpcError(INVALID_PERMISSIONS, "That is not the Activity's channel.")
            name = channel.name or None
            guild = None if channel.guild_id is None else str(channel.guild_id)
            return {
                "id": str(channel.id),
                "type": channel.kind,
                "name": name,
                "guild_id": guild,
                "voice_states": [],
                "messages": [],
            }
        case "USER_SETTINGS_GET_LOCALE":
            return {"locale": user.locale}
        case _:
            raise RpcError(INVALID_COMMAND, f"Invalid command: {command}")


def participants(state: State, instance: Instance) -> Payload:
    """Who is in an instance."""
    return {"participants": [state.users[one].payload() for one in instance.users]}


def _authorize(grants: Grants, user: User, args: Payload) -> str:
    """A code, unless the user does not agree."""
    scopes = args.get("scope")
    if args.get("client_id") != str(APPLICATION_ID):
        raise RpcError(INVALID_CLIENT, "Invalid Client ID")
    if args.get("response_type", "code") != "code" or not isinstance(scopes, list) or not scopes:
        raise RpcError(INVALID_PAYLOAD, "response_type is code, scope a list of scopes.")
    if user.id in grants.refusing:
        raise RpcError(OAUTH2_ERROR, "OAuth2 Error: access_denied")
    return grants.authorize(user, tuple(map(str, scopes)))


def _authenticate(state: State, grants: Grants, user: User, args: Payload) -> Payload:
    grant = grants.of(text_of(args.get("access_token")))
    if grant is None or grant.user.id != user.id:
        raise RpcError(INVALID_TOKEN, "Invalid token")
    return {
        "access_token": grant.token,
        "user": user.payload(),
        "scopes": list(grant.scopes),
        "expires": grant.expires.isoformat(),
        "application": {
            "id": str(APPLICATION_ID),
            "name": state.bot["username"],
            "description": "",
            "icon": None,
            "rpc_origins": [],
        },
    }
