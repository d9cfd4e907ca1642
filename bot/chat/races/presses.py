"""The presses on the buttons under races."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from bot.chat.races.boards import leave_lobby, own_board, turn_to_show, waiting_note
from bot.chat.races.messages import (
    edit_pressed,
    in_place_of_pressed,
    new_message,
    place_for_races,
    show_in_channel,
    shown,
)
from bot.chat.races.views import (
    RaceAction,
    leave_question,
    offered_actions,
    present_players,
    start_question,
)
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.audience import is_private_press
from bot.chat.responding.components import on_press
from bot.chat.responding.mentions import allow_named, mention
from bot.chat.responding.replies import Reply, followed_by, text_reply
from bot.i18n import _
from bot.models.contests import RaceState
from bot.service.contests.contests import NoRace, not_in
from bot.service.contests.races import Races

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.contests import Race

    RaceHandler = Callable[[Context, Race], Awaitable[Reply]]

_ANSWERS: Final = (RaceAction.ACCEPT, RaceAction.DECLINE, RaceAction.WITHDRAW)
"""The buttons that only challenges have."""
_QUESTION_ACTIONS: Final = (RaceAction.LEAVE_CONFIRMED, RaceAction.STAY)
"""The buttons under the question whether to leave a race."""

_turns: Final = WeakValueDictionary[int, asyncio.Lock]()
"""Held while a table's players change or its race begins, so that it begins in one message."""


def _on_race(*actions: RaceAction, in_turn: bool = False) -> Callable[[RaceHandler], RaceHandler]:
    """Register the handler of buttons under a race.

    A button that no longer applies shows the race as it is now.

    Args:
        in_turn: whether such presses wait for each other, as they change the players or begin the
            race; nobody else waits while another player's board is drawn.
    """

    def register(handler: RaceHandler) -> RaceHandler:
        async def press(context: Context, race_id: int, action: RaceAction) -> Reply:
            races = context.services[Races]
            async with _turns.setdefault(race_id, asyncio.Lock()) if in_turn else nullcontext():
                race = await races.get(race_id, by_invitation=action in _ANSWERS)
                if race.by_invitation and race.racer(context.player) is None:
                    raise not_in(race)
                if not _applies(action, race):
                    return await _current(context, race)
                return await handler(context, race)

        for action in actions:
            on_press(f"table:{{race_id:int}}:{action.value}")(
                functools.partial(press, action=action)
            )
        return handler

    return register


def _applies(action: RaceAction, race: Race) -> bool:
    """Whether a handler takes a press, be it to refuse it in a sentence."""
    if not race.by_invitation:
        return not race.is_over or action is RaceAction.REMATCH
    is_answer = race.state is RaceState.RUNNING and action in _QUESTION_ACTIONS
    return is_answer or action in offered_actions(race)


@_on_race(RaceAction.ACCEPT)
async def _accept(context: Context, race: Race) -> Reply:
    accepted = (await context.services[Races].accept(context.player, race.id)).race
    return await _begun(context, accepted, pings=(accepted.organizer_id,))


@_on_race(RaceAction.DECLINE)
async def _decline(context: Context, race: Race) -> Reply:
    declined = await context.services[Races].decline(context.player, race.id)
    return await _current(context, declined, is_new=True)


@_on_race(RaceAction.WITHDRAW)
async def _withdraw(context: Context, race: Race) -> Reply:
    withdrawn = await context.services[Races].withdraw(context.player, race.id)
    return await _current(context, withdrawn, is_new=True)


@_on_race(RaceAction.JOIN, in_turn=True)
async def _join(context: Context, race: Race) -> Reply:
    if race.state is RaceState.OPEN and race.racer(context.player) is not None:
        return text_reply(_("You are already at this table."))
    joined = await context.services[Races].join(context.player, race.id)
    if joined.state is RaceState.RUNNING:
        return await _begun(context, joined, pings=present_players(joined))
    return await _current(context, joined, is_new=True)


@_on_race(RaceAction.READY, in_turn=True)
async def _ready(context: Context, race: Race) -> Reply:
    if race.state is RaceState.RUNNING:
        return await own_board(context, race)
    ready = await context.services[Races].ready(context.player, race.id)
    if ready.state is RaceState.RUNNING:
        return await _begun(context, ready, pings=present_players(ready))
    return followed_by(waiting_note(context, ready), functools.partial(_show_table, context, ready))


@_on_race(RaceAction.LEAVE_TABLE, RaceAction.LEAVE, in_turn=True)
async def _leave(context: Context, race: Race) -> Reply:
    racer = race.racer(context.player)
    if race.state is RaceState.RUNNING and racer is not None and racer.outcome is None:
        return leave_question(race, context.player)
    left = await context.services[Races].leave(context.player, race.id)
    await leave_lobby(context, race.id)
    return await _current(context, left, is_new=True)


