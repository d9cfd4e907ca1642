"""The commands in the context menu of a message that shows a board."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.chat.play.boards import board_reply, offers_resume
from bot.chat.play.own_deals import own_deal_reply
from bot.chat.play.views import text_of_board
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import PREFIX
from bot.chat.responding.responses import respond
from bot.i18n import N_
from bot.service.errors import SecretDeal, ServiceError
from bot.service.play.games import Games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply
    from bot.models.play import GameSnapshot


_BOARD: Final = re.compile(re.escape(PREFIX) + r"([0-9]{1,18}):[0-9]{1,18}:.+")
"""The custom ids of what is under a board; see :mod:`.custom_ids`."""


class NoBoard(ServiceError):
    """A message shows no board."""

    text = N_("This message shows no board of Patience. Choose one that does.")


@app_commands.context_menu(name="Play this deal")
async def play_this_deal(interaction: Interaction, message: discord.Message) -> None:
    """Deal the deal of a board to whoever asks for it."""
    handler = functools.partial(_deal_again, message=message)
    await respond(interaction, handler, private=boards_are_private)


@app_commands.context_menu(name="Board as text")
async def board_as_text(interaction: Interaction, message: discord.Message) -> None:
    """Show a board as text, to whoever asks for it alone."""
    await respond(interaction, functools.partial(_as_text, message=message), private=True)


@offers_resume
async def _deal_again(context: Context, message: discord.Message) -> Reply:
    shown = await _shown_game(context, message)
    if shown.is_secret or shown.raced:
        raise SecretDeal
    if shown.is_own_deal:
        return await own_deal_reply(context, shown.game.boards[0])
    snapshot = await context.services[Games].start(
        context.player,
        shown.game.rules.id,
        shown.deal_number,
        context.place,
        winnable=shown.winnable,
    )
    return await board_reply(context, snapshot)


async def _as_text(context: Context, message: discord.Message) -> Reply:
    shown = await _shown_game(context, message)
    if shown.is_secret and shown.player != context.player:
        raise SecretDeal
    return text_of_board(shown)


async def _shown_game(context: Context, message: discord.Message) -> GameSnapshot:
    """The game whose board a message shows."""
    if message.author.id != context.interaction.application_id:
        raise NoBoard
    for custom_id in _custom_ids(message.components):
        board = _BOARD.fullmatch(custom_id)
        if board is not None:
            return await context.services[Games].get(int(board[1]))
    raise NoBoard


def _custom_ids(components: Iterable[discord.Component]) -> Iterator[str]:
    for component in components:
        yield from filter(None, [getattr(component, "custom_id", None)])
        yield from _custom_ids(getattr(component, "children", ()))
