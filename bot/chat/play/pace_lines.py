"""What the board of a day's deal says of another player, where both have agreed to that."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from bot.chat.responding.mentions import mention
from bot.errors import StoreError
from bot.service.daily.paces import Paces
from bot.wording.paces import pace_words, says_pace

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.play import GameSnapshot


def pace_line(context: Context, snapshot: GameSnapshot) -> str:
    """Where another of the server was after as much time; empty for nobody, and where not known.

    What is not known is read aside, for the next board.
    """
    paces = context.services[Paces]
    if not says_pace(context.preferences, snapshot):
        return ""
    if paces.is_stale(snapshot):
        task = asyncio.create_task(_refresh(paces, snapshot), name="paces")
        context.interaction.client.interactions.aside.add(task)
    beside = paces.beside(snapshot)
    if beside is None:
        return ""
    player, progress = beside
    return f"-# {pace_words(snapshot, mention(player), progress)}"


async def _refresh(paces: Paces, snapshot: GameSnapshot) -> None:
    # The board does without it.
    with contextlib.suppress(StoreError):
        await paces.refresh(snapshot)
