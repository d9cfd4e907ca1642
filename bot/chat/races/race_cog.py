"""The command and presses of races for many."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from discord import app_commands
from discord.ext import commands

from bot.chat.autocomplete import complete_game
from bot.chat.components import on_press
from bot.chat.game.boards import board_reply
from bot.chat.game_names import find_game
from bot.chat.mentions import allow_named
from bot.chat.messages.formatting import mention
from bot.chat.messages.replies import Reply, text_reply
from bot.chat.races.messages import (
    ChannelMessage,
    add_note_if_left_alone,
    as_new_message,
    channel_language,
    edit_pressed,
    in_place_of_pressed,
    is_private_press,
    place_for_races,
    show_in_channel,
)
from bot.chat.races.race_views import (
    RaceAction,
    finished_view,
    leave_question,
    present_players,
    race_view,
)
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.responses import respond
from bot.i18n import _, use_locale
from bot.models import RaceKind, RacerOutcome, RaceState
from bot.service import NoRace
from bot.service.races import DEFAULT_TIME_LIMIT

if TYPE_CHECKING:
    from bot.chat.context import Context, Interaction
    from bot.models import Race
    from bot.service import RatingChange

    RaceHandler = Callable[[Context, Race], Awaitable[Reply]]

_MAX_MINUTES: Final = 60_000
"""More than any race may last, yet small enough to add up."""

_turns: Final = WeakValueDictionary[int, asyncio.Lock]()
"""Held while a table's players change or its race begins, so that it begins in one message."""


class RaceCog(commands.Cog):
    """Races for many."""

    @app_commands.command(description="Open a table for a race of 2 to 20 players on one deal.")
    @app_commands.describe(
        game="Which game to race in",
        minutes="Time limit in minutes; an hour by default",
        hints="Whether hints and odds are allowed; they are not by default",
    )
    @app_commands.autocomplete(game=complete_game)
    async def race(
        self,
        interaction: Interaction,
        game: str,
        minutes: app_commands.Range[int, 0, _MAX_MINUTES] | None = None,
        hints: bool = False,
    ) -> None:
        """Open a table."""
        time_limit = DEFAULT_TIME_LIMIT if minutes is None else timedelta(minutes=minutes)
        handler = functools.partial(_open, game=game, time_limit=time_limit, hints=hints)
        await respond(interaction, handler)


async def _open(context: Context, game: str, time_limit: timedelta, *, hints: bool) -> Reply:
    race = await context.services.races.open(
        context.player,
        find_game(game).id,
        place_for_races(context),
        time_limit=time_limit,
        hints=hints,
    )
    return as_new_message(
        context, await _shown(context, race), functools.partial(_close, context, race)
    )


async def _close(context: Context, race: Race) -> None:
    """Close a table that nobody else sees, which the channel need not be told."""
    races = context.services.races
    await races.announced(race)
    await races.leave(context.player, race.id)


def _on_table(*actions: RaceAction, in_turn: bool = False) -> Callable[[RaceHandler], RaceHandler]:
    """Register the handler of buttons under a race for many.

    Args:
        actions: what the buttons ask for.
        in_turn: whether such presses wait for each other, as they change the players or begin the
            race; nobody else waits while another player's board is drawn.
    """

    def register(handler: RaceHandler) -> RaceHandler:
        async def press(context: Context, race_id: int) -> Reply:
            await context.services.races.settle()
            async with _turns.setdefault(race_id, asyncio.Lock()) if in_turn else nullcontext():
                race = await context.services.races.get(race_id)
                if race.is_over and RaceAction.REMATCH not in actions:
                    return await _current(context, race)
                return await handler(context, race)

        for action in actions:
            on_press(f"table:{{race_id:int}}:{action.value}")(press)
        return handler

    return register


@_on_table(RaceAction.JOIN, in_turn=True)
async def _join(context: Context, race: Race) -> Reply:
    if race.state is RaceState.OPEN and race.racer(context.player) is not None:
        return text_reply(_("You are already at this table."))
    joined = await context.services.races.join(context.player, race.id)
    if joined.state is RaceState.RUNNING:
        return await _begun(context, joined)
    return await _current(context, joined)


@_on_table(RaceAction.LEAVE_TABLE, RaceAction.LEAVE, in_turn=True)
async def _leave(context: Context, race: Race) -> Reply:
    racer = race.racer(context.player)
    if race.state is RaceState.RUNNING and racer is not None and racer.outcome is None:
        return leave_question(race)
    left = await context.services.races.leave(context.player, race.id)
    return await _current(context, left)


