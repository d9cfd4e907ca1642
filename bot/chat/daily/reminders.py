"""Reminders: set by the command and by presses, sent by direct message when they are due."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord.app_commands import Choice

from bot.chat.daily.reminder_views import (
    NEVER,
    place_form,
    place_question,
    reminder_view,
    reminders_form,
    reminders_view,
    stopped_view,
)
from bot.chat.daily.time_zones import (
    OfferedZone,
    find_time_zones,
    offered_time_zones,
    suggested_time_zone,
    time_zones_beginning,
)
from bot.chat.requests.failures import FAILURES, TAKEN_FOR_SPAM
from bot.chat.requests.pace import within
from bot.chat.responding.components import Entries, NotOffered, number_in, on_press
from bot.chat.responding.context import with_preferences
from bot.chat.responding.loop import Again, AllWait, Later
from bot.chat.responding.replies import MAX_OPTION_TEXT, MAX_OPTIONS, Reply
from bot.chat.responding.search import in_time
from bot.chat.responding.surface import SECONDS_TO_SHOW, Post
from bot.i18n import use_locale
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotReady
from bot.service.players.reminders import ReminderNow, Reminders
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction, PatienceBot
    from bot.models.due import Due
    from bot.service.players.reminders import ReminderSettings


_HOURS: Final = range(24)
_HOURS_BEFORE: Final = range(1, 24)
"""What may be chosen for a reminder of the day's deal, and for one before the day ends."""
_UNTIL_OPENED: Final = timedelta(minutes=1)
"""The pause until it is tried again to open direct messages, which Discord allows for few."""

_REFUSALS: Final = frozenset(
    {
        10003,  # the channel of the direct messages is gone
        10013,  # the user is gone
        50007,  # the user's direct messages are closed
        50033,  # the user cannot receive any
        50278,  # the bot and the user share no server
    }
)
"""Discord's codes for direct messages that it does not deliver."""

_log = logging.getLogger(__name__)


class Unreachable(Exception):
    """Discord delivers no direct messages to a player."""


