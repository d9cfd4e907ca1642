"""What bots read of rate limits: headers, Discord's 429 and Cloudflare's."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Middleware

from local_discord.api import API_PREFIX, Handler, json_response
from local_discord.errors import ApiError, refusal
from local_discord.payload import Payload
from local_discord.rate_limits import Exceeded, RateLimiter, Route

Scope: TypeAlias = Literal["user", "global", "shared"]

VIA = "1.1 google"
"""Discord's own responses name its proxy; clients take a 429 without it for one of Cloudflare."""

INVALID = (401, 403, 429)
"""The statuses that count towards the limit of invalid requests."""


def limit_middleware(limiter: RateLimiter) -> Middleware:
    """Middleware that refuses requests beyond a limit, and tells of limits in headers."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        resource = request.match_info.route.resource
        if resource is None or not resource.canonical.startswith(API_PREFIX):
            return await handler(request)
        template = resource.canonical.removeprefix(API_PREFIX)
        route = Route(request.method, template, request.match_info)
        exceeded = limiter.refuse(route)
        response = await handler(request) if exceeded is None else too_many(exceeded)
        window = limiter.window_of(route)
        if window is not None and (
            exceeded is None or exceeded.limit in (route.limit, "old_edits")
        ):
            left = limiter.seconds_left(window)
            response.headers["X-RateLimit-Limit"] = str(window.limit.requests)
            response.headers["X-RateLimit-Remaining"] = str(window.remaining)
            response.headers["X-RateLimit-Reset"] = f"{window.closes:.3f}"
            response.headers["X-RateLimit-Reset-After"] = f"{left:.3f}"
            response.headers["X-RateLimit-Bucket"] = route.bucket
        if response.status in INVALID:
            limiter.count_invalid()
        return response

    return middleware


def too_many(exceeded: Exceeded) -> web.Response:
    """The response to a request beyond a limit."""
    if exceeded.limit == "invalid":
        return banned(exceeded.retry_after)
    if exceeded.limit in ("old_edits", "old_callback_edits"):
        return rate_limited(exceeded.retry_after, error=refusal(30046))
    if exceeded.limit == "new_commands":
        return rate_limited(exceeded.retry_after, error=refusal(30034))
    return rate_limited(
        exceeded.retry_after, "global" if exceeded.limit == "all_routes" else "user"
    )


def rate_limited(
    retry_after: float, scope: Scope = "user", *, error: ApiError | None = None
) -> web.Response:
    """Discord's 429.

    Args:
        retry_after: seconds after which the client may repeat the request.
        scope: whose limit it is.
        error: the error, if the limit has a code of its own.
    """
    shared = scope == "shared"
    message = "The resource is being rate limited." if shared else "You are being rate limited."
    body: Payload = {"message": message} if error is None else error.payload()
    body |= {"retry_after": retry_after, "global": scope == "global"}
    response = json_response(body, status=429)
    response.headers["Via"] = VIA
    response.headers["Retry-After"] = str(math.ceil(retry_after))
    response.headers["X-RateLimit-Scope"] = scope
    if scope == "global":
        response.headers["X-RateLimit-Global"] = "true"
    return response


def banned(retry_after: float = 600.0) -> web.Response:
    """Cloudflare's 429, without any header of Discord's."""
    return html_page(429, "error code: 1015", {"Retry-After": str(math.ceil(retry_after))})


def html_page(status: int, title: str, headers: Mapping[str, str] | None = None) -> web.Response:
    """A proxy's HTML page."""
    text = f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{title}</body></html>"
    return web.Response(status=status, text=text, content_type="text/html", headers=headers)
