"""How daily games stand, told to their channels without a card while the boards are private."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.models import ProgressPost
from bot.service.models import GameSnapshot
from bot.store import Database
from bot.store.progress_posts import (
    add_progress_post,
    delete_progress_post,
    due_progress_posts,
    note_progress_post,
)

MAX_DUE: Final = 100
"""How many posts one pass makes."""
MAX_IN_CHANNEL: Final = 4
"""How many of them are in one channel, where Discord takes five in five seconds."""
_MAX_READ: Final = 1000


class DailyProgress:
    """Which channels are to be told how daily games stand.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database) -> None:
        """Remember them in an open database."""
        self._database = database

    async def follow(self, snapshot: GameSnapshot) -> None:
        """Have the channel in which a game was dealt told how it stands, from its first move on."""
        is_in_server = snapshot.place is not None and snapshot.place.guild_id is not None
        if is_in_server and snapshot.is_secret and not snapshot.state.is_final:
            await add_progress_post(self._database, snapshot.game_id)

    async def due(self) -> tuple[ProgressPost, ...]:
        """What is to be told now; the rest is for the next pass."""
        in_channel = Counter[int]()
        due = []
        for post in await due_progress_posts(self._database, _MAX_READ):
            in_channel[post.place.channel_id] += 1
            if in_channel[post.place.channel_id] <= MAX_IN_CHANNEL:
                due.append(post)
        return tuple(due[:MAX_DUE])

    async def posted(self, post: ProgressPost, message_id: int, *, is_last: bool) -> None:
        """Note a post and its message, or end it with the game."""
        if is_last:
            await self.stop(post)
        else:
            await note_progress_post(self._database, post, message_id)

    async def stop(self, post: ProgressPost) -> None:
        """Tell the channel no more."""
        await delete_progress_post(self._database, post.game_id)
