"""Boards in servers that nobody plays on just now: each folds to a line, which keeps a way back.

A player's board does so once they have opened another in the channel, and a finished one after a
while. It takes no message: the board's own is edited.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.play.board_texts import folded_line
from bot.chat.play.custom_ids import BoardAction, board_route, open_deal_route
from bot.chat.requests.failures import is_refusal
from bot.chat.responding.components import button, row
from bot.chat.responding.loop import Again, Later
from bot.chat.responding.replies import Reply, message
from bot.chat.responding.surface import edit_message
from bot.i18n import _
from bot.models.due import FOLDED, FOLDED_AFTER
from bot.models.play import GameState
from bot.service.due import Posts
from bot.service.errors import NoGame, UnreadableGame
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.models.due import Due, Shown
    from bot.models.places import BoardMessage
    from bot.models.play import GameSnapshot

_SECONDS: Final = 5.0
"""How long an edit may take: the player's next board waits meanwhile."""


async def fold_board(bot: PatienceBot, due: Due) -> Again | None:
    """Fold a board, unless it is played on or was finished just now."""
    if due.player is None:
        return None
    # So that no press shows another board meanwhile, which this would replace.
    async with bot.shown_boards.lock(due.player):
        shown = await bot.services[Posts].find(due.subject)
        if shown is None or shown.message is None or shown.state == FOLDED:
            return None
        try:
            snapshot = await bot.services[Games].get(due.subject.id)
            active = await bot.services[Games].active(due.player)
        except (NoGame, UnreadableGame):
            return None
        if snapshot.finished_at is not None:
            fold_at = snapshot.finished_at + FOLDED_AFTER
            if bot.services[Posts].now() < fold_at:
                return Again(fold_at)
        elif active.game_id == snapshot.game_id:
            return None
        if snapshot.is_secret:
            return None
        preferences = await bot.services[PreferenceService].get(due.player)
        reply = folded_view(snapshot, is_quiet=preferences.quiet)
        await _fold(bot, shown, shown.message, reply)
    return None


async def _fold(bot: PatienceBot, shown: Shown, board: BoardMessage, reply: Reply) -> None:
    """Edit the message of a board."""
    try:
        is_there = await edit_message(bot, board, reply, seconds=_SECONDS, retries=False)
    except discord.HTTPException as error:
        if not is_refusal(error):
            raise
        # Such as in a thread that was archived, where everything is out of sight.
        is_there = False
    if is_there is None:
        raise Later("the channel has been edited too often")
    bot.shown_boards.forget(shown.subject.id)
    message_id = shown.message_id if is_there else None
    await bot.services[Posts].save(replace(shown, message_id=message_id, state=FOLDED))


def folded_view(snapshot: GameSnapshot, *, is_quiet: bool) -> Reply:
    """What is left of a board: a line, and buttons to play on, or to play that game again."""
    text = folded_line(snapshot, is_quiet=is_quiet)
    if not snapshot.state.is_final:
        go_on = button(board_route(snapshot, BoardAction.BACK), _("Go on"), emoji="▶️")
        return Reply(message(ui.Section(text, accessory=go_on)))
    buttons = [button(board_route(snapshot, BoardAction.NEW), _("New deal"), emoji="🃏")]
    if snapshot.state is GameState.WON:
        replay = button(board_route(snapshot, BoardAction.REPLAY), _("Replay"), emoji="🎞️")
        play = button(open_deal_route(snapshot), _("Play this deal"), emoji="🔁")
        buttons += [replay, play]
    else:
        again = button(board_route(snapshot, BoardAction.AGAIN), _("Same deal again"), emoji="🔁")
        buttons.append(again)
    return Reply(message(ui.TextDisplay(text), row(*buttons)))
