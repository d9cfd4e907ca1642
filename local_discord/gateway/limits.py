"""The gateway's rate limits."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from local_discord.payload import Payload
from local_discord.rate_limits import Clock

SENDS = 120
SENDS_SECONDS = 60.0
"""A client may send that many payloads in that time, heartbeats included
(discord/discord-api-docs, events/gateway, Rate Limiting)."""

IDENTIFY_SECONDS = 5.0
DAY = 24 * 60 * 60.0


class SlidingWindow:
    """At most `count` times in any stretch of `seconds`."""

    def __init__(self, count: int, seconds: float, clock: Clock) -> None:
        self._clock = clock
        self._seconds = seconds
        self._times: deque[float] = deque(maxlen=count)

    def take(self) -> bool:
        """Count a use; False, and not counted, if the limit is reached."""
        now = self._clock()
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

    Within 24 hours, `total` IDENTIFYs. Beyond, all sessions end and the token is reset, so that it
    isn't accepted any more (events/gateway, Identifying).

    Attributes:
        clock: seconds since 1970.
        token_was_reset: whether there was one too many.
        total: the number of IDENTIFYs in 24 hours.
        remaining: how many are left.
        max_concurrency: how many shards may identify at once.
        seconds: the time after which they may again.
    """

    clock: Clock
    token_was_reset: bool = False
    total: int = 1000
    remaining: int = 1000
    max_concurrency: int = 1
    seconds: float = IDENTIFY_SECONDS
    _resets: float = field(init=False)
    _last: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin the first day."""
        self._resets = self.clock() + DAY

    def take(self) -> bool:
        """Count an IDENTIFY; False if it was one too many."""
        self._renew()
        if self.remaining <= 0:
            self.token_was_reset = True
            return False
        self.remaining -= 1
        return True

    def is_too_early(self, shard: int) -> bool:
        """Whether a shard has to wait; if not, its IDENTIFY makes others wait."""
        key = shard % self.max_concurrency
        now = self.clock()
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
            "reset_after": round((self._resets - self.clock()) * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def _renew(self) -> None:
        if self.clock() >= self._resets:
            self.remaining = self.total
            self._resets = self.clock() + DAY
