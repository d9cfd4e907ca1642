"""The gateway's rate limits."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from local_discord.payload import Payload

SENDS = 120
SENDS_SECONDS = 60.0
"""A client may send that many payloads in that time, heartbeats included
(discord/discord-api-docs, events/gateway, Rate Limiting)."""

IDENTIFY_SECONDS = 5.0
DAY = 24 * 60 * 60.0


class RateLimit:
    """At most `count` times within `seconds`."""

    def __init__(self, count: int, seconds: float) -> None:
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def take(self) -> bool:
        """Count a use; False, and not counted, if the limit is reached."""
        now = time.monotonic()
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True


@dataclass
class SessionStartLimit:
    """How often clients may identify, as in GET /gateway/bot.

    Within `seconds`, one of the shards with the same number modulo `max_concurrency` may. Another
    one gets INVALID_SESSION, which counts as well (discord/discord-api-docs, #1328, and
    events/gateway, Rate Limiting).

    Within 24 hours, `total` IDENTIFYs. Discord then ends all sessions and resets the token; here
    IDENTIFY is answered by close code 4004 (events/gateway, Identifying).

    Attributes:
        total: the number of IDENTIFYs in 24 hours.
        remaining: how many are left.
        max_concurrency: how many shards may identify at once.
        seconds: the time after which they may again.
    """

    total: int = 1000
    remaining: int = 1000
    max_concurrency: int = 1
    seconds: float = IDENTIFY_SECONDS
    _resets: float = field(default_factory=lambda: time.monotonic() + DAY)
    _last: dict[int, float] = field(default_factory=dict)

    def take(self) -> bool:
        """Count an IDENTIFY; False if none is left for the day."""
        self._renew()
        if self.remaining <= 0:
            return False
        self.remaining -= 1
        return True

    def is_too_early(self, shard: int) -> bool:
        """Whether a shard has to wait; if not, its IDENTIFY makes others wait."""
        key = shard % self.max_concurrency
        now = time.monotonic()
        if now - self._last.get(key, -self.seconds) < self.seconds:
            return True
        self._last[key] = now
        return False

    def payload(self) -> Payload:
        """Discord's session start limit object."""
        self._renew()
        return {
            "total": self.total,
            "remaining": self.remaining,
            "reset_after": round((self._resets - time.monotonic()) * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def _renew(self) -> None:
        if time.monotonic() >= self._resets:
            self.remaining = self.total
            self._resets = time.monotonic() + DAY