@_on_table(RaceAction.LEAVE_CONFIRMED, in_turn=True)
async def _leave_confirmed(context: Context, race: Race) -> Reply:
    await context.services.races.leave(context.player, race.id)
    text = _("You left the race. Your game stays yours: /resume takes you back to it.")
    # It takes the place of the question, which is private already.
    return replace(text_reply(text), private=False)


@_on_table(RaceAction.START, in_turn=True)
async def _start(context: Context, race: Race) -> Reply:
    organizer = race.organizer_id
    if race.state is RaceState.OPEN and race.racer(context.player) and context.player != organizer:
        return text_reply(_("Only {organizer} can start this race.", organizer=mention(organizer)))
    if race.state is RaceState.RUNNING:
        # Somebody was faster.
        return await _own_board(context, race)
    return await _begun(context, await context.services.races.start(context.player, race.id))


@_on_table(RaceAction.BOARD)
async def _board(context: Context, race: Race) -> Reply:
    reply = replace(await _own_board(context, race), private=True, new_message=True)
    if race.message_id is not None:
        return reply
    # The bot cannot keep this message up to date by itself.
    shown = await _shown(context, race)
    return replace(reply, delivered=functools.partial(_refresh, context, shown.reply))


@_on_table(RaceAction.STAY)
async def _stay(context: Context, race: Race) -> Reply:
    return replace(await _own_board(context, race), word=_("Your race goes on."))


@_on_table(RaceAction.REMATCH)
async def _rematch(context: Context, race: Race) -> Reply:
    if race.racer(context.player) is None:
        raise NoRace("Only those who raced can ask for a rematch. Type /race to open a table.")
    rematch = await context.services.races.open(
        context.player,
        race.rules_id,
        place_for_races(context),
        time_limit=race.time_limit,
        hints=race.hints,
    )
    return as_new_message(
        context,
        await _shown(context, rematch, rematch_of=race),
        functools.partial(_close, context, rematch),
    )


async def _begun(context: Context, race: Race) -> Reply:
    """Tell the channel that a race has begun; the player who began it gets their board."""
    shown = await _shown(context, race, pings=present_players(race))
    if await show_in_channel(context, shown):
        return await _own_board(context, race)
    return in_place_of_pressed(context, shown)


async def _own_board(context: Context, race: Race) -> Reply:
    """A racer's board; what to wait for once they have finished."""
    racer = race.racer(context.player)
    if race.state is RaceState.RUNNING and racer is not None and racer.outcome is not None:
        if racer.outcome is RacerOutcome.LEFT:
            return text_reply(_("You left this race. Type /resume to go back to your game."))
        return finished_view(race, racer)
    board = await context.services.races.board(context.player, race.id)
    return await board_reply(context, board.snapshot)


async def _current(context: Context, race: Race) -> Reply:
    """A table or a race as it stands now, in place of the pressed message."""
    shown = await _shown(context, race)
    if is_private_press(context):
        await show_in_channel(context, shown)
        return shown.reply
    return replace(shown.reply, delivered=functools.partial(_correct, context, race))


async def _correct(context: Context, shown: Race, _message_id: int | None) -> None:
    """Edit the pressed message again while others have joined or left in the meantime.

    Responses to presses at the same time may reach Discord in another order.
    """
    while (now := await context.services.races.get(shown.id)).racers != shown.racers:
        if now.state is not RaceState.OPEN:
            return
        reply = (await _shown(context, now)).reply
        await context.interaction.edit_original_response(
            view=reply.view,
            allowed_mentions=await allow_named(context.interaction.client, reply.view),
        )
        shown = now


async def _refresh(context: Context, reply: Reply, _message_id: int | None) -> None:
    """Bring the pressed message up to date after a private response."""
    pressed = context.interaction.message
    if pressed is not None and not pressed.flags.ephemeral:
        try:
            await edit_pressed(context, reply.view)
        except FAILURES:
            return


async def _shown(
    context: Context,
    race: Race,
    *,
    pings: tuple[int, ...] = (),
    rematch_of: Race | None = None,
) -> ChannelMessage:
    """A race as its channel is to see it."""
    races = context.services.races
    progress, ratings = await races.progress(race), await _ratings(context, race)
    with use_locale(await channel_language(context)):
        reply = race_view(race, progress, ratings=ratings, rematch_of=rematch_of)
        if race.state is RaceState.RUNNING:
            add_note_if_left_alone(context, race.place, reply.view)
    return ChannelMessage(
        race.place,
        race.message_id,
        replace(reply, pings=pings),
        functools.partial(races.save_message, race),
    )


async def _ratings(context: Context, race: Race) -> Mapping[int, RatingChange]:
    """How a race has changed the players' ratings."""
    if race.state is not RaceState.FINISHED:
        return {}
    guild = race.place.guild_id
    return await context.services.ratings.of_race(RaceKind.RACE, race.id, guild)
