"""Fault injection: REST requests that fail on demand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from aiohttp import web

from local_discord.payload import Payload, dumps


@dataclass
class Fault:
    """A number of requests that are to fail.

    Attributes:
        remaining: how many more requests fail.
        status: the HTTP status they get.
        path_contains: restricts the fault to paths with this in them.
        retry_after: seconds to wait, for status 429.
        via: whether a 429 has Discord's `Via` header; without it, clients take it for a ban by
            Cloudflare.
        happened: set once no more requests are to fail.
    """

    remaining: int
    status: int
    path_contains: str
    retry_after: float
    via: bool
    happened: asyncio.Event = field(default_factory=asyncio.Event)

    def response(self) -> web.Response:
        """The response to a failing request."""
        body: Payload = {"message": f"{self.status}: failing on demand", "code": 0}
        headers = {"Content-Type": "application/json"}
        if self.status == 429:
            body = {
                "message": "You are being rate limited.",
                "retry_after": self.retry_after,
                "global": False,
            }
            headers |= {"Retry-After": str(self.retry_after), "X-RateLimit-Scope": "user"}
            if self.via:
                headers["Via"] = "1.1 local"
        return web.Response(status=self.status, body=dumps(body).encode(), headers=headers)


class FaultInjector:
    """The faults still to come."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Let the next matching requests fail."""
        self._faults.append(fault)

    def take(self, path: str) -> Fault | None:
        """The fault for this request, if any; counts it as used."""
        for fault in self._faults:
            if fault.remaining > 0 and fault.path_contains in path:
                fault.remaining -= 1
                if not fault.remaining:
                    fault.happened.set()
                return fault
        return None
