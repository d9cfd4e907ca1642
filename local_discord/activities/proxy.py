"""The proxy between an Activity's frame and whoever serves it, with Discord's policy.

What Discord's proxy does is not documented; this is what developers report of it
(discord/embedded-app-sdk #280, #321): its policy takes the place of the one that it is served. It
allows scripts of its own address and inline ones, to whose tags it adds a nonce, and spells out
where to connect. HTML is not kept (`production-readiness`).

Each instance has a folder of its own under the chat page's address, not a host: the SDK accepts
answers from its own origin and Discord's alone.
"""

from __future__ import annotations

import asyncio
import re
import secrets

import aiohttp
from aiohttp import WSMsgType, web

from local_discord.activities.instances import Activities
from local_discord.fixtures import APPLICATION_ID

ORIGIN = f"https://{APPLICATION_ID}.discordsays.com"
"""Where Activities run on Discord, as whoever serves them is told here, too."""

POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'nonce-{nonce}' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self' data:; "
    "media-src 'self' blob: data:; connect-src {http} {ws} blob: data:; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'self'"
)
_INLINE = re.compile(rb"<script(?![^>]*\ssrc\s*=)", re.IGNORECASE)
_HOP_BY_HOP = frozenset(
    {
        *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te"),
        *("trailer", "transfer-encoding", "upgrade", "host", "content-length"),
    }
)
_NOT_SENT = _HOP_BY_HOP | {"referer", "origin", "cookie"}
"""Neither where the chat page is nor its cookies."""
_NOT_PASSED_ON = _HOP_BY_HOP | {
    *("content-encoding", "content-security-policy", "x-frame-options", "set-cookie"),
}
_NOTHING_THERE = "Nothing answers at the Activity's address, {target}."


class ActivityProxy:
    """Passes on what frames request.

    Args:
        activities: the instances, and where the Activity is.
        prefix: the path under which each instance has its folder.
    """

    def __init__(self, activities: Activities, prefix: str) -> None:
        self._activities = activities
        self._prefix = prefix
        self._client: aiohttp.ClientSession | None = None

    def add_routes(self, app: web.Application) -> None:
        """Add the route of all instances."""
        app.router.add_route("*", f"{self._prefix}/{{instance}}/{{path:.*}}", self.handle)
        app.on_cleanup.append(self._close)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Pass on a request of a frame."""
        target = self._activities.target
        if not target or self._activities.get(request.match_info["instance"]) is None:
            raise web.HTTPNotFound(text="There is no such Activity, or it has ended.")
        path = request.match_info["path"].removeprefix(".proxy/")
        url = f"{target}/{path}" + (f"?{request.query_string}" if request.query_string else "")
        headers = {name: value for name, value in request.headers.items() if _is_sent(name)}
        if "Origin" in request.headers:
            opaque = request.headers["Origin"] == "null"
            headers["Origin"] = "null" if opaque else ORIGIN
        if self._client is None:
            self._client = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._relay(self._client, request, url, headers)
            return await self._fetch(self._client, request, url, headers)
        except aiohttp.ClientConnectionError:
            raise web.HTTPBadGateway(text=_NOTHING_THERE.format(target=target)) from None

    async def _fetch(
        self,
        client: aiohttp.ClientSession,
        request: web.Request,
        url: str,
        headers: dict[str, str],
    ) -> web.Response:
        async with client.request(
            request.method,
            url,
            headers=headers,
            data=await request.read() or None,
            allow_redirects=False,
        ) as answer:
            body = await answer.read()
            passed = [
                (name, value)
                for name, value in answer.headers.items()
                if name.lower() not in _NOT_PASSED_ON
            ]
            response = web.Response(status=answer.status)
            response.headers.extend(passed)
            if answer.content_type == "text/html":
                nonce = secrets.token_urlsafe(18)
                body = _INLINE.sub(f'<script nonce="{nonce}"'.encode(), body)
                response.headers["Content-Security-Policy"] = _policy(request, nonce)
                response.headers["Cache-Control"] = "no-store"
            response.body = body
            return response

    async def _relay(
        self,
        client: aiohttp.ClientSession,
        request: web.Request,
        url: str,
        headers: dict[str, str],
    ) -> web.StreamResponse:
        """Pass on the frames of a WebSocket, and how it was closed."""
        kept = {name: value for name, value in headers.items() if "websocket" not in name.lower()}
        protocols = request.headers.get("Sec-WebSocket-Protocol", "")
        asked = [one.strip() for one in protocols.split(",") if one.strip()]
        try:
            upstream = await client.ws_connect(url, headers=kept, protocols=asked, max_msg_size=0)
        except aiohttp.WSServerHandshakeError as refused:
            return web.Response(status=refused.status)
        async with upstream:
            chosen = [upstream.protocol] if upstream.protocol else []
            window = web.WebSocketResponse(protocols=chosen, max_msg_size=0)
            await window.prepare(request)
            ways = (_pass_on(window, upstream), _pass_on(upstream, window))
            tasks = [asyncio.create_task(way) for way in ways]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                await window.close(code=upstream.close_code or 1000)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            return window

    async def _close(self, _: web.Application) -> None:
        if self._client is not None:
            await self._client.close()


def _is_sent(name: str) -> bool:
    return name.lower() not in _NOT_SENT


def _policy(request: web.Request, nonce: str) -> str:
    """The policy of a frame, which spells out its own address as Discord's does."""
    own = f"{request.host}/"
    return POLICY.format(nonce=nonce, http=f"http://{own}", ws=f"ws://{own}")


_Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pass_on(source: _Socket, target: _Socket) -> None:
    """Send on what one side sends, until it closes."""
    while True:
        message = await source.receive()
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
        else:
            return
