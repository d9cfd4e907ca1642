"""A bot without a library, which can send what discord.py would refuse to send."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiohttp

from local_discord import LocalDiscord
from local_discord.payload import Payload, int_of, is_payload, payload_of, text_of

GUILDS_INTENT = 1
TOKEN = "local"


class Reply(NamedTuple):
    """The response to a REST request."""

    status: int
    body: Payload
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        """Discord's error code."""
        return int_of(self.body.get("code"))

    def problems(self) -> dict[str, str]:
        """The codes of a 50035, by dotted path."""
        found: dict[str, str] = {}

        def walk(node: object, path: str) -> None:
            for key, below in payload_of(node).items():
                if key == "_errors" and isinstance(below, list):
                    found[path] = text_of(payload_of(below[0])["code"])
                else:
                    walk(below, f"{path}.{key}".lstrip("."))

        walk(self.body.get("errors"), "")
        return found


class RawClient:
    """A gateway connection and REST requests, created by `raw_client`."""

    def __init__(
        self,
        local: LocalDiscord,
        session: aiohttp.ClientSession,
        socket: aiohttp.ClientWebSocketResponse,
    ) -> None:
        self._local = local
        self._session = session
        self.socket = socket
        self.sequence = 0
        self._close_code: int | None = None

    async def send(self, op: int, data: object = None) -> None:
        """Send a gateway payload."""
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> Payload:
        """The next gateway payload; an empty one if the connection is closed."""
        frame = await self.socket.receive(timeout=5)
        if frame.type is aiohttp.WSMsgType.CLOSE:
            # aiohttp forgets the code if the server has closed the connection before its answer.
            self._close_code = frame.data
        if frame.type is not aiohttp.WSMsgType.TEXT:
            return {}
        payload: object = json.loads(frame.data)
        assert is_payload(payload)
        self.sequence = int_of(payload.get("s")) or self.sequence
        return payload

    async def event(self, name: str) -> Payload:
        """The data of the next event of that name."""
        while True:
            payload = await self.receive()
            assert payload, f"The connection was closed ({self.socket.close_code})."
            if payload.get("t") == name:
                return payload_of(payload["d"])

    async def close_code(self) -> int | None:
        """Wait until the connection is closed, and return the close code."""
        while await self.receive():
            pass
        return self._close_code or self.socket.close_code

    async def identify(self, token: str = TOKEN, **more: object) -> Payload:
        """Send IDENTIFY and return the data of READY."""
        await self.send(2, identify_body(token, **more))
        return await self.event("READY")

    async def resume(self, session: object, sequence: int) -> None:
        """Send RESUME."""
        await self.send(6, {"token": TOKEN, "session_id": session, "seq": sequence})

    async def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: Sequence[tuple[str, bytes]] = (),
        token: str | None = TOKEN,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Make a REST request, with JSON or a multipart form."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bot {token}"
        data: aiohttp.FormData | str | None = None
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body), content_type="application/json")
            for index, (name, content) in enumerate(files):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = json.dumps(body)
            sent.setdefault("Content-Type", "application/json")
        return await self._reply(method, path, data, sent)

    async def send_text(self, method: str, path: str, content_type: str, text: str) -> Reply:
        """Make a REST request with a body of some type."""
        sent = {"Authorization": f"Bot {TOKEN}", "Content-Type": content_type}
        return await self._reply(method, path, text, sent)

    async def _reply(
        self,
        method: str,
        path: str,
        data: aiohttp.FormData | str | None,
        headers: Mapping[str, str],
    ) -> Reply:
        url = self._local.api_url + path
        async with self._session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            parsed: object = json.loads(text) if text else {}
            body_back = parsed if is_payload(parsed) else {"list": parsed}
            return Reply(response.status, body_back, response.headers)


def identify_body(token: str = TOKEN, **more: object) -> Payload:
    """The data of IDENTIFY."""
    properties: Payload = {"os": "linux", "browser": "test", "device": "test"}
    return {"token": token, "intents": GUILDS_INTENT, "properties": properties, **more}


def control(op: int, data: object = None) -> Payload:
    """A gateway payload that is no event."""
    return {"t": None, "s": None, "op": op, "d": data}


@asynccontextmanager
async def raw_client(local: LocalDiscord) -> AsyncIterator[RawClient]:
    """Connect to the gateway and read HELLO."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(local.gateway_url, max_msg_size=0) as socket,
    ):
        client = RawClient(local, session, socket)
        assert (await client.receive())["op"] == 10
        yield client