@in_time
async def complete_time_zone(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Time zones that match the typed text, for an option's autocomplete."""
    now = discord.utils.utcnow()
    if typed.strip():
        found = await asyncio.to_thread(time_zones_beginning, typed, now)
    else:
        suggested = suggested_time_zone(str(interaction.locale))
        found = [OfferedZone(zone) for zone in offered_time_zones(suggested)]
    return [
        Choice(name=one.title(now)[:MAX_OPTION_TEXT], value=one.zone) for one in found[:MAX_OPTIONS]
    ]


@on_press("remind:page", updates=False, private=True)
async def remind(context: Context, hour: int | None = None, zone: str | None = None) -> Reply:
    """Set the reminder of the day's deal, where a value is given; show the player's reminders."""
    reminders = context.services[Reminders]
    settings = await reminders.settings(context.player)
    if hour is None and zone is None:
        return _page(context, settings)
    chosen = settings.hour if hour is None else hour
    return await _set_daily(context, chosen, zone or _time_zone(context, settings))


async def _set_daily(context: Context, hour: int | None, place: str) -> Reply:
    """Set the reminder of the day's deal, or ask where a place is that may be another."""
    now = discord.utils.utcnow()
    found = await asyncio.to_thread(find_time_zones, place, now)
    if not found.is_exact:
        return place_question(place, found.zones, hour, now)
    settings = await context.services[Reminders].set_daily(
        context.player, hour, found.zones[0].zone, context.locale.commands
    )
    return _page(context, await _within_reach(context, settings), meant=found.zones[0])


async def ask_for_reminders(context: Context) -> Reply:
    """Show the player's reminders in a form."""
    return reminders_form(
        await context.services[Reminders].settings(context.player),
        suggested_time_zone(str(context.interaction.locale)),
        discord.utils.utcnow(),
        are_mentioned=context.preferences.mentioned,
    )


@on_press("remind:form", updates=False, private=True)
async def _set_all(context: Context, entries: Entries) -> Reply:
    (hour,), (hours_before,), (zone,) = entries["hour"], entries["streak"], entries["zone"]
    chosen = _hours(hour, _HOURS)
    await context.services[Reminders].set_streak(
        context.player, _hours(hours_before, _HOURS_BEFORE), context.locale.commands
    )
    mentioned = "yes" if entries["mentioned"] else "no"
    preferences = await context.services[PreferenceService].save(
        context.player, mentioned=mentioned
    )
    context = with_preferences(context, preferences)
    return await _set_daily(context, chosen, *entries["city"] or (zone,))


def _hours(chosen: str, offered: range) -> int | None:
    """An hour of the day, or a number of hours before its end; None for never."""
    if chosen == NEVER:
        return None
    if number_in(chosen) not in offered:
        raise NotOffered
    return int(chosen)


@on_press("remind:hour", in_place=True)
async def _choose_hour(context: Context, values: tuple[str, ...]) -> Reply:
    settings = await context.services[Reminders].settings(context.player)
    return await _set_daily(context, _hours(values[0], _HOURS), _time_zone(context, settings))


@on_press("remind:zone", in_place=True)
async def _choose_zone(context: Context, values: tuple[str, ...]) -> Reply:
    return await remind(context, zone=values[0])


@on_press("remind:place:{hour}", in_place=True)
async def _choose_place(context: Context, hour: str, values: tuple[str, ...]) -> Reply:
    return await _set_daily(context, _hours(hour, _HOURS), values[0])


@on_press("remind:where:{hour}:{typed}")
async def _ask_for_place(_context: Context, hour: str, typed: str) -> Reply:
    return place_form(typed, hour)


@on_press("remind:find:{hour}", in_place=True)
async def _find_place(context: Context, hour: str, entries: Entries) -> Reply:
    return await _set_daily(context, _hours(hour, _HOURS), " ".join(entries["place"]))


@on_press("remind:streak", in_place=True)
async def _choose_streak(context: Context, values: tuple[str, ...]) -> Reply:
    hours = _hours(values[0], _HOURS_BEFORE)
    settings = await context.services[Reminders].set_streak(
        context.player, hours, context.locale.commands
    )
    return _page(context, await _within_reach(context, settings))


@on_press("remind:mention:{value}", in_place=True)
async def _set_mentioned(context: Context, value: str) -> Reply:
    preferences = await context.services[PreferenceService].save(context.player, mentioned=value)
    return await remind(with_preferences(context, preferences))


@on_press("remind:stop")
async def _stop(context: Context) -> Reply:
    await context.services[Reminders].stop(context.player)
    return stopped_view()


async def _within_reach(context: Context, settings: ReminderSettings) -> ReminderSettings:
    """Open direct messages before the first reminder: many cannot be opened at once."""
    reminders, player = context.services[Reminders], context.player
    if not settings.enabled or await reminders.channel(player) is not None:
        return settings
    try:
        await open_direct_messages(context.interaction.client, player)
    except Unreachable:
        await reminders.refused(player)
        return await reminders.settings(player)
    except (AllWait, Later, *FAILURES) as error:
        _log.warning("Direct messages are opened with the first reminder only: %s", error)
    return settings


def _time_zone(context: Context, settings: ReminderSettings) -> str:
    return settings.time_zone or suggested_time_zone(str(context.interaction.locale))


def _page(
    context: Context, settings: ReminderSettings, *, meant: OfferedZone | None = None
) -> Reply:
    suggested = suggested_time_zone(str(context.interaction.locale))
    return reminders_view(
        settings,
        suggested,
        discord.utils.utcnow(),
        are_mentioned=context.preferences.mentioned,
        meant=meant,
    )


async def open_direct_messages(bot: PatienceBot, player: int) -> int:
    """A player's channel, opened; raises Unreachable, Later, AllWait or FAILURES."""
    if not bot.pace.may_open_direct_messages():
        raise Later("many direct messages were opened", pause=_UNTIL_OPENED)
    await bot.pace.turn()
    try:
        opened = await within(SECONDS_TO_SHOW, bot.create_dm(discord.Object(player)))
    except discord.HTTPException as error:
        if error.code in _REFUSALS:
            raise Unreachable from error
        if error.code in TAKEN_FOR_SPAM:
            bot.pace.open_none_for_a_while()
            raise AllWait(str(error)) from error
        raise
    await bot.services[Reminders].opened(player, opened.id)
    return opened.id


async def reminder_message(bot: PatienceBot, due: Due) -> Post | Again | None:
    """The reminder of a player, unless the day is played; later if none can be opened or dealt."""
    reminders, player = bot.services[Reminders], due.subject.id
    now = await reminders.look(due)
    if not isinstance(now, ReminderNow):
        return None if now is None else Again(now)
    try:
        deal = await bot.services[Daily].deal()
    except NotReady as error:
        raise Later("the day's deal is not chosen yet") from error
    try:
        channel = now.reminder.channel_id or await open_direct_messages(bot, player)
    except Unreachable:
        await reminders.refused(player)
        return None
    preferences = await bot.services[PreferenceService].get(player)
    kind, language = now.reminder.kind, now.reminder.language
    with use_locale(preferences.language or language, language):
        view = reminder_view(kind, now.streak, deal, is_quiet=preferences.quiet)

    async def refused(error: discord.HTTPException) -> None:
        if error.code not in _REFUSALS:
            # It is about this one message, which is tried again until it is too late.
            raise error
        await reminders.refused(player)

    return Post(
        Place(channel),
        Reply(view),
        state=str(deal.day),
        again_at=now.next_at,
        is_new=True,
        player=player,
        refused=refused,
    )
