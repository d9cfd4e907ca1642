"""What REST handlers share: their context, the token check, Discord's error format."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.typedefs import Middleware

from local_discord.activities.grants import Grant, Grants
from local_discord.activities.instances import Activities
from local_discord.errors import (
    ApiError,
    method_not_allowed,
    not_found,
    require_valid,
    unauthorized,
)
from local_discord.gateway.limits import SessionStartLimit
from local_discord.interactions import Interactions
from local_discord.openapi import Description
from local_discord.payload import dumps, snowflake_of
from local_discord.rate_limits import RateLimiter
from local_discord.request_bodies import Body, read_body
from local_discord.state import State

API_PREFIX = "/api/v10"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Refusal:
    """A refused request, as listed in `LocalDiscord.refusals`.

    Attributes:
        status: the HTTP status.
        code: Discord's JSON error code.
        sentence: everything wrong with the request, in one line.
    """

    method: str
    path: str
    status: int
    code: int
    sentence: str

    def __str__(self) -> str:
        """For example `PUT /applications/1/commands: 50035 Invalid Form Body; [0].name: ...`."""
        return f"{self.method} {self.path}: {self.code} {self.sentence}"


@dataclass
class Api:
    """The context of the REST handlers.

    Attributes:
        limiter: counts towards limits that depend on a request's content.
        token: the bot token to accept; None accepts any.
        description: Discord's API description to check bodies against, if available.
        session_start_limit: how many times clients may still identify at the gateway.
        shards: the number of shards that GET /gateway/bot recommends.
        activities: the instances of the application's Activity.
        grants: what users have let the application know.
    """

    state: State
    interactions: Interactions
    limiter: RateLimiter
    token: str | None
    description: Description | None
    session_start_limit: SessionStartLimit
    shards: int
    activities: Activities
    grants: Grants
    refusals: list[Refusal] = field(default_factory=list)

    def check_token(self, request: web.Request) -> None:
        """Raise `ApiError` 401 unless the request has the bot's token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        is_valid = self.token in (None, token) and not self.session_start_limit.token_was_reset
        if scheme != "Bot" or not token or not is_valid:
            raise unauthorized()

    def grant_of(self, request: web.Request) -> Grant | None:
        """The grant of a user's token that a request has; None for any other token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return self.grants.of(token) if scheme == "Bearer" else None

    async def body(self, request: web.Request, require: Callable[[Body], None]) -> Body:
        """Read and check the request's body.

        Args:
            request: the request.
            require: raises `ApiError` if the body breaks a rule.

        Raises:
            ApiError: from `require`, or 50035 if the body doesn't match the API description.
        """
        body = await read_body(request)
        require(body)
        resource = request.match_info.route.resource
        if self.description is not None and resource is not None:
            template = resource.canonical.removeprefix(API_PREFIX)
            require_valid(self.description.problems(request.method, template, body.json))
        return body


def api_middleware(api: Api) -> Middleware:
    """Middleware that turns errors into Discord's JSON errors."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        try:
            return await handler(request)
        except ApiError as error:
            refused = error
        except web.HTTPNotFound:
            refused = not_found()
        except web.HTTPMethodNotAllowed:
            refused = method_not_allowed()
        path = request.path.removeprefix(API_PREFIX)
        api.refusals.append(
            Refusal(request.method, path, refused.status, refused.code, refused.sentence())
        )
        return error_response(refused)

    return middleware


def error_response(error: ApiError) -> web.Response:
    """Discord's JSON error."""
    return json_response(error.payload(), status=error.status)


def json_response(body: object, *, status: int = 200) -> web.Response:
    """A JSON response. Clients compare the content type exactly, so it has no charset."""
    return web.Response(
        status=status, body=dumps(body).encode(), headers={"Content-Type": "application/json"}
    )


def no_content() -> web.Response:
    """An empty response, status 204."""
    return web.Response(status=204)


def path_id(request: web.Request, name: str) -> int | None:
    """An id from the path; None if it is not a number."""
    return snowflake_of(request.match_info[name])
