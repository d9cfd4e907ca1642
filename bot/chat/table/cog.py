"""The button that leads from a board to the table, and the board afterwards."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from typing import TYPE_CHECKING

from bot.chat.play.boards import show_on_live_board, table_reply
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.components import on_press
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.responses import after_commands
from bot.errors import StoreError
from bot.i18n import _
from bot.service.play.games import Games
from bot.service.tables import Tables
from engine import PatienceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.chat.responding.context import Context

_log = logging.getLogger(__name__)


@on_press("{game_id:int}:table", updates=False, private=True)
async def open_table(context: Context, game_id: int) -> Reply:
    """Show a player their own game at the table, within Discord or by a link."""
    games, tables = context.services[Games], context.services[Tables]
    snapshot = await games.get_own(context.player, game_id)
    tables.refuse_if_closed()
    if not snapshot.state.is_final:
        await games.take_up(context.player, game_id)
    tables.after(context.player, _follower(context))
    return table_reply(context)


@after_commands
async def follow(context: Context) -> None:
    """Where Discord itself opens tables, bring the board up to date after one, too."""
    tables = context.services[Tables]
    if tables.is_activity:
        tables.after(context.player, _follower(context))


@on_press("table:close", private=True)
async def close_tables(context: Context) -> Reply:
    """Close all tables of a player."""
    await context.services[Tables].close(context.player)
    return text_reply(_("All your tables are closed. “Table” under a board opens another."))


def _follower(context: Context) -> Callable[[], None]:
    """What brings the board in the chat up to date once its player has left the table."""
    speaking = contextvars.copy_context()
    tasks = context.interaction.client.interactions.aside

    def begin() -> None:
        tasks.add(asyncio.create_task(_show(context), context=speaking))

    return begin


async def _show(context: Context) -> None:
    try:
        snapshot = await context.services[Games].active(context.player)
        await show_on_live_board(context, snapshot, anywhere=True)
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.info("A board stays as it was before its player was at the table: %s", error)
