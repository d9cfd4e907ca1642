"""Every use of discord.py below its documented interface, in one place, and why.

A test holds the rest of the chat to the documented one. What is used, and what that gains:

``DiscordWebSocket``, ``ReconnectWebSocket`` and the socket's ``close_code``
    The library resumes a closed connection without a pause, fails when the first one cannot be
    opened (Rapptz/discord.py#10520), has no hook before a RESUME, and waits a minute for a dead
    connection. So the loop around its sockets is ours (:mod:`.gateway`).
``DiscordWebSocket._keep_alive`` and its ``beat``
    The library takes an acknowledgement that is quicker than its thread for one that took as long
    as the pause between two heartbeats: "41.3s behind".
``Client._connection``: its ``parsers``, ``_remove_guild`` and the numbers of its shards
    The library keeps all that Discord sends of a server. With what the bot uses, 1,000 servers of
    50 channels take 1.3 MiB instead of 57.6, and 0.19 s to read instead of 0.72. An event that it
    cannot read, such as a press without a ``custom_id``, is left out; the library would end.
``Client.http``: ``get_bot_gateway`` and ``connector``
    The documented ``login`` returns neither the recommended number of shards nor the number of
    sessions that may be started, and cannot be called again after it failed.
``Client.http``: ``get_from_cdn``
    The library makes attachments of a form's files only for forms that it keeps until they are
    submitted; those that people close again would be kept for ever.
``Client.http``: ``request`` and ``bulk_upsert_global_commands``
    ``CommandTree.sync`` sends the tree's commands alone. Discord refuses that for an application
    with Activities (error 50240), whose Entry Point command the library does not know.
``Route.BASE``, ``DiscordWebSocket.DEFAULT_GATEWAY`` and ``Asset.BASE``
    The library has no option for another address, as of a local Discord or a proxy.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

import discord
import yarl
from discord.app_commands import MissingApplicationID
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route
from discord.utils import MISSING

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

    from bot.models.shards import ShardPlan

__all__ = [
    "BROKEN",
    "GatewaySocket",
    "GuildCache",
    "LibraryNoise",
    "ReconnectWebSocket",
    "api_address",
    "ask_gateway",
    "download",
    "forget_login",
    "overwrite_commands",
    "point_at",
    "quiet_library",
]

BROKEN: Final = 4000
"""The close code for a connection whose session is to be resumed: any but 1000 and 1001."""

_NEW_SESSION: Final = frozenset({4003, 4007, 4009})
"""Close codes after which a session cannot be resumed.

See discord-api-docs, `topics/opcodes-and-status-codes`, "Gateway Close Event Codes".
"""
_KEPT: Final = ("id", "unavailable")
"""What the bot keeps of a server."""
_HANDLED: Final = frozenset(
    {
        "GUILD_CREATE",
        "GUILD_DELETE",
        "GUILD_UPDATE",
        "INTERACTION_CREATE",
        "READY",
        "RESUMED",
        "USER_UPDATE",
    }
)
"""The events that the bot or the library needs."""
_SESSION: Final = frozenset({"READY", "RESUMED"})
"""The events without which a connection is of no use."""

_log = logging.getLogger(__name__)


def point_at(api: str | None, gateway: str | None, cdn: str | None = None) -> None:
    """Let the library connect to other addresses than Discord's own."""
    if cdn is not None:
        discord.Asset.BASE = cdn
    if api is not None:
        Route.BASE = api
    if gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def api_address() -> str:
    """The base URL of the API that the library uses."""
    return Route.BASE


async def ask_gateway(client: discord.Client) -> tuple[int, SessionStartLimit]:
    """How many shards Discord recommends, and how many sessions may be started."""
    shards, _url, limit = await client.http.get_bot_gateway()
    return shards, limit


async def download(client: discord.Client, url: str) -> bytes:
    """The content of a file that Discord keeps, from the address that Discord gave."""
    return await client.http.get_from_cdn(url)


async def forget_login(client: discord.Client) -> None:
    """Close what a failed login has opened, so that another one can follow."""
    await client.http.close()
    client.http.connector = MISSING


_TREE_COMMANDS: Final = frozenset({1, 2, 3})
"""The types of commands that a tree can have; see discord-api-docs,
`interactions/application-commands`, "Application Command Types"."""
_SET_BY_DISCORD: Final = frozenset(
    {"application_id", "version", "name_localized", "description_localized"}
)


async def overwrite_commands(client: discord.Client, commands: list[dict[str, Any]]) -> int:
    """Register commands in place of those of a tree, but for an Entry Point; how many they are."""
    application = client.application_id
    if application is None:
        raise MissingApplicationID
    route = Route("GET", "/applications/{application_id}/commands", application_id=application)
    before = await client.http.request(route, params={"with_localizations": "true"})
    kept = [
        {key: value for key, value in one.items() if key not in _SET_BY_DISCORD}
        for one in before
        if one.get("type", 1) not in _TREE_COMMANDS
    ]
    await client.http.bulk_upsert_global_commands(application, [*commands, *kept])
    return len(commands)


