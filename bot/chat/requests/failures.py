"""What a request to Discord can fail with, and what follows from it."""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Final, TypeVar

import aiohttp
import discord

_log = logging.getLogger(__name__)

UNREACHABLE: Final = (
    OSError,  # refused and reset connections, DNS, TLS and timeouts
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.RateLimited,
)
"""The errors of a request or a connection that may succeed when it is tried again."""

FAILURES: Final = (
    *UNREACHABLE,
    RuntimeError,  # of a session that the end of the bot has closed
)
"""What a request to Discord can fail with: it refuses, or the connection breaks."""

UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
INVALID_TOKEN: Final = 50027
ARCHIVED: Final = 50083
BLOCKED: Final = 200000
TAKEN_FOR_SPAM: Final = frozenset({20026, 40003})
"""Discord's error codes, as in discord/discord-api-docs, ``topics/opcodes-and-status-codes``.

Those for spam come for direct messages that a bot opens too fast (#2669, #5987 there).
"""

_REFUSALS: Final = frozenset({400, 403, 404})
"""Discord's statuses for what it will not do."""
_LONGEST_REASON: Final = 120

_Result = TypeVar("_Result")


def is_broken_connection(error: BaseException) -> bool:
    """Whether nobody knows if Discord has acted: the connection broke, or took too long."""
    return isinstance(error, aiohttp.ClientError | OSError)


def is_passing(error: BaseException) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, discord.HTTPException):
        return error.status == 429 or error.status >= 500
    return isinstance(error, discord.RateLimited) or is_broken_connection(error)


def is_refusal(error: discord.HTTPException) -> bool:
    """Whether Discord itself, whose refusals have a code, will not do it however often asked."""
    return error.status in _REFUSALS and bool(error.code)


def page_refusals() -> aiohttp.TraceConfig:
    """Make a 429 that is no JSON one of :data:`FAILURES`, which the library does not in webhooks.

    It reads from the body when to try again, unless a header says that Discord has not sent it.
    """

    async def refuse_page(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        parameters: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = parameters.response
        if response.status == 429 and response.content_type != "application/json":
            raise discord.HTTPException(response, None)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(refuse_page)
    return trace


async def twice(request: Callable[[], Awaitable[_Result]]) -> _Result:
    """Send a request that may be repeated, and once more if the connection breaks.

    A connection that Discord has closed while it was idle breaks the next request; aiohttp repeats
    that by itself for a GET or a DELETE, but not for a POST or a PATCH.
    """
    try:
        return await request()
    except FAILURES as error:
        if not is_broken_connection(error):
            raise
        _log.warning("A request to Discord is sent again: %s", reason(error))
    return await request()


def reason(error: BaseException) -> str:
    """What went wrong, on one line: an error of Discord's proxies may be a whole page of HTML."""
    if isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, discord.HTTPException):
        status = f"HTTP {error.status} {error.response.reason}"
        text = "" if error.text.lstrip().startswith("<") else error.text
    else:
        status, text = type(error).__name__, str(error)
    line = " ".join(text.split())[:_LONGEST_REASON]
    return f"{status}: {line}" if line else status


@dataclass(frozen=True, slots=True)
class Backoff:
    """The pauses between attempts: each twice as long as the last, within limits."""

    first: float = 1.0
    longest: float = 30.0

    def after(self, failures: int) -> float:
        """Seconds to wait after a number of failures in a row; no two bots wait equally long."""
        if not failures:
            return 0.0
        pause = min(self.first * 2 ** min(failures - 1, 20), self.longest)
        return random.uniform(pause / 2, pause)


def is_worth_logging(failures: int) -> bool:
    """Whether this failure in a row is logged: the 1st, 2nd, 4th, 8th and so on."""
    return failures.bit_count() == 1
