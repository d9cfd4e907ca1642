"""The server side of the gateway: connecting, identifying, resuming, and what can go wrong."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine
from functools import partial

from aiohttp import web

from local_discord.gateway.connection import Connection
from local_discord.gateway.limits import SessionStartLimit
from local_discord.gateway.opcodes import SESSION_ENDING, Close, GatewayRefusal, Op, control
from local_discord.gateway.ready import created, ready
from local_discord.gateway.session import Session
from local_discord.payload import Payload, int_of, is_payload, payload_of, text_of
from local_discord.rate_limits import Clock
from local_discord.state import State

HEARTBEAT_SECONDS = 41.25
SESSION_SECONDS = 180.0
"""How long the session of a disconnected client can be resumed: some minutes
(discord/discord-api-docs, events/gateway, Initiating a Disconnect)."""

MAX_PAYLOAD_BYTES = 4096

HEARTBEAT_LATENCY = 0.05
"""Seconds until a heartbeat is acknowledged. Without a delay, the acknowledgement reaches a client
on the same machine before its heartbeat thread has noted the time, and it logs a false warning."""

CLOSING_SECONDS = 3.0

KNOWN_INTENTS = 0x3FFFFFF
PRIVILEGED_INTENTS = (1 << 1) | (1 << 8) | (1 << 15)
"""Guild members, presences, message content: disabled for the application."""

MAX_GUILDS_PER_SHARD = 2500
"""How many guilds a shard may have (discord/discord-api-docs, `developers/events/gateway.mdx`,
Sharding)."""


class Gateway:
    """The gateway, with controls for what can go wrong.

    Args:
        state: the source of READY and GUILD_CREATE; learns when the bot connects and disconnects.
        token: the bot token to accept; None accepts any.
        resume_url: returns `resume_gateway_url`, which is unknown until the server has a port.
        clock: seconds since 1970, for rate limits and the life of sessions.

    Attributes:
        heartbeat_seconds: the heartbeat interval for clients that connect from now on.
        acknowledges_heartbeats: whether heartbeats are acknowledged.
        event_delay: seconds until sessions get an event, so that it comes later than the answers to
            REST requests; READY and what follows it are not delayed.
        closing_seconds: how long clients that connect from now on may take to read what is left
            when their connection is closed; it is reset then.
        intents: the intents of the last client to identify; None before the first.
        identifies: how often clients sent IDENTIFY.
        resumes: how often clients sent RESUME.
        session_start_limit: how many times clients may still identify.
        max_guilds_per_shard: with more guilds for each shard, clients are refused by 4011.
        shard_multiple: clients whose number of shards is no multiple of it are refused by 4010, as
            those of large applications are (`developers/events/gateway.mdx`, Sharding for Large
            Bots).
    """

    def __init__(
        self, state: State, token: str | None, resume_url: Callable[[], str], clock: Clock
    ) -> None:
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self.acknowledges_heartbeats = True
        self.event_delay = 0.0
        self.closing_seconds = CLOSING_SECONDS
        self.intents: int | None = None
        self.identifies = 0
        self.resumes = 0
        self.session_start_limit = SessionStartLimit(clock)
        self.max_guilds_per_shard = MAX_GUILDS_PER_SHARD
        self.shard_multiple = 1
        self._state = state
        self._token = token
        self._resume_url = resume_url
        self._clock = clock
        self._silent = False
        self._refusals: list[int] = []
        self._sessions: dict[str, Session] = {}
        self._connections: dict[Connection, Session | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_event: asyncio.Task[None] | None = None

    @property
    def sessions(self) -> tuple[str, ...]:
        """The ids of the sessions in use or resumable."""
        return tuple(self._sessions)

    @property
    def served_shards(self) -> frozenset[tuple[int, int]]:
        """Number and count of each shard that a client serves, with all guilds sent to it."""
        sessions = self._sessions.values()
        return frozenset(
            one.shard for one in sessions if one.connection is not None and one.has_guilds
        )

    @property
    def transports(self) -> tuple[str, ...]:
        """The transport compression of each connection, such as zlib-stream; empty for none."""
        return tuple(connection.transport for connection in self._connections)

    @property
    def silent(self) -> bool:
        """Whether clients get no frames at all, as over a dead network, not even a close.

        A connection that was silent stays so. The events that its client missed are replayed when
        it resumes.
        """
        return self._silent

    @silent.setter
    def silent(self, silent: bool) -> None:
        self._silent = silent
        if silent:
            for connection in self._connections:
                connection.silent = True

    async def dispatch(self, event: str, data: Payload, guild_id: int | None) -> bool:
        """Send an event to every session of a guild's shard; False if there is none."""
        sessions = [session for session in self._sessions.values() if session.serves(guild_id)]
        if self.event_delay or self._last_event is not None:
            late = self._dispatch_late(self.event_delay, self._last_event, sessions, event, data)
            self._last_event = self._run(late)
            return bool(sessions)
        for session in sessions:
            await session.dispatch(event, data)
        return bool(sessions)

    async def _dispatch_late(
        self,
        delay: float,
        before: asyncio.Task[None] | None,
        sessions: list[Session],
        event: str,
        data: Payload,
    ) -> None:
        """Send an event after a delay, and after the one before it."""
        await asyncio.sleep(delay)
        if before is not None:
            await asyncio.wait([before])
        for session in sessions:
            await session.dispatch(event, data)
        if self._last_event is asyncio.current_task():
            self._last_event = None

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something until the gateway is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close_connections(self, code: int = Close.UNKNOWN_ERROR) -> None:
        """Close every connection with a close code.

        Sessions can be resumed unless the code says otherwise, such as 4009.
        """
        if code in SESSION_ENDING:
            self._sessions.clear()
        for session in self._sessions.values():
            session.connection = None
        for connection in tuple(self._connections):
            await connection.close(code)

    def refuse_next(self, count: int, code: int) -> None:
        """Answer the next IDENTIFYs or RESUMEs by closing the connection with that code."""
        self._refusals += [code] * count

    async def ask_to_reconnect(self) -> None:
        """Send RECONNECT (7); clients should reconnect and resume."""
        for session in tuple(self._sessions.values()):
            await session.send(control(Op.RECONNECT))

    async def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Send INVALID_SESSION (9); clients have to identify again, or resume if they can."""
        sessions = tuple(self._sessions.values())
        if not resumable:
            self._sessions.clear()
        for session in sessions:
            await session.send(control(Op.INVALID_SESSION, data=resumable))
            if session.connection is not None:
                self._connections[session.connection] = None
                session.connection = None

    async def send_corrupted(self) -> None:
        """Send every client a frame that can't be decoded."""
        for connection in tuple(self._connections):
            await connection.send_corrupted()

    async def repeat_last(self, count: int) -> None:
        """Send every session its newest events again, with the sequence numbers they had."""
        for session in tuple(self._sessions.values()):
            await session.repeat(count)

    async def close(self) -> None:
        """End every session and connection when the server stops."""
        self._sessions.clear()
        await self.close_connections(1001)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection."""
        connection = Connection(request, self._clock, self.closing_seconds)
        response = await connection.open()
        connection.silent = self._silent
        self._connections[connection] = None
        try:
            await self._converse(connection)
        except GatewayRefusal as refusal:
            self._detach(connection)
            await connection.close(refusal.code, str(refusal))
        except ConnectionError:
            pass
        finally:
            ended = self._detach(connection)
            if ended is not None and connection.closed_by_client:
                self._sessions.pop(ended.id, None)
            session = self._connections.pop(connection)
            if session is not None and session.connection is None:
                session.disconnected = self._clock()
            self._update_online()
        return response

    def _detach(self, connection: Connection) -> Session | None:
        """Separate a connection from its session; returns that unless another one has it now."""
        session = self._connections[connection]
        if session is None or session.connection is not connection:
            return None
        session.connection = None
        return session

    async def _converse(self, connection: Connection) -> None:
        """Answer what the client sends until the connection ends."""
        connection.require_valid_query()
        hello = {"heartbeat_interval": round(self.heartbeat_seconds * 1000)}
        await connection.send(control(Op.HELLO, hello))
        patience = self.heartbeat_seconds * 1.5
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(patience) as silence:
                async for frame in connection.received():
                    op, body = _decode(frame)
                    if op == Op.HEARTBEAT:
                        silence.reschedule(loop.time() + patience)
                    if not connection.silent:
                        await self._receive(connection, op, body)
        except TimeoutError as error:
            raise GatewayRefusal(Close.SESSION_TIMED_OUT) from error

    def _update_online(self) -> None:
        connections = [session.connection for session in self._sessions.values()]
        self._state.set_online(online=any(one is not None for one in connections))

    async def _receive(self, connection: Connection, op: int, body: object) -> None:
        """Handle one payload."""
        identified = self._connections[connection] is not None
        if op == Op.HEARTBEAT:
            if self.acknowledges_heartbeats:
                await asyncio.sleep(HEARTBEAT_LATENCY)
                await connection.send(control(Op.HEARTBEAT_ACK))
        elif op in (Op.IDENTIFY, Op.RESUME):
            if identified:
                raise GatewayRefusal(Close.ALREADY_AUTHENTICATED)
            begin = self._identify if op == Op.IDENTIFY else self._resume
            await begin(connection, payload_of(body))
        elif op not in (Op.PRESENCE_UPDATE, Op.VOICE_STATE_UPDATE, Op.REQUEST_GUILD_MEMBERS):
            raise GatewayRefusal(Close.UNKNOWN_OPCODE)
        elif not identified:
            raise GatewayRefusal(Close.NOT_AUTHENTICATED)

    def _refuse_on_demand(self) -> None:
        if self._refusals:
            raise GatewayRefusal(self._refusals.pop(0))

    def _check_token(self, given: object) -> None:
        token = text_of(given).removeprefix("Bot ")
        if (
            not token
            or self._token not in (None, token)
            or self.session_start_limit.token_was_reset
        ):
            raise GatewayRefusal(Close.AUTHENTICATION_FAILED)

    async def _identify(self, connection: Connection, body: Payload) -> None:
        self.identifies += 1
        if not self.session_start_limit.take():
            await self.close_connections(Close.AUTHENTICATION_FAILED)
        self._refuse_on_demand()
        self._check_token(body.get("token"))
        shard = _shard(body.get("shard"))
        if shard[1] % self.shard_multiple:
            raise GatewayRefusal(Close.INVALID_SHARD)
        if len(self._state.guilds) > shard[1] * self.max_guilds_per_shard:
            raise GatewayRefusal(Close.SHARDING_REQUIRED)
        intents = body.get("intents")
        if not isinstance(intents, int) or intents < 0 or intents > KNOWN_INTENTS:
            raise GatewayRefusal(Close.INVALID_INTENTS)
        if intents & PRIVILEGED_INTENTS:
            raise GatewayRefusal(Close.DISALLOWED_INTENTS)
        if self.session_start_limit.is_too_early(shard[0]):
            await connection.send(control(Op.INVALID_SESSION, data=False))
            return
        for old in tuple(self._sessions.values()):
            if old.shard == shard and old.connection is None:
                del self._sessions[old.id]
        session = Session(secrets.token_hex(16), shard, intents, connection=connection)
        self._sessions[session.id] = self._connections[connection] = session
        self.intents = intents
        if body.get("compress") is True:
            connection.compress_payloads()
        guilds = [
            guild_id
            for guild_id in self._state.guilds.of_shard(*shard)
            if guild_id not in self._state.left_guilds
        ]
        named = {"shard": list(shard)} if "shard" in body else {}
        begin = ready(self._state, session.id, guilds, self._resume_url()) | named
        await session.dispatch("READY", begin)
        self._run(self._stream(session, guilds))

    async def _stream(self, session: Session, guilds: list[int]) -> None:
        """Send a GUILD_CREATE for each guild, while other shards and events get their turn."""
        for guild_id in guilds:
            if session.id not in self._sessions:
                return
            if guild_id not in self._state.left_guilds:
                await session.dispatch_later(
                    "GUILD_CREATE", partial(created, self._state, guild_id)
                )
                await asyncio.sleep(0)
        session.has_guilds = True
        self._update_online()

    async def _resume(self, connection: Connection, body: Payload) -> None:
        self.resumes += 1
        self._refuse_on_demand()
        self._check_token(body.get("token"))
        session = self._sessions.get(text_of(body.get("session_id")))
        seen = int_of(body.get("seq"))
        if session is not None and self._clock() - session.disconnected > SESSION_SECONDS:
            del self._sessions[session.id]
            session = None
        if session is None or (session.sent and seen < session.sent[0][0] - 1):
            await connection.send(control(Op.INVALID_SESSION, data=False))
            return
        if seen > session.sequence:
            raise GatewayRefusal(Close.INVALID_SEQ)
        before, session.connection = session.connection, None
        if before is not None:
            await before.close(Close.UNKNOWN_ERROR)
        self._connections[connection] = session
        await session.replay(connection, seen)
        self._update_online()


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
