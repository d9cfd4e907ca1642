"""The interactions that this process has received; nothing of this outlives a restart.

Discord dispatches an interaction again when a connection is resumed without the last dispatches
acknowledged. One that waited, or that a busy process read late, is older than it seems.
Its id says when it was made (discord/discord-api-docs, ``reference``, Snowflakes). The clocks of
Discord and this machine may differ, so only the difference to the quickest of the last interactions
counts: a wrong clock seems to delay them all alike.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from discord.utils import snowflake_time

from bot.recent import Recent
from bot.tasks import keep

if TYPE_CHECKING:
    import discord

    from bot.chat.responding.replies import Reply

ANSWER_WITHIN: Final = 3.0
"""Seconds that Discord waits for the initial response to an interaction."""
UNDELIVERED_SECONDS: Final = 120.0
"""How soon a player types a command again that seems to have failed."""

_LEAST: Final = 0.5
"""Seconds that an attempt at the initial response has, even if it seems too late."""
_MAX_REMEMBERED: Final = 4096
"""Interactions to remember: more than come in the minutes for which a connection can be resumed."""
_COMPARED: Final = 100
"""Interactions among which the quickest is looked for; a clock that is set counts as long."""
_MAX_UNDELIVERED: Final = 256


class Arrivals:
    """When interactions arrived: each counts once, and ages from when Discord made it."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._made = Recent[int, float](_MAX_REMEMBERED)
        self._delays: deque[float] = deque(maxlen=_COMPARED)

    def add(self, interaction_id: int) -> bool:
        """Note that an interaction has arrived; False if it had before."""
        if interaction_id in self._made:
            return False
        delay = self._clock() - snowflake_time(interaction_id).timestamp()
        self._delays.append(delay)
        now = asyncio.get_running_loop().time()
        self._made[interaction_id] = now - (delay - min(self._delays))
        return True

    def age(self, interaction_id: int) -> float:
        """Seconds since an interaction was made; 0 if it has not arrived."""
        now = asyncio.get_running_loop().time()
        return now - self._made.get(interaction_id, now)

    def seconds_to_try(self, interaction_id: int) -> float:
        """Seconds for an attempt at the initial response that leave as many for another."""
        return max(_LEAST, (ANSWER_WITHIN - self.age(interaction_id)) / 2)


class InFlight:
    """Tasks that respond to interactions, held until they end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def add(self, task: asyncio.Task[Any] | None) -> None:
        """Count a task until it ends."""
        if task is not None:
            keep(task, self._tasks)

    async def wait(self, seconds: float) -> int:
        """Wait until all are done, or a number of seconds; returns how many are not."""
        if not self._tasks:
            return 0
        _done, left = await asyncio.wait(self._tasks, timeout=seconds)
        return len(left)


@dataclass(frozen=True, slots=True)
class _Undelivered:
    command: str
    reply: Reply
    until: float


class UndeliveredReplies:
    """Each player's last reply that did not reach them.

    Discord tells a player whose command was answered too late that the application did not
    respond. The command was done, so one that is typed again is answered by the first reply.
    """

    def __init__(self) -> None:
        self._replies = Recent[int, _Undelivered](_MAX_UNDELIVERED)

    def put(self, interaction: discord.Interaction[discord.Client], reply: Reply) -> None:
        """Keep the reply to a command."""
        until = asyncio.get_running_loop().time() + UNDELIVERED_SECONDS
        self._replies[interaction.user.id] = _Undelivered(_command(interaction), reply, until)

    def pop(self, interaction: discord.Interaction[discord.Client]) -> Reply | None:
        """The reply to a command that is typed again; whatever else a player does drops it."""
        kept = self._replies.pop(interaction.user.id, None)
        if kept is None or kept.command != _command(interaction):
            return None
        return kept.reply if asyncio.get_running_loop().time() < kept.until else None


def _command(interaction: discord.Interaction[discord.Client]) -> str:
    """A command as typed in a channel; a press is no other press."""
    data: Mapping[str, Any] = interaction.data or {}  # untyped JSON
    typed = (data.get(key) for key in ("name", "options", "target_id"))
    return repr((interaction.type, interaction.channel_id, *typed))


@dataclass(slots=True)
class Interactions:
    """What this process remembers of interactions.

    Attributes:
        aside: tasks that add to a response what nobody asked for; a stop leaves them undone.
    """

    arrivals: Arrivals = field(default_factory=Arrivals)
    in_flight: InFlight = field(default_factory=InFlight)
    aside: InFlight = field(default_factory=InFlight)
    undelivered: UndeliveredReplies = field(default_factory=UndeliveredReplies)
