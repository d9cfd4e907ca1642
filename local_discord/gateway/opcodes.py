"""The gateway's opcodes and close codes."""

from __future__ import annotations

from enum import IntEnum

from local_discord.payload import dumps


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    VOICE_STATE_UPDATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


def control(op: Op, data: object = None) -> str:
    """A payload that is no event; clients expect its number and name to be there, as null."""
    return dumps({"t": None, "s": None, "op": op, "d": data})


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


CLOSE_REASONS: dict[int, str] = {
    Close.UNKNOWN_ERROR: "Unknown error.",
    Close.UNKNOWN_OPCODE: "Unknown opcode.",
    Close.DECODE_ERROR: "A gateway payload is a JSON object of at most 4096 bytes.",
    Close.NOT_AUTHENTICATED: "Identify or resume first.",
    Close.AUTHENTICATION_FAILED: "Authentication failed.",
    Close.ALREADY_AUTHENTICATED: "Already authenticated.",
    Close.INVALID_SEQ: "Invalid seq.",
    Close.RATE_LIMITED: "At most 120 payloads in 60 seconds.",
    Close.SESSION_TIMED_OUT: "No heartbeat arrived in time.",
    Close.INVALID_SHARD: "Invalid shard.",
    Close.SHARDING_REQUIRED: "Sharding required.",
    Close.INVALID_API_VERSION: "The API version is 10.",
    Close.INVALID_INTENTS: "Invalid intent(s).",
    Close.DISALLOWED_INTENTS: "Disallowed intent(s): privileged intents are disabled.",
}

SESSION_ENDING = frozenset(
    {
        Close.AUTHENTICATION_FAILED,
        Close.INVALID_SEQ,
        Close.SESSION_TIMED_OUT,
        Close.INVALID_SHARD,
        Close.SHARDING_REQUIRED,
        Close.INVALID_API_VERSION,
        Close.INVALID_INTENTS,
        Close.DISALLOWED_INTENTS,
    }
)
"""The close codes after which a session can't be resumed: those that tell the client to start a new
one, or not to reconnect (discord/discord-api-docs, topics/opcodes-and-status-codes)."""


class GatewayRefusal(Exception):
    """The gateway closes the connection.

    Attributes:
        code: the close code.
    """

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(reason or CLOSE_REASONS.get(code, ""))
        self.code = code
