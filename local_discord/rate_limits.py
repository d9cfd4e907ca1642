"""Rate limits: of each route, of all routes together, and of invalid requests.

Discord publishes few numbers: 50 requests a second over all routes except those of interactions,
and 10,000 invalid requests in ten minutes (discord-api-docs `topics/rate-limits`), 200 new commands
a day (`interactions/application-commands`). Those of the routes are what clients read from headers
or measured:

- messages sent to a channel, 5 in 5 s (discord-api-docs #20 by staff, #5646), and as many edits;
- messages deleted, 3 in 1 s (abalabahaha/eris #1173);
- edits of messages older than an hour, 3 in 6 s for a channel (discord-userdoccers
  `resources/message`), refused with a code of their own, 30046;
- follow-ups and their edits, 5 in 2 s for an interaction (discord-api-docs #2701);
- users to whom a bot opens direct messages, 25 to 40 at a time (discord-php/DiscordPHP #467).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from local_discord.payload import snowflake_of
from local_discord.snowflake import snowflake_seconds

Clock: TypeAlias = Callable[[], float]
"""Seconds since 1970."""

OLD_MESSAGE_SECONDS = 60 * 60
MAX_WINDOWS = 1000
"""How many windows there may be before those that have closed are dropped."""


@dataclass(frozen=True)
class Limit:
    """So many requests in a window, which opens with its first request."""

    requests: int
    seconds: float


@dataclass(frozen=True)
class Limits:
    """The limits in force; None lifts one.

    Attributes:
        all_routes: for all requests, except those of interactions.
        messages: for messages sent to a channel.
        edits: for edits of a channel's messages.
        old_edits: for edits of a channel's messages that are older than an hour.
        old_callback_edits: for such edits by initial responses to interactions (type 7). None, as
            nobody reports that Discord counts them.
        deletions: for deletions of a channel's messages.
        follow_ups: for follow-ups to an interaction, and for edits of its messages.
        opened_dms: for users to whom direct messages are opened.
        new_commands: for commands created globally or in a guild.
        invalid: for responses 401, 403 and 429, after which Cloudflare refuses everything.
        enforced: whether requests beyond a limit are refused and responses tell of limits.
            Otherwise such requests are recorded, and served.
    """

    all_routes: Limit | None = Limit(50, 1)
    messages: Limit | None = Limit(5, 5)
    edits: Limit | None = Limit(5, 5)
    old_edits: Limit | None = Limit(3, 6)
    old_callback_edits: Limit | None = None
    deletions: Limit | None = Limit(3, 1)
    follow_ups: Limit | None = Limit(5, 2)
    opened_dms: Limit | None = Limit(25, 600)
    new_commands: Limit | None = Limit(200, 24 * 60 * 60)
    invalid: Limit | None = Limit(10_000, 600)
    enforced: bool = True


UNLIMITED = Limits(None, None, None, None, None, None, None, None, None, None)
"""No limits at all, for benchmarks."""

CHANNEL_MESSAGES = "/channels/{channel_id}/messages"
CHANNEL_MESSAGE = CHANNEL_MESSAGES + "/{message_id}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
LIMIT_OF_ROUTE: Mapping[tuple[str, str], str] = {
    ("POST", CHANNEL_MESSAGES): "messages",
    ("PATCH", CHANNEL_MESSAGE): "edits",
    ("DELETE", CHANNEL_MESSAGE): "deletions",
    ("POST", WEBHOOK): "follow_ups",
    ("PATCH", WEBHOOK + "/messages/@original"): "follow_ups",
    ("PATCH", WEBHOOK + "/messages/{message_id}"): "follow_ups",
}
"""Method and path template of the routes with a limit of their own, and its name in `Limits`."""

MAJOR = ("channel_id", "webhook_token")
"""The path's parameters that have windows of their own."""


