"""Players' avatars, kept in memory alone, for pictures that show who plays."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.requests.failures import FAILURES, reason
from bot.chat.requests.pace import within
from bot.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_KNOWN: Final = 2_000
"""Of how many players it is known which avatar they have."""
_MOST_KEPT: Final = 300
"""How many avatars are kept, of some kilobytes each."""
_SIZE: Final = 128
_MAX_BYTES: Final = 60_000
_AT_ONCE: Final = 4
_SECONDS: Final = 3.0
"""How long a message waits for the faces in its picture."""
_SECONDS_UNTIL_RETRY: Final = 600.0
"""How long somebody stays without a face who could not be fetched: deleted, or Discord is slow."""

_log = logging.getLogger(__name__)


class Faces:
    """Players' avatars and the pictures of those asked for, fetched once and not stored."""

    def __init__(self) -> None:
        self._avatars = Recent[int, discord.Asset | None](_MOST_KNOWN)
        self._pictures = Recent[str, bytes | None](_MOST_KEPT)
        self._failed_at = Recent[int, float](_MOST_KNOWN)
        self._turns = asyncio.Semaphore(_AT_ONCE)

    def see(self, user: discord.User | discord.Member) -> None:
        """Remember which avatar a player has: that of the account, the same in every server."""
        if user.id not in self._avatars or self._avatars[user.id] != user.avatar:
            self._failed_at.pop(user.id, None)
        self._avatars[user.id] = user.avatar

    def forget(self, player: int) -> None:
        """Drop what is known of a player who has deleted their data."""
        self._failed_at.pop(player, None)
        avatar = self._avatars.pop(player, None)
        if avatar is not None:
            self._pictures.pop(avatar.url, None)

    async def of(self, client: discord.Client, players: Iterable[int]) -> dict[int, bytes]:
        """The avatars of players, as PNG files; those without one of their own are left out."""
        ids = tuple(dict.fromkeys(players))
        found = await asyncio.gather(*(self._picture(client, one) for one in ids))
        return {one: content for one, content in zip(ids, found, strict=True) if content}

    async def _picture(self, client: discord.Client, player: int) -> bytes | None:
        failed_at = self._failed_at.get(player)
        if failed_at is not None and time.monotonic() - failed_at < _SECONDS_UNTIL_RETRY:
            return None
        try:
            return await within(_SECONDS, self._fetch(client, player))
        except (TimeoutError, *FAILURES) as error:
            self._failed_at[player] = time.monotonic()
            _log.info("An avatar could not be fetched: %s", reason(error))
            return None

    async def _fetch(self, client: discord.Client, player: int) -> bytes | None:
        async with self._turns:
            if player not in self._avatars:
                self.see(await client.fetch_user(player))
            avatar = self._avatars[player]
            if avatar is None:
                return None
            if avatar.url not in self._pictures:
                asset = avatar.replace(size=_SIZE, static_format="png", format="png")
                content = await asset.read()
                self._pictures[avatar.url] = content if len(content) <= _MAX_BYTES else None
            return self._pictures[avatar.url]
