"""When interactions arrived: each counts once, and its time runs from the moment Discord made it.

Discord dispatches an interaction again when a connection is resumed without the last dispatches
acknowledged. One that waited meanwhile, or that a busy process read late, is older than it seems.

Its id tells when it was made (discord/discord-api-docs, ``reference``, Snowflakes). The clocks of
Discord and this machine may differ, so only the difference to the quickest of the last interactions
counts: a wrong clock seems to delay them all alike.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

from discord.utils import snowflake_time

if TYPE_CHECKING:
    from collections.abc import Callable

ANSWER_WITHIN: Final = 3.0
"""Seconds that Discord waits for the initial response to an interaction."""

_LEAST: Final = 0.5
"""Seconds that an attempt at the initial response has, even if it seems too late."""
_MAX_REMEMBERED: Final = 4096
"""Interactions to remember: more than come in the minutes for which a connection can be resumed."""
_COMPARED: Final = 100
"""Interactions among which the quickest is looked for; a clock that is set counts as long."""


class Arrivals:
    """The interactions that this process has received lately."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        """Begin with none.

        Args:
            clock: the time in seconds since 1970.
        """
        self._clock = clock
        self._made: OrderedDict[int, float] = OrderedDict()
        self._delays: deque[float] = deque(maxlen=_COMPARED)

    def add(self, interaction_id: int) -> bool:
        """Note that an interaction has arrived; False if it had before."""
        if interaction_id in self._made:
            return False
        delay = self._clock() - snowflake_time(interaction_id).timestamp()
        self._delays.append(delay)
        self._made[interaction_id] = _now() - (delay - min(self._delays))
        if len(self._made) > _MAX_REMEMBERED:
            self._made.popitem(last=False)
        return True

    def age(self, interaction_id: int) -> float:
        """Seconds since an interaction was made; 0 if it has not arrived."""
        return _now() - self._made.get(interaction_id, _now())

    def seconds_to_try(self, interaction_id: int) -> float:
        """Seconds for an attempt at the initial response that leave as many for another."""
        return max(_LEAST, (ANSWER_WITHIN - self.age(interaction_id)) / 2)


def _now() -> float:
    return asyncio.get_running_loop().time()