@dataclass(frozen=True)
class Route:
    """A request as rate limits see it.

    Attributes:
        template: the path's template, without the API's prefix.
        parameters: the values in the path.
    """

    method: str
    template: str
    parameters: Mapping[str, str]

    @property
    def limit(self) -> str:
        """The name of its own limit in `Limits`; empty if it has none."""
        return LIMIT_OF_ROUTE.get((self.method, self.template), "")

    @property
    def bucket(self) -> str:
        """Discord's name of its own limit, the same for every channel."""
        return hashlib.sha256(f"{self.method} {self.template}".encode()).hexdigest()[:32]

    @property
    def key(self) -> str:
        """What has a window of its own: the method and the channel or interaction."""
        return f"{self.method} " + "".join(self.parameters.get(name, "") for name in MAJOR)

    @property
    def is_of_interaction(self) -> bool:
        """Whether the limit over all routes does not count it."""
        return self.template.startswith(("/interactions/", "/webhooks/"))

    def edits_old_message(self, now: float) -> bool:
        """Whether it edits a message older than an hour."""
        message = snowflake_of(self.parameters.get("message_id"))
        return self.limit == "edits" and message is not None and is_old(message, now)


def is_old(message_id: int, now: float) -> bool:
    """Whether a message is older than an hour."""
    return now - snowflake_seconds(message_id) > OLD_MESSAGE_SECONDS


@dataclass
class Window:
    """The requests that count towards a limit at the moment."""

    limit: Limit
    opened: float
    used: int = 0

    @property
    def remaining(self) -> int:
        """How many more requests it has room for."""
        return max(0, self.limit.requests - self.used)

    @property
    def closes(self) -> float:
        """When it ends."""
        return self.opened + self.limit.seconds


@dataclass(frozen=True)
class Exceeded:
    """A request beyond a limit.

    Attributes:
        limit: the limit's name in `Limits`.
        key: the channel, interaction or server it is for.
        retry_after: seconds until the window closes.
    """

    limit: str
    key: str
    retry_after: float


class RateLimiter:
    """The windows of all limits.

    Args:
        clock: tells the time.

    Attributes:
        limits: the limits in force, which may be replaced.
        exceeded: the requests beyond a limit, oldest first.
    """

    def __init__(self, clock: Clock) -> None:
        self.limits = Limits()
        self.exceeded: list[Exceeded] = []
        self._clock = clock
        self._windows: dict[tuple[str, str], Window] = {}

    def refuse(self, route: Route) -> Exceeded | None:
        """Count a request; the limit to refuse it for, if any."""
        invalid = self._window("invalid")
        if invalid is not None and not invalid.remaining:
            banned = self._note("invalid", "", invalid)
            if banned is not None:
                return banned
        wanted = [(route.limit, route.key)] if route.limit else []
        if route.edits_old_message(self._clock()):
            wanted.insert(0, ("old_edits", route.key))
        if not route.is_of_interaction:
            wanted.append(("all_routes", ""))
        for name, key in wanted:
            exceeded = self.take(name, key)
            if exceeded is not None:
                return exceeded
        return None

    def take_old_callback_edit(self, channel_id: int, message_id: int) -> Exceeded | None:
        """Count an edit by an initial response if the message is old; the limit, if reached."""
        if not is_old(message_id, self._clock()):
            return None
        return self.take("old_callback_edits", str(channel_id))

    def take(self, name: str, key: str = "", count: int = 1) -> Exceeded | None:
        """Count towards a limit; the limit, if that is too much and limits are enforced."""
        window = self._window(name, key)
        if window is None:
            return None
        if window.remaining >= count:
            window.used += count
            return None
        return self._note(name, key, window)

    def count_invalid(self) -> None:
        """Count a request that was invalid."""
        window = self._window("invalid")
        if window is not None:
            window.used += 1

    def window_of(self, route: Route) -> Window | None:
        """The window of a route's own limit, of which responses tell; None if there is none."""
        if not route.limit or not self.limits.enforced:
            return None
        return self._window(route.limit, route.key)

    def seconds_left(self, window: Window) -> float:
        """How long a window is still open."""
        return max(0.0, window.closes - self._clock())

    def _window(self, name: str, key: str = "") -> Window | None:
        limit: Limit | None = getattr(self.limits, name)
        if limit is None:
            return None
        now = self._clock()
        window = self._windows.get((name, key))
        if window is None or window.limit != limit or now >= window.closes:
            self._drop_closed(now)
            window = self._windows[name, key] = Window(limit, now)
        return window

    def _drop_closed(self, now: float) -> None:
        if len(self._windows) >= MAX_WINDOWS:
            self._windows = {
                key: window for key, window in self._windows.items() if now < window.closes
            }

    def _note(self, name: str, key: str, window: Window) -> Exceeded | None:
        exceeded = Exceeded(name, key, self.seconds_left(window))
        self.exceeded.append(exceeded)
        return exceeded if self.limits.enforced else None
