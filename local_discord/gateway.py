"""Discord's gateway: the websocket that sends events to a bot.

It covers HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME and sharding. Frames are never
compressed; clients that ask for compression accept that.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMsgType, web

from local_discord.fixtures import APPLICATION_ID, GUILDS, SINCE, Guild, member_of
from local_discord.payload import Payload, dumps, int_of, is_payload, payload_of, text_of
from local_discord.state import State

HEARTBEAT_SECONDS = 41.25
MAX_PAYLOAD_BYTES = 4096
MAX_EVENTS_KEPT = 1000
"""How many events a session keeps for a client that resumes."""

HEARTBEAT_LATENCY = 0.05
"""Seconds until a heartbeat is acknowledged. Without a delay, the acknowledgement reaches a client
on the same machine before its heartbeat thread has noted the time, and it logs a false warning."""

KNOWN_INTENTS = 0x3FFFFFF
PRIVILEGED_INTENTS = (1 << 1) | (1 << 8) | (1 << 15)
"""Guild members, presences, message content: disabled for the application."""


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


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


CLOSE_REASONS = {
    Close.UNKNOWN_ERROR: "The connection was dropped.",
    Close.UNKNOWN_OPCODE: "Unknown opcode.",
    Close.DECODE_ERROR: "A gateway payload is a JSON object of at most 4096 bytes.",
    Close.NOT_AUTHENTICATED: "Identify or resume first.",
    Close.AUTHENTICATION_FAILED: "Authentication failed.",
    Close.ALREADY_AUTHENTICATED: "Already authenticated.",
    Close.INVALID_SEQ: "Invalid seq.",
    Close.SESSION_TIMED_OUT: "No heartbeat arrived in time.",
    Close.INVALID_SHARD: "Invalid shard.",
    Close.INVALID_INTENTS: "Invalid intent(s).",
    Close.DISALLOWED_INTENTS: "Disallowed intent(s): privileged intents are disabled.",
}


class GatewayRefusal(Exception):
    """The gateway closes the connection.

    Attributes:
        code: the close code.
    """

    def __init__(self, code: Close) -> None:
        super().__init__(CLOSE_REASONS[code])
        self.code = code


@dataclass
class Session:
    """A client's session, which outlives its connections.

    Attributes:
        shard: the shard's number and the number of shards.
        sequence: the number of the last event.
        sent: the newest events with their numbers, for a client that resumes.
        socket: the connection; None while the client is disconnected.
    """

    id: str
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MAX_EVENTS_KEPT))
    socket: web.WebSocketResponse | None = None

    def serves(self, guild_id: int | None) -> bool:
        """Whether this shard gets the events of a guild; None means direct messages."""
        number, count = self.shard
        return (0 if guild_id is None else (guild_id >> 22) % count) == number

    async def dispatch(self, event: str, data: Payload) -> None:
        """Send an event, and keep it for a client that resumes."""
        self.sequence += 1
        frame = dumps({"op": Op.DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        await self.send(frame)

    async def send(self, frame: str) -> None:
        """Send a frame if the client is connected."""
        if self.socket is not None and not self.socket.closed:
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                self.socket = None


class Gateway:
    """The server side of the gateway.

    Args:
        state: the source of READY and GUILD_CREATE; learns when the bot connects and disconnects.
        token: the bot token to accept; None accepts any.
        resume_url: returns `resume_gateway_url`, which is unknown until the server has a port.

    Attributes:
        heartbeat_seconds: the heartbeat interval for clients that connect from now on.
        intents: the intents of the last client to identify; None before the first.
    """

    def __init__(self, state: State, token: str | None, resume_url: Callable[[], str]) -> None:
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self.intents: int | None = None
        self._state = state
        self._token = token
        self._resume_url = resume_url
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()

    @property
    def sessions(self) -> tuple[str, ...]:
        """The ids of the sessions in use or resumable."""
        return tuple(self._sessions)

    async def dispatch(self, event: str, data: Payload, guild_id: int | None) -> bool:
        """Send an event to every session of a guild's shard; False if there is none."""
        sessions = [session for session in self._sessions.values() if session.serves(guild_id)]
        for session in sessions:
            await session.dispatch(event, data)
        return bool(sessions)

    async def drop_connections(self) -> None:
        """Close every connection as a network failure would; clients should resume."""
        await self._close_all(Close.UNKNOWN_ERROR)

    async def ask_to_reconnect(self) -> None:
        """Send RECONNECT (7); clients should reconnect and resume."""
        for session in tuple(self._sessions.values()):
            await session.send(dumps({"op": Op.RECONNECT, "d": None}))

    async def invalidate_sessions(self) -> None:
        """Drop every session and send INVALID_SESSION (9); clients have to identify again."""
        sessions = tuple(self._sessions.values())
        self._sessions.clear()
        for session in sessions:
            await session.send(dumps({"op": Op.INVALID_SESSION, "d": False}))

    async def close(self) -> None:
        """Close every connection when the server stops."""
        self._sessions.clear()
        await self._close_all(1001)

    async def _close_all(self, code: int) -> None:
        for session in self._sessions.values():
            session.socket = None
        for socket in tuple(self._sockets):
            await socket.close(code=code)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self._sockets.add(socket)
        session: Session | None = None
        try:
            hello = {"heartbeat_interval": round(self.heartbeat_seconds * 1000)}
            await socket.send_str(dumps({"op": Op.HELLO, "d": hello}))
            while True:
                try:
                    frame = await socket.receive(timeout=self.heartbeat_seconds * 1.5)
                except TimeoutError as error:
                    raise GatewayRefusal(Close.SESSION_TIMED_OUT) from error
                if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                session = await self._receive(socket, session, frame.data)
        except GatewayRefusal as refusal:
            if session is not None:
                session.socket = None
            await socket.close(code=refusal.code, message=str(refusal).encode())
        except ConnectionError:
            pass
        finally:
            self._sockets.discard(socket)
            self._disconnected(socket, session)
        return socket

    def _disconnected(self, socket: web.WebSocketResponse, session: Session | None) -> None:
        """Record that a connection ended; a client that closed it normally won't resume."""
        if session is not None and session.socket is socket:
            session.socket = None
            if socket.close_code in (1000, 1001):
                self._sessions.pop(session.id, None)
        self._update_online()

    def _update_online(self) -> None:
        sockets = [session.socket for session in self._sessions.values()]
        self._state.set_online(online=any(socket is not None for socket in sockets))

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, data: str | bytes
    ) -> Session | None:
        """Handle one payload; returns the connection's session after it."""
        op, body = _decode(data)
        if op == Op.HEARTBEAT:
            await asyncio.sleep(HEARTBEAT_LATENCY)
            await socket.send_str(dumps({"op": Op.HEARTBEAT_ACK}))
            return session
        if op in (Op.IDENTIFY, Op.RESUME):
            if session is not None:
                raise GatewayRefusal(Close.ALREADY_AUTHENTICATED)
            begin = self._identify if op == Op.IDENTIFY else self._resume
            return await begin(socket, payload_of(body))
        if op not in (Op.PRESENCE_UPDATE, Op.VOICE_STATE_UPDATE, Op.REQUEST_GUILD_MEMBERS):
            raise GatewayRefusal(Close.UNKNOWN_OPCODE)
        if session is None:
            raise GatewayRefusal(Close.NOT_AUTHENTICATED)
        return session

    def _check_token(self, given: object) -> None:
        if not text_of(given) or self._token not in (None, text_of(given).removeprefix("Bot ")):
            raise GatewayRefusal(Close.AUTHENTICATION_FAILED)

    async def _identify(self, socket: web.WebSocketResponse, body: Payload) -> Session:
        self._check_token(body.get("token"))
        shard = _shard(body.get("shard"))
        intents = body.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents > KNOWN_INTENTS:
            raise GatewayRefusal(Close.INVALID_INTENTS)
        if intents & PRIVILEGED_INTENTS:
            raise GatewayRefusal(Close.DISALLOWED_INTENTS)
        for old in tuple(self._sessions.values()):
            if old.shard == shard and old.socket is None:
                del self._sessions[old.id]
        session = Session(id=secrets.token_hex(16), shard=shard, socket=socket)
        self._sessions[session.id] = session
        self.intents = intents
        guilds = [
            guild
            for guild in GUILDS
            if session.serves(guild.id) and guild.id not in self._state.left_guilds
        ]
        await session.dispatch(
            "READY",
            {
                "v": 10,
                "user": self._state.bot | {"email": None, "verified": True, "mfa_enabled": False},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self._resume_url(),
                "shard": list(shard),
                "application": {"id": str(APPLICATION_ID), "flags": 0},
                "private_channels": [],
            },
        )
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", self._guild_create(guild))
        self._update_online()
        return session

    async def _resume(self, socket: web.WebSocketResponse, body: Payload) -> Session | None:
        self._check_token(body.get("token"))
        session = self._sessions.get(text_of(body.get("session_id")))
        seen = int_of(body.get("seq"))
        if session is None or (session.sent and seen < session.sent[0][0] - 1):
            await socket.send_str(dumps({"op": Op.INVALID_SESSION, "d": False}))
            return None
        if seen > session.sequence:
            raise GatewayRefusal(Close.INVALID_SEQ)
        before, session.socket = session.socket, None
        if before is not None:
            await before.close(code=Close.UNKNOWN_ERROR)
        while missed := [(number, frame) for number, frame in session.sent if number > seen]:
            for number, frame in missed:
                await socket.send_str(frame)
                seen = number
        session.socket = socket
        await session.dispatch("RESUMED", {})
        self._update_online()
        return session

    def _guild_create(self, guild: Guild) -> Payload:
        """Discord's guild object with the keys that only GUILD_CREATE has."""
        return guild.payload() | {
            "joined_at": SINCE,
            "large": False,
            "unavailable": False,
            "member_count": len(self._state.users) + 1,
            "members": [member_of(self._state.bot)],
            "channels": [
                channel.payload(position)
                for position, channel in enumerate(self._state.channels_of(guild))
            ],
            "threads": [],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


def _decode(data: str | bytes) -> tuple[int, object]:
    """Opcode and data of a client's payload."""
    if len(data.encode() if isinstance(data, str) else data) > MAX_PAYLOAD_BYTES:
        raise GatewayRefusal(Close.DECODE_ERROR)
    try:
        payload: object = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GatewayRefusal(Close.DECODE_ERROR) from error
    if not is_payload(payload) or not isinstance(payload.get("op"), int):
        raise GatewayRefusal(Close.DECODE_ERROR)
    return int_of(payload["op"]), payload.get("d")


def _shard(value: object) -> tuple[int, int]:
    """Shard number and count from IDENTIFY; one shard by default."""
    if value is None:
        return 0, 1
    if isinstance(value, list) and len(value) == 2 and all(type(item) is int for item in value):
        number, count = value
        if 0 <= number < count:
            return number, count
    raise GatewayRefusal(Close.INVALID_SHARD)
