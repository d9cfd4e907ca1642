"""The limits on IDENTIFY."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from local_discord.payload import Payload

DAY = 24 * 60 * 60.0


@dataclass
class SessionStartLimit:
    """How often clients may identify, as in GET /gateway/bot.

    At most `total` times in 24 hours. Discord then ends all sessions and resets the token; here
    IDENTIFY is answered by close code 4004 (discord/discord-api-docs, events/gateway, Identifying).

    Attributes:
        total: the number of IDENTIFYs in 24 hours.
        remaining: how many are left.
        max_concurrency: how many shards may identify at once.
    """

    total: int = 1000
    remaining: int = 1000
    max_concurrency: int = 1
    _resets: float = field(default_factory=lambda: time.monotonic() + DAY)

    def take(self) -> bool:
        """Count an IDENTIFY; False if none is left."""
        self._renew()
        if self.remaining <= 0:
            return False
        self.remaining -= 1
        return True

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
