"""Sending the reminders that are due, by direct message."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.daily.reminders.views import reminder_view
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.announcements import (
    Announcement,
    announce,
    do_all,
    note_failure,
    served_shards,
)
from bot.chat.responding.direct_messages import REFUSALS, Unreachable, open_direct_messages
from bot.chat.responding.replies import Reply
from bot.i18n import use_locale
from bot.models.places import Place
from bot.service.daily.daily import Daily, NotReady
from bot.service.players.reminders import Reminders, too_late
from bot.service.preferences import PreferenceService

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.models.daily import DailyDeal
    from bot.models.players import Reminder

CHECK_SECONDS: Final = 10.0
"""Seconds between two looks at which reminders are due."""


async def send_reminders(bot: PatienceBot) -> bool:
    """Send the reminders that are due; processes share the players, as they share the servers."""
    served = await served_shards(bot)
    due = [one for one in await bot.services[Reminders].due() if served.serves(one.player_id)]
    if not due:
        return True
    try:
        deal = await bot.services[Daily].deal()
    except NotReady:
        return False
    return await do_all(
        bot, {_name(one, deal): functools.partial(_remind, bot, one, deal) for one in due}
    )


def _name(due: Reminder, deal: DailyDeal) -> str:
    return f"reminder:{due.kind}:{deal.day}@{due.player_id}"


async def _remind(bot: PatienceBot, due: Reminder, deal: DailyDeal) -> bool:
    """Send a reminder; False if it is to be tried again later.

    One whose player no direct messages were opened with waits, and holds up no other, while Discord
    lets the bot open none.
    """
    reminders, name = bot.services[Reminders], _name(due, deal)
    streak = await reminders.wanted_streak(due)
    if streak is None:
        await reminders.skip(due)
        return True
    try:
        channel_id = due.channel_id or await open_direct_messages(bot, due.player_id)
    except Unreachable:
        await reminders.refused(due.player_id)
        return True
    except FAILURES as error:
        note_failure(bot, name, error)
        return False
    if channel_id is None:
        return True

    async def reply() -> Reply:
        preferences = await bot.services[PreferenceService].get(due.player_id)
        with use_locale(preferences.language or due.language, due.language):
            view = reminder_view(due.kind, streak, deal, is_quiet=preferences.quiet)
            return Reply(view)

    async def refused(error: discord.HTTPException) -> None:
        if error.code not in REFUSALS:
            # It is about this one message, which is tried again until it is too late.
            raise error
        await reminders.refused(due.player_id)

    return await announce(
        bot,
        Announcement(
            name,
            Place(channel_id),
            reply,
            functools.partial(reminders.sent, due),
            due=due.due_at,
            until=too_late(due.moment),
            player=due.player_id,
            refused=refused,
        ),
    )
