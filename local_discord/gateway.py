"""Discord's gateway: the websocket that tells a bot what happens.

HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME with what was missed, and dispatches sent
to the right shard. Messages are sent as plain text: a client that asks for compression copes.
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
"""How many dispatches a session keeps for a client that comes back."""

HEARTBEAT_TRAVEL = 0.05
"""Seconds until a heartbeat is acknowledged. Without any, the answer reaches a client on the same
machine before its heartbeat thread has noted when it sent, and it warns of a delay that is none."""

KNOWN_INTENTS = 0x3FFFFFF
PRIVILEGED_INTENTS = (1 << 1) | (1 << 8) | (1 << 15)
"""Guild members, presences, message content: switched off for the application here."""


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
    Close.DECODE_ERROR: "That is no gateway payload: a JSON object of at most 4096 bytes.",
    Close.NOT_AUTHENTICATED: "Identify or resume before anything else.",
    Close.AUTHENTICATION_FAILED: "Authentication failed.",
    Close.ALREADY_AUTHENTICATED: "Already authenticated.",
    Close.INVALID_SEQ: "Invalid seq.",
    Close.SESSION_TIMED_OUT: "No heartbeat came in time.",
    Close.INVALID_SHARD: "Invalid shard.",
    Close.INVALID_INTENTS: "Invalid intent(s).",
    Close.DISALLOWED_INTENTS: "Disallowed intent(s): the privileged ones are off here.",
}


class GatewayRefusal(Exception):
    """The connection has to end.

    Attributes:
        code: why.
    """

    def __init__(self, code: Close) -> None:
        super().__init__(CLOSE_REASONS[code])
        self.code = code


@dataclass
class Session:
    """One client's session, which outlives its connections.

    Attributes:
        shard: this shard's number and how many there are.
        sequence: the number of the last dispatch.
        sent: the newest dispatches, for a client that resumes.
        socket: the connection, None while the client is away.
    """

    id: str
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MAX_EVENTS_KEPT))
    socket: web.WebSocketResponse | None = None

    def serves(self, guild_id: int | None) -> bool:
        """Whether events of that guild (None: of direct messages) come to this shard."""
        number, count = self.shard
        return (0 if guild_id is None else (guild_id >> 22) % count) == number

    async def dispatch(self, event: str, data: Payload) -> None:
        """Number an event, keep it for a resume, and send it when the client is there."""
        self.sequence += 1
        frame = dumps({"op": Op.DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, frame))
        await self.send(frame)

    async def send(self, frame: str) -> None:
        """Send a frame to the client, if it is connected."""
        if self.socket is not None and not self.socket.closed:
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                self.socket = None


class Gateway:
    """The gateway's server side.

    Args:
        state: what READY and GUILD_CREATE describe; is told when the bot comes and goes.
        token: the bot token to accept; None accepts any.
        resume_url: gives the address for `resume_gateway_url`, once it is known.

    Attributes:
        intents: those that the last client to identify asked for; None before any did.
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
        """The ids of the sessions that a client holds or could still resume."""
        return tuple(self._sessions)

    async def dispatch(self, event: str, data: Payload, guild_id: int | None) -> bool:
        """Send an event to every session of the right shard; False when there is none."""
        there = [session for session in self._sessions.values() if session.serves(guild_id)]
        for session in there:
            await session.dispatch(event, data)
        return bool(there)

    async def drop(self) -> None:
        """Close every connection as a failing network would; clients are expected to resume."""
        await self._close_all(Close.UNKNOWN_ERROR)

    async def ask_to_reconnect(self) -> None:
        """Send RECONNECT (7): clients close their connection and resume."""
        for session in tuple(self._sessions.values()):
            await session.send(dumps({"op": Op.RECONNECT, "d": None}))

    async def invalidate_sessions(self) -> None:
        """Forget every session and say so: clients have to identify anew."""
        sessions = tuple(self._sessions.values())
        self._sessions.clear()
        for session in sessions:
            await session.send(dumps({"op": Op.INVALID_SESSION, "d": False}))

    async def close(self) -> None:
        """Say goodbye to every connection, when the server stops."""
        self._sessions.clear()
        await self._close_all(1001)

    async def _close_all(self, code: int) -> None:
        for session in self._sessions.values():
            session.socket = None
        for socket in tuple(self._sockets):
            await socket.close(code=code)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from HELLO to its end."""
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
            self._leave(socket, session)
        return socket

    def _leave(self, socket: web.WebSocketResponse, session: Session | None) -> None:
        """Note that a connection ended; a client that said goodbye itself won't be back."""
        if session is not None and session.socket is socket:
            session.socket = None
            if socket.close_code in (1000, 1001):
                self._sessions.pop(session.id, None)
        self._note_presence()

    def _note_presence(self) -> None:
        connected = any(session.socket is not None for session in self._sessions.values())
        self._state.set_online(online=connected)

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, data: str | bytes
    ) -> Session | None:
        """Act on one payload; gives the session the connection now has."""
        op, body = _decode(data)
        if op == Op.HEARTBEAT:
            await asyncio.sleep(HEARTBEAT_TRAVEL)
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
            if session.serves(guild.id) and guild.id not in self._state.left
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
        self._note_presence()
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
        self._note_presence()
        return session

    def _guild_create(self, guild: Guild) -> Payload:
        """Discord's guild object with what only GUILD_CREATE has."""
        return guild.payload() | {
            "joined_at": SINCE,
            "large": False,
            "unavailable": False,
            "member_count": len(self._state.people) + 1,
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
    """Opcode and data of a payload a client sent."""
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
    """Shard number and count from IDENTIFY; one shard when it says nothing."""
    if value is None:
        return 0, 1
    if isinstance(value, list) and len(value) == 2 and all(type(item) is int for item in value):
        number, count = value
        if 0 <= number < count:
            return number, count
    raise GatewayRefusal(Close.INVALID_SHARD)
