"""What the board of a day's deal says of another player, where both have agreed to that."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from bot.chat.responding.mentions import mention
from bot.errors import StoreError
from bot.i18n import _
from bot.service.daily.paces import Paces
from bot.wording.formatting import format_clock, format_progress

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.play import GameSnapshot


def pace_line(context: Context, snapshot: GameSnapshot) -> str:
    """Where another of the server was after as much time; empty for nobody, and where not known.

    What is not known is read aside, for the next board.
    """
    preferences, paces = context.preferences, context.services[Paces]
    if not preferences.paced or preferences.quiet or snapshot.state.is_final:
        return ""
    if paces.is_stale(snapshot):
        task = asyncio.create_task(_refresh(paces, snapshot), name="paces")
        context.interaction.client.interactions.aside.add(task)
    beside = paces.beside(snapshot) if snapshot.version else None
    if beside is None:
        return ""
    player, progress = beside
    text = _(
        "{player}: {progress} after {time}",
        player=mention(player),
        progress=format_progress(snapshot.game.rules, progress),
        time=format_clock(snapshot.elapsed),
    )
    return f"-# {text}"


async def _refresh(paces: Paces, snapshot: GameSnapshot) -> None:
    # The board does without it.
    with contextlib.suppress(StoreError):
        await paces.refresh(snapshot)
