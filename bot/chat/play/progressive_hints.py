"""Hints that are made better while the player looks at the first answer.

The first answer to a request for a hint comes at once. Where the search goes on, the board that
shows it is edited as better ones come, until the player acts. The hint counts once.
"""

from __future__ import annotations

import functools
import logging
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.chat.play.advice_views import lost_view
from bot.chat.play.boards import board_reply
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.delivery import follow_up
from bot.chat.responding.live_boards import edit_again, edited_later, where_board_is
from bot.chat.responding.replies import Reply, text_reply
from bot.errors import StoreError
from bot.i18n import N_, _
from bot.service.errors import refuse_if_over
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.wording.hints import hint_notice
from engine import PatienceError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.chat.responding.context import Context
    from bot.chat.responding.shown_boards import ShownBoard
    from bot.models.advice import Hint
    from bot.models.play import GameSnapshot

_log = logging.getLogger(__name__)

_MOVED_ON: Final = N_("You moved meanwhile, so the hint no longer fits.")


@dataclass(frozen=True, slots=True)
class _Request:
    """A request for a hint; a typed one has it in a private note as well."""

    context: Context
    snapshot: GameSnapshot
    typed: bool

    async def is_current(self) -> bool:
        """Whether the player has not moved since."""
        current = await self.context.services[Games].active(self.context.player)
        return current.board_version == self.snapshot.board_version


async def hint_reply(
    context: Context, snapshot: GameSnapshot, *, all_cards: bool, typed: bool = False
) -> Reply:
    """A board with a hint, perhaps by all cards, or what there is to say instead."""
    refuse_if_over(snapshot)
    games, request = context.services[Games], _Request(context, snapshot, typed)
    hints = context.services[Advisor].hints(snapshot, all_cards=all_cards)
    hint = await anext(hints)
    while hint.goes_on and hint.says_nothing:
        hint = await anext(hints, replace(hint, goes_on=False))
    current = await games.active(context.player)
    if current.board_version != snapshot.board_version:
        # The player has moved since; the hint is about another board.
        return replace(await board_reply(context, current), word=_(_MOVED_ON) if typed else "")
    if not hint.says_nothing:
        await games.count_hint(snapshot.game_id)
    reply = await _reply(request, hint)
    if not hint.goes_on:
        return reply
    follow = functools.partial(_go_on, request, hint, hints)
    return edited_later(context, snapshot, reply, follow)


async def _reply(request: _Request, hint: Hint) -> Reply:
    snapshot = request.snapshot
    if hint.lost is not None:
        return lost_view(snapshot, hint.lost, all_cards=hint.all_cards)
    reply = await board_reply(request.context, snapshot, hint=hint)
    return replace(reply, word=hint_notice(snapshot, hint)) if request.typed else reply


async def _go_on(
    request: _Request, first: Hint, hints: AsyncGenerator[Hint, None], shown: ShownBoard
) -> None:
    """Show better hints until there are no more, or the player has acted."""
    last = first
    try:
        async with aclosing(hints):
            async for hint in hints:
                # Where only its reason grows, or when the game was lost, the last word is enough.
                is_waited_for = hint.lost is not None or hint.move in (None, last.move)
                if hint.goes_on and is_waited_for:
                    continue
                if not await _show(request, hint, last, shown):
                    return
                last = hint
        if last.goes_on:
            await _show(request, replace(last, goes_on=False), last, shown)
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.warning("A hint could not be made better: %s", error)


async def _show(request: _Request, hint: Hint, last: Hint, shown: ShownBoard) -> bool:
    """Show a hint in the place of the last one; False if the player has acted since."""
    context, reply = request.context, await _reply(request, hint)
    if not await request.is_current():
        return False
    if last.lost is not None:
        await context.interaction.edit_original_response(view=reply.view)
        return True
    board = reply if hint.lost is None else await board_reply(context, request.snapshot)
    game_id = request.snapshot.game_id
    if not await edit_again(context, game_id, shown, board):
        return False
    if shown.token is not None and shown.token.interaction_id == context.interaction.id:
        if hint.lost is not None:
            await follow_up(context.interaction, reply)
        return True
    # The board was edited for a command, whose response is a word in private.
    if hint.lost is None:
        reply = text_reply(f"{reply.word}\n{where_board_is(shown.message.url)}")
    await context.interaction.edit_original_response(view=reply.view)
    return True