class GatewaySocket(DiscordWebSocket):
    """discord.py's connection, closed when heartbeats stay unanswered or a frame is unreadable.

    A client whose heartbeat is not acknowledged before the next one is due closes the connection
    and resumes (discord-api-docs, `events/gateway`, "Sending Heartbeats"). discord.py waits for a
    minute without any frame instead, and ends the client on a frame that it cannot read.
    """

    _latency_before = math.inf
    _closing: asyncio.Task[None] | None = None

    async def send_heartbeat(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Send a heartbeat if the last one was acknowledged: that alone changes the latency."""
        if self.latency == self._latency_before:
            # Of many shards, each would say so.
            level = logging.DEBUG if (self.shard_count or 1) > 1 else logging.INFO
            _log.log(level, "Discord no longer acknowledges heartbeats; resuming.")
            # The heartbeats' thread waits for this coroutine, and closing takes its time.
            self._closing = asyncio.create_task(self.close(BROKEN))
            raise ConnectionResetError
        self._latency_before = self.latency
        # The library notes the time once this is done, perhaps after the acknowledgement, which
        # then seems to be one to the heartbeat before.
        await super().send_heartbeat(data if self._keep_alive is None else self._keep_alive.beat())

    async def received_message(self, msg: Any, /) -> None:  # noqa: ANN401  # as in the library
        """Handle a frame."""
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, discord.ConnectionClosed, OSError):
            raise
        except Exception as error:
            # Decompression, JSON and the library's models raise errors of any kind.
            _log.warning("Discord sent what cannot be read (%r); resuming.", error)
            _log.debug("The unreadable frame:", exc_info=error)
            await self.close(BROKEN)
            raise ReconnectWebSocket(self.shard_id) from None

    async def poll_event(self) -> None:
        """Wait for a frame and handle it."""
        try:
            await super().poll_event()
        except ReconnectWebSocket:
            if self.socket.close_code in _NEW_SESSION:
                raise ReconnectWebSocket(self.shard_id, resume=False) from None
            raise


class GuildCache:
    """Keeps the library's memory of servers small, and true.

    Attributes:
        ready_shards: the shards whose servers Discord has listed to this process.
    """

    def __init__(
        self, client: discord.AutoShardedClient, on_locale: Callable[[int, str], None]
    ) -> None:
        """Take the library's place where it reads events of servers."""
        self._state = client._connection  # noqa: SLF001  # see above
        self._client = client
        self._on_locale = on_locale
        self.any_ready = asyncio.Event()
        self.ready_shards: set[int] = set()
        parsers = self._state.parsers
        for event in parsers.keys() - _HANDLED:
            del parsers[event]
        self._read_ready = parsers["READY"]
        parsers["READY"] = self._ready
        for event in ("GUILD_CREATE", "GUILD_UPDATE"):
            parsers[event] = self._slimmed(parsers[event])
        for event in parsers.keys() - _SESSION:
            parsers[event] = _skipping(event, parsers[event])

    def set_shards(self, plan: ShardPlan) -> None:
        """Set the shards, as the library does when it connects by itself."""
        self._client.shard_count = self._state.shard_count = plan.count
        self._client.shard_ids = self._state.shard_ids = [*plan.ids]

    def forget(self, shard: int) -> None:
        """Forget the servers of a shard that another process serves from now on."""
        self.ready_shards.discard(shard)
        self._remove(shard)

    def _ready(self, data: Any) -> None:  # noqa: ANN401  # as in the library
        """Begin a session: the library keeps servers that removed the bot while it was away."""
        shard = data["shard"][0]
        self._remove(shard, but=[int(guild["id"]) for guild in data["guilds"]])
        self._read_ready(data)
        self.ready_shards.add(shard)
        self.any_ready.set()

    def _slimmed(self, read: Callable[[Any], None]) -> Callable[[Any], None]:
        def read_slimmed(data: dict[str, Any]) -> None:
            if "preferred_locale" in data:
                self._on_locale(int(data["id"]), data["preferred_locale"])
            read({key: data[key] for key in _KEPT if key in data})

        return read_slimmed

    def _remove(self, shard: int, *, but: Collection[int] = ()) -> None:
        kept = frozenset(but)
        for guild in self._client.guilds:
            if guild.shard_id == shard and guild.id not in kept:
                self._state._remove_guild(guild)  # noqa: SLF001  # see above


def _skipping(event: str, read: Callable[[Any], None]) -> Callable[[Any], None]:
    """Read events of a kind, and leave out those that cannot be read."""

    def read_or_skip(data: Any) -> None:  # noqa: ANN401  # as in the library
        try:
            read(data)
        except Exception as error:
            # The library's models raise errors of any kind.
            _log.warning("Discord sent an event that cannot be read (%s: %r).", event, error)
            _log.debug("The unreadable event:", exc_info=error)

    return read_or_skip


class LibraryNoise(logging.Filter):
    """Leaves out what the library logs although it needs no attention.

    The bot has no voice; the process reports a blocked event loop itself, once for all shards.
    """

    _TEXTS: Final = ("voice will NOT be supported", "heartbeat blocked")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is worth a line."""
        return not any(text in str(record.msg) for text in self._TEXTS)


_NOISE: Final = LibraryNoise()


def quiet_library() -> None:
    """Keep :class:`LibraryNoise` out of the log; before a client is made."""
    for name in ("discord.client", "discord.gateway"):
        logging.getLogger(name).addFilter(_NOISE)
