"""When Discord cannot be reached: which errors say so, and how long to wait."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

UNREACHABLE: Final = (
    OSError,  # refused and reset connections, DNS, TLS and timeouts
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.RateLimited,
)
"""The errors of a request or a connection that may succeed when it is tried again."""

_LONGEST_REASON: Final = 120


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses between attempts: each twice as long as the last, within limits.

    Attributes:
        first: the longest that the first one may be, in seconds.
        longest: the longest that any may be.
    """

    first: float = 1.0
    longest: float = 30.0

    def after(self, failures: int) -> float:
        """Seconds to wait after so many failures in a row; no two bots wait equally long."""
        if not failures:
            return 0.0
        pause = min(self.first * 2 ** min(failures - 1, 20), self.longest)
        return random.uniform(pause / 2, pause)


def is_worth_a_line(failures: int) -> bool:
    """Whether this failure in a row is logged: the 1st, 2nd, 4th, 8th and so on."""
    return failures.bit_count() == 1


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
