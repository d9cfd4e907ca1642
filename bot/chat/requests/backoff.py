"""How long to wait before another attempt, and which attempts to log."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
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


def is_worth_logging(failures: int) -> bool:
    """Whether this failure in a row is logged: the 1st, 2nd, 4th, 8th and so on."""
    return failures.bit_count() == 1
