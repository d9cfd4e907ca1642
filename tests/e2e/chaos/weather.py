"""Faults at random: of requests, of the gateway, and restarts of the bot."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from local_discord.events import ApplicationChanged, Event
from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    Injected,
    Late,
    LateBefore,
    Network,
    RateLimited,
    Refused,
    ResetAfter,
    ResetBefore,
)
from tests.e2e.running_bot import RunningBot
from tests.waiting import until

_ANYWHERE: Final = ("/callback", "/callback", "/webhooks/", "/channels/")
_RESPONSES, _WEBHOOKS = ("/callback",), ("/webhooks/",)
_CHANNELS, _MESSAGES = ("/channels/",), ("/messages/",)
_FAULTS: Final[tuple[tuple[Fault, tuple[str, ...]], ...]] = (
    (RateLimited(0.3), _ANYWHERE),
    (RateLimited(0.3, "global"), _ANYWHERE),
    (RateLimited(0.3, "shared"), _ANYWHERE),
    (CloudflareBan(), _ANYWHERE),
    (HttpError(500), _ANYWHERE),
    (HttpError(502, html=True), _ANYWHERE),
    (HttpError(503), _ANYWHERE),
    (ResetBefore(), _ANYWHERE),
    (ResetAfter(), _ANYWHERE),
    (Late(4.0), _ANYWHERE),
    (LateBefore(4.0), _ANYWHERE),
    (Refused(10003), _CHANNELS),
    (Refused(10008), _MESSAGES),
    (Refused(10015), _WEBHOOKS),
    (Refused(10062), _RESPONSES),
    (Refused(30046), _CHANNELS),
    (Refused(40060), _RESPONSES),
    (Refused(50001), _CHANNELS),
    (Refused(50013), _CHANNELS),
    (Refused(50027), _WEBHOOKS),
    (Refused(50035), _ANYWHERE),
    (Refused(200000), _ANYWHERE),
)
_SWALLOWING: Final = (LateBefore(4.0), Refused(10062), Refused(40060))
"""The faults that take the response to an interaction away at once."""

MOST_WAITING: Final = 8
"""How many faults may wait for a request that meets them."""
_REACH: Final = 0.5
"""How many seconds before and after it a fault of the gateway is felt."""
_REACH_BACK: Final = 3.0
"""How many seconds before it an outage or a restart takes responses away."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A time in which interactions were made that the bot may not have heard of in time.

    Times are those of the event loop.
    """

    name: str
    begun: float
    over: float


class Weather:
    """Everything that goes wrong, and what went wrong when.

    Attributes:
        injected: the faults of requests.
        troubles: the faults of the gateway, and the restarts.
        repeats: how often events were sent again.
    """

    def __init__(self, bot: RunningBot, seed: int) -> None:
        self._bot = bot
        self._discord = bot.discord
        self._random = random.Random(seed)
        self.injected: list[Injected] = []
        self.troubles: list[Trouble] = []
        self.repeats = 0
        self._absences: list[Trouble] = []
        self._absent_since = 0.0

    async def blow(self, seconds: float) -> None:
        """Let things go wrong for some seconds."""
        with self._discord.state.listening(self._note):
            await self._blow(seconds)

    def _note(self, event: Event) -> None:
        """Note when the bot was not connected, which may be later than what cost the connection."""
        if isinstance(event, ApplicationChanged):
            now = asyncio.get_running_loop().time()
            if event.online:
                begun = self._absent_since - _REACH
                self._absences.append(Trouble("absence", begun, now + _REACH))
            else:
                self._absent_since = now

    async def _blow(self, seconds: float) -> None:
        self._discord.network = Network(latency=(0.03, 0.3))
        harms = (self._harm_requests, self._harm_gateway, self._repeat_events)
        storms = [asyncio.create_task(one()) for one in harms]
        for _ in range(2):
            await asyncio.sleep(seconds / 3)
            async with self._trouble("restart of the bot", _REACH_BACK):
                await self._bot.restart()
        await asyncio.sleep(seconds / 3)
        for storm in storms:
            storm.cancel()
        await asyncio.wait(storms)
        for storm in storms:
            if not storm.cancelled():
                storm.result()
        self._clear_up()
        await self._until_online()

    def _clear_up(self) -> None:
        self._discord.network = Network()
        self._discord.gateway.silent = False
        self._discord.gateway.acknowledges_heartbeats = True
        for one in self.injected:
            one.remaining = 0

    async def _harm_requests(self) -> None:
        while True:
            if sum(one.remaining > 0 for one in self.injected) < MOST_WAITING:
                fault, paths = self._random.choice(_FAULTS)
                count = self._random.choice((1, 1, 1, 2))
                path = self._random.choice(paths)
                self.injected.append(self._discord.inject(fault, count, path_contains=path))
            await asyncio.sleep(self._random.uniform(0.05, 0.5))

    async def _harm_gateway(self) -> None:
        gateway = self._discord.gateway
        harms: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
            *(
                (f"close {code}", lambda code=code: gateway.close_connections(code))
                for code in (1000, 1001, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)
            ),
            ("op 7", gateway.ask_to_reconnect),
            (
                "invalid session, resumable (op 9)",
                lambda: gateway.invalidate_sessions(resumable=True),
            ),
            ("op 9", gateway.invalidate_sessions),
            ("corrupted frame", gateway.send_corrupted),
            ("silence", self._fall_silent),
            ("outage", self._go_out),
            ("refused resume", self._refuse),
        )
        while True:
            await asyncio.sleep(self._random.uniform(2, 12))
            name, harm = self._random.choice(harms)
            async with self._trouble(name, _REACH_BACK if harm == self._go_out else _REACH):
                await harm()

    async def _repeat_events(self) -> None:
        """Send what the bot has got already again, which costs nobody an answer."""
        while True:
            await asyncio.sleep(self._random.uniform(0.5, 2))
            await self._discord.gateway.repeat_last(self._random.randint(1, 5))
            self.repeats += 1

    async def _fall_silent(self) -> None:
        gateway = self._discord.gateway
        gateway.silent = True
        await asyncio.sleep(self._random.uniform(0.5, 2))
        gateway.silent = False
        await gateway.close_connections(4000)

    async def _go_out(self) -> None:
        async with self._discord.outage():
            await asyncio.sleep(self._random.uniform(0.5, 4))

    async def _refuse(self) -> None:
        self._discord.gateway.refuse_next(1, 4000)
        await self._discord.gateway.close_connections(4000)

    @asynccontextmanager
    async def _trouble(self, name: str, reach_back: float) -> AsyncIterator[None]:
        clock = asyncio.get_running_loop().time
        begun = clock() - reach_back
        try:
            yield
            await self._until_online()
        finally:
            self.troubles.append(Trouble(name, begun, clock() + _REACH))

    async def _until_online(self) -> None:
        """Wait until the bot is connected again, if the fault has cost the connection."""
        await asyncio.sleep(0.2)
        await until(lambda: self._discord.state.online)

    def met(self, path: str) -> list[Fault]:
        """The faults that requests to a path have met."""
        return [one.fault for one in self.injected for each in one.met if path in each]

    def swallowed(self, path: str) -> bool:
        """Whether faults took the response away that was sent to a path."""
        met = self.met(path)
        return len(met) > 1 or any(one in _SWALLOWING for one in met)

    def troubled(self, created: float, seconds: float = 0.0) -> bool:
        """Whether the bot may not have heard of an interaction, or not have come to answer it.

        Args:
            created: when it was made.
            seconds: how long its answer was still to come.
        """
        known = (*self.troubles, *self._absences)
        return any(one.begun < created + seconds and created < one.over for one in known)

    def counts(self) -> Counter[str]:
        """How often each fault happened."""
        counts = Counter(one.name for one in self.troubles)
        counts["events again"] = self.repeats
        for one in self.injected:
            counts[str(one.fault)] += len(one.met)
        return counts
