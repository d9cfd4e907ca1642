"""The command of shared boards."""

from __future__ import annotations

import asyncio
import functools
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.games.names import find_game
from bot.chat.games.offers import complete_game
from bot.chat.responding.audience import place_for_others
from bot.chat.responding.replies import text_reply
from bot.chat.responding.responses import respond
from bot.chat.together import presses  # noqa: F401  # registers its handlers
from bot.chat.together.showing import shared_reply
from bot.chat.together.watching import watch_reply
from bot.i18n import N_, _
from bot.models.together import Mode
from bot.service.solver.winnable import WinnableDeals
from bot.service.together.boards import Together

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply

_NOT_OPENED: Final = N_("No board was opened. {why}")

_opening: Final = WeakValueDictionary[int, asyncio.Lock]()
"""Held while a board is opened in a channel, so that it has one at a time."""


class TogetherCog(commands.Cog):
    """Playing together."""

    @app_commands.command(description="Open a board that everybody in this channel may play on.")
    @app_commands.describe(
        game="Which game to play; leave it out to see this channel's board again",
        mode="Who plays next; everybody may at any time by default",
        player="Watch this player's game instead, if they allow it",
    )
    @app_commands.choices(
        mode=[
            Choice(name=app_commands.locale_str(name), value=mode.value)
            for name, mode in (
                (N_("Free: everybody at any time"), Mode.FREE),
                (N_("In turn: nobody twice in a row"), Mode.TURNS),
                (N_("By vote: what most want within 20 seconds"), Mode.VOTE),
            )
        ]
    )
    @app_commands.autocomplete(game=complete_game)
    async def together(
        self,
        interaction: Interaction,
        game: str | None = None,
        mode: str | None = None,
        player: discord.User | None = None,
    ) -> None:
        """Open a shared board, or show the channel's again; or watch somebody's game."""
        if player is not None:
            await respond(interaction, functools.partial(watch_reply, player=player.id))
            return
        chosen = Mode.FREE if mode is None else Mode(mode)
        await respond(interaction, functools.partial(_open, game=game, mode=chosen))


async def _open(context: Context, game: str | None, mode: Mode) -> Reply:
    place, together = place_for_others(context, _NOT_OPENED), context.services[Together]
    async with _opening.setdefault(place.channel_id, asyncio.Lock()):
        shared = await together.in_play(place.channel_id)
        if shared is None:
            if game is None:
                return text_reply(_("There is no board here yet. Name a game to open one."))
            rules = find_game(game)
            deal = await context.services[WinnableDeals].choose(rules.id)
            shared = await together.open(
                place, mode, rules.id, deal.deal_number, winnable=deal.winnable
            )
    return await shared_reply(context, shared)
