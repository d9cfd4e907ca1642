"""Failures on demand: how tests see what a client does when Discord has a bad moment."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from local_discord.payload import Payload, dumps


@dataclass
class Fault:
    """The next requests that fail.

    Attributes:
        remaining: how many more.
        status: with which HTTP status.
        path_contains: only requests whose path has this in it.
        retry_after: seconds, for status 429.
        via: whether a 429 comes from Discord itself, marked by a `Via` header; without it clients
            take it for a ban by the network in front.
    """

    remaining: int
    status: int
    path_contains: str
    retry_after: float
    via: bool

    def response(self) -> web.Response:
        """What the client gets to see."""
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
    """The failures asked for and not yet used up."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Let requests fail from now on."""
        self._faults.append(fault)

    def take(self, path: str) -> Fault | None:
        """The failure this request is due, which counts it."""
        for fault in self._faults:
            if fault.remaining > 0 and fault.path_contains in path:
                fault.remaining -= 1
                return fault
        return None
