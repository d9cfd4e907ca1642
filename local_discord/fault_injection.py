"""Faults on demand: refused requests, reset and slow connections, an outage."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TypeAlias

from aiohttp import web
from aiohttp.typedefs import Middleware

from local_discord.api import Handler, error_response
from local_discord.errors import refusal, without_code
from local_discord.limited_responses import Scope, banned, html_page, rate_limited

RESET_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: closing the socket sends RST instead of FIN."""


@dataclass(frozen=True)
class RateLimited:
    """429 from Discord, in the scopes of discord-api-docs `topics/rate-limits`.

    Attributes:
        retry_after: seconds after which the client may repeat the request.
        scope: `user` for the bot's limit on the route, `global` for its limit over all routes,
            `shared` for a limit that others used up.
        html: whether the body is a proxy's HTML page, behind Discord's headers.
    """

    retry_after: float = 0.1
    scope: Scope = "user"
    html: bool = False


@dataclass(frozen=True)
class CloudflareBan:
    """429 from Cloudflare after too many invalid requests: HTML, without Discord's headers."""


@dataclass(frozen=True)
class HttpError:
    """An HTTP status without one of Discord's error codes.

    Attributes:
        status: such as 500, 502 or 503.
        html: whether the body is a proxy's HTML page rather than JSON.
        acted: whether Discord acts all the same.
    """

    status: int
    html: bool = False
    acted: bool = False


@dataclass(frozen=True)
class Refused:
    """One of Discord's JSON error codes, with its HTTP status and message.

    Attributes:
        retry_after: seconds after which the client may repeat a request refused with 429.
    """

    code: int
    retry_after: float = 0.1


@dataclass(frozen=True)
class ResetBefore:
    """The connection is reset before Discord acts."""


@dataclass(frozen=True)
class ResetAfter:
    """Discord acts, and the connection is reset before the response."""


@dataclass(frozen=True)
class Late:
    """Discord acts at once and responds after some seconds."""

    seconds: float


@dataclass(frozen=True)
class LateBefore:
    """Discord acts after some seconds and responds at once."""

    seconds: float


Fault: TypeAlias = (
    RateLimited | CloudflareBan | HttpError | Refused | ResetBefore | ResetAfter | Late | LateBefore
)


@dataclass(frozen=True)
class Network:
    """The network between the bot and Discord.

    Attributes:
        latency: the least and the most seconds between a request and its response. Half of it
            passes before Discord acts.
        loss: the share of requests whose connection is reset, half of them after Discord acted.
    """

    latency: tuple[float, float] = (0.0, 0.0)
    loss: float = 0.0


@dataclass
class Injected:
    """A fault and the requests that are to meet it.

    Attributes:
        remaining: how many more requests meet it.
        method: restricts it to an HTTP method.
        path_contains: restricts it to paths with this in them.
        happened: set once the last of them has met it.
        met: the paths of the requests that have met it.
    """

    fault: Fault
    remaining: int
    method: str = ""
    path_contains: str = ""
    happened: asyncio.Event = field(default_factory=asyncio.Event)
    met: list[str] = field(default_factory=list)

    def meets(self, request: web.Request) -> bool:
        """Whether a request is to meet this fault."""
        return (
            self.remaining > 0
            and self.method in ("", request.method)
            and self.path_contains in request.path
        )

    def count(self, request: web.Request) -> None:
        """Note that a request met it."""
        self.met.append(request.path)
        self.remaining -= 1
        if not self.remaining:
            self.happened.set()


class FaultInjector:
    """The faults still to come, and the state of the network.

    Attributes:
        network: latency and loss of all requests.
    """

    def __init__(self) -> None:
        self.network = Network()
        self._injected: list[Injected] = []
        self._random = random.Random(0)
        self._out = False
        self._open: set[asyncio.Transport] = set()

    def add(self, injected: Injected) -> None:
        """Let the next matching requests meet a fault."""
        self._injected.append(injected)

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """Reset the connections of REST and gateway, old and new, for the duration."""
        self._out = True
        for transport in tuple(self._open):
            reset(transport)
        try:
            yield
        finally:
            self._out = False

    async def serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request as network and faults have it."""
        transport = request.transport
        if transport is None or self._out:
            return _reset_response(transport)
        self._open.add(transport)
        try:
            if request.path.startswith("/api/"):
                return await self._meet(request, transport, handler)
            return await handler(request)
        except ConnectionResetError:
            # It was reset before all of the request's body had arrived.
            return _reset_response(transport)
        finally:
            self._open.discard(transport)

    async def _meet(
        self, request: web.Request, transport: asyncio.Transport, handler: Handler
    ) -> web.StreamResponse:
        fault = self._take(request)
        latency = self._random.uniform(*self.network.latency) / 2
        before = fault.seconds if isinstance(fault, LateBefore) else 0.0
        await _pass(latency + before)
        if isinstance(fault, ResetBefore):
            return _reset_response(transport)
        refused = None if fault is None else _refusal(fault)
        if refused is None:
            response = await handler(request)
        else:
            if isinstance(fault, HttpError) and fault.acted:
                await handler(request)
            response = refused
        await _pass(latency + (fault.seconds if isinstance(fault, Late) else 0.0))
        return _reset_response(transport) if isinstance(fault, ResetAfter) else response

    def _take(self, request: web.Request) -> Fault | None:
        """The fault that a request meets, if any."""
        for injected in self._injected:
            if injected.meets(request):
                injected.count(request)
                return injected.fault
        if self._random.random() < self.network.loss:
            return self._random.choice((ResetBefore(), ResetAfter()))
        return None


def fault_middleware(faults: FaultInjector) -> Middleware:
    """Middleware that injects faults into the requests of bots, not of the page."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith("/api/") or request.path == "/gateway":
            return await faults.serve(request, handler)
        return await handler(request)

    return middleware


async def _pass(seconds: float) -> None:
    if seconds:
        await asyncio.sleep(seconds)


def reset(transport: asyncio.Transport) -> None:
    """Reset a TCP connection."""
    connection = transport.get_extra_info("socket")
    if connection is not None and connection.fileno() != -1:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_ONCE)
    transport.abort()


def _reset_response(transport: asyncio.Transport | None) -> web.Response:
    """Reset the connection; the response, which aiohttp requires, reaches nobody."""
    if transport is not None:
        reset(transport)
    return web.Response()


def _refusal(fault: Fault) -> web.Response | None:
    """The response of a fault because of which Discord does not act."""
    match fault:
        case RateLimited(retry_after, scope, html):
            response = rate_limited(retry_after, scope)
            if html:
                response.body = html_page(429, "429 Too Many Requests").body
                response.content_type = "text/html"
            return response
        case CloudflareBan():
            return banned()
        case HttpError(status, html=True):
            return html_page(status, f"{status} {HTTPStatus(status).phrase}")
        case HttpError(status):
            return error_response(without_code(status))
        case Refused(code, retry_after):
            error = refusal(code)
            if error.status == 429:
                return rate_limited(retry_after, error=error)
            return error_response(error)
    return None
