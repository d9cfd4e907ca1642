"""The way back to a game that was put aside for another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from bot.chat.context import Context
from bot.chat.game.views import put_aside
from bot.chat.messages.replies import Reply
from bot.service import NoGame, UnreadableGame

if TYPE_CHECKING:
    from bot.service import GameSnapshot

_Parameters = ParamSpec("_Parameters")
_Handler = Callable[Concatenate[Context, _Parameters], Awaitable[Reply]]


def offers_way_back(handler: _Handler[_Parameters]) -> _Handler[_Parameters]:
    """Let a handler that deals a game tell which one it put aside, and offer to go back."""

    async def with_way_back(
        context: Context, /, *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> Reply:
        before = await _game_in_play(context)
        reply = await handler(context, *arguments, **named)
        if before is None or reply.board is None or reply.board.game_id == before.game_id:
            return reply
        return replace(reply, followup=put_aside(before))

    return with_way_back


async def _game_in_play(context: Context) -> GameSnapshot | None:
    """The player's active game, if it has moves and is not over."""
    try:
        snapshot = await context.services.games.active(context.player)
    except (NoGame, UnreadableGame):
        return None
    return snapshot if snapshot.game.moves and not snapshot.state.is_final else None