@_on_race(RaceAction.LEAVE_CONFIRMED, in_turn=True)
async def _leave_confirmed(context: Context, race: Race) -> Reply:
    left = await context.services[Races].leave(context.player, race.id)
    await leave_lobby(context, race.id)
    if left.by_invitation:
        return await _current(context, left)
    text = _("You left the race. Your game stays yours: /resume takes you back to it.")
    # It takes the place of the question, which is private already.
    return replace(text_reply(text), private=False)


@_on_race(RaceAction.START, in_turn=True)
async def _start(context: Context, race: Race) -> Reply:
    organizer = race.organizer_id
    if race.state is RaceState.OPEN and race.racer(context.player) and context.player != organizer:
        return text_reply(_("Only {organizer} can start this race.", organizer=mention(organizer)))
    others = [one.ready_at for one in race.racers if one.player_id != context.player]
    if race.state is RaceState.OPEN and any(others) and not all(others):
        return start_question(race, context.player)
    return await _start_anyway(context, race)


@_on_race(RaceAction.START_CONFIRMED, in_turn=True)
async def _start_confirmed(context: Context, race: Race) -> Reply:
    # It takes the place of the question, which is private already.
    return replace(await _start_anyway(context, race), private=False)


async def _start_anyway(context: Context, race: Race) -> Reply:
    if race.state is RaceState.RUNNING:
        # Somebody was faster.
        return await own_board(context, race)
    begun = await context.services[Races].start(context.player, race.id)
    return await _begun(context, begun, pings=present_players(begun))


@_on_race(RaceAction.END, in_turn=True)
async def _end(context: Context, race: Race) -> Reply:
    agreed = await context.services[Races].agree_to_end(context.player, race.id)
    if agreed.is_over:
        return text_reply(_("All agree: the race is over. Its result comes in a moment."))
    return text_reply(_("You agree. The race ends once everybody who is still racing agrees."))


@_on_race(RaceAction.BOARD)
async def _board(context: Context, race: Race) -> Reply:
    reply = replace(await own_board(context, race), private=True, new_message=True)
    if race.by_invitation or race.message_id is not None:
        return reply
    # The bot cannot keep this message up to date by itself.
    begun = await context.services[Races].get(race.id)
    now = await shown(context, begun)
    return followed_by(reply, functools.partial(_refresh, context, now))


@_on_race(RaceAction.STAY)
async def _stay(context: Context, race: Race) -> Reply:
    racer, word = race.racer(context.player), _("Your race goes on.")
    if racer is not None and racer.started_at is None:
        # Their time runs only once they ask for their board.
        return replace(text_reply(word), private=False)
    return replace(await own_board(context, race), word=word)


@_on_race(RaceAction.REMATCH)
async def _rematch(context: Context, race: Race) -> Reply:
    player, races, place = context.player, context.services[Races], place_for_races(context)
    if race.racer(player) is None:
        raise NoRace(
            "Only those who raced can ask for a rematch. Type /race start to open a table."
        )
    if race.by_invitation:
        rematch = await races.challenge(
            player, race.other(player), race.rules_id, terms=race.terms, place=place
        )
    else:
        rematch = await races.open(player, race.rules_id, place, race.terms)
    return await new_message(context, rematch, rematch_of=race)


async def _begun(context: Context, race: Race, pings: tuple[int, ...]) -> Reply:
    """Show the channel that a race has begun; the player who began it gets their board."""
    reply = await shown(context, race, pings=pings)
    if await show_in_channel(context, race, reply):
        return await own_board(context, race)
    return in_place_of_pressed(context, race, reply)


async def _show_table(context: Context, race: Race, _message_id: int | None) -> None:
    """Show the channel who is ready, after a private response."""
    if not await turn_to_show(context.interaction.client, race.id):
        return
    now = await context.services[Races].get(race.id)
    if now.state is not RaceState.OPEN:
        return
    reply = await shown(context, now)
    if not await show_in_channel(context, race, reply):
        await _refresh(context, reply, None)


async def _current(context: Context, race: Race, *, is_new: bool = False) -> Reply:
    """A race as it is now, in place of the pressed message."""
    reply = await shown(context, race)
    if is_private_press(context) and is_new:
        await show_in_channel(context, race, reply)
    if is_private_press(context) or race.by_invitation:
        return reply
    return replace(reply, delivered=functools.partial(_correct, context, race))


async def _correct(context: Context, seen: Race, _message_id: int | None) -> None:
    """Edit the pressed message again while others join or leave, as responses may overtake."""
    while (now := await context.services[Races].get(seen.id)).racers != seen.racers:
        if now.state is not RaceState.OPEN:
            return
        view = (await shown(context, now)).view
        await context.interaction.edit_original_response(
            view=view, allowed_mentions=await allow_named(context.interaction.client, view)
        )
        seen = now


async def _refresh(context: Context, reply: Reply, _message_id: int | None) -> None:
    """Bring the pressed message up to date after a private response."""
    pressed = context.interaction.message
    if pressed is not None and not pressed.flags.ephemeral:
        with suppress(*FAILURES):
            await edit_pressed(context, reply)
