"""Sending the reminders that are due, by direct message."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot import metrics
from bot.chat.reminders.views import reminder_view
from bot.chat.requests.failures import reason
from bot.chat.requests.pace import within
from bot.chat.responding.announcements import SECONDS_TO_SEND, count_sent, nonce
from bot.i18n import use_locale
from bot.service.claims import Claims
from bot.service.daily.daily import Daily, NotReady
from bot.service.players.reminders import Reminders
from bot.service.preferences import PreferenceService
from bot.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.chat.responding.context import PatienceBot
    from bot.models.daily import DailyDeal
    from bot.service.players.reminders import DueReminder

CHECK_SECONDS: Final = 10.0
"""Seconds between two looks at which reminders are due."""

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


async def send_reminders(bot: PatienceBot) -> bool:
    """Send the reminders that are due, unless another process does."""
    async with bot.services[Claims].lease("reminders") as acquired:
        while acquired and (due := await bot.services[Reminders].due()):
            if not await _send_all(bot, due):
                return False
    return True


async def _send_all(bot: PatienceBot, due: Iterable[DueReminder]) -> bool:
    """Send some reminders; False if any is to be tried again later."""
    try:
        deal = await bot.services[Daily].deal()
    except NotReady:
        return False
    # A stop in between would lose what is claimed.
    failures = await asyncio.gather(*(shielded(_send(bot, one, deal)) for one in due))
    reasons = [*filter(None, failures)]
    if reasons:
        _log.warning("%d reminders could not be sent (%s)", len(reasons), reasons[-1])
    return not reasons


async def _send(bot: PatienceBot, due: DueReminder, deal: DailyDeal) -> str:
    """Send a reminder, unless it is claimed already.

    Returns:
        Why it is to be tried again later; empty if it is not.
    """
    reminders, reminder = bot.services[Reminders], due.reminder
    preferences = await bot.services[PreferenceService].get(reminder.player_id)
    with use_locale(preferences.language or reminder.language, reminder.language):
        view = reminder_view(due, deal)
    if reminder.channel_id is None and not bot.pace.may_open_direct_messages():
        return "direct messages were opened with many just now"
    await bot.pace.turn()
    if not await reminders.claim(due):
        return ""

    async def send() -> None:
        channel_id = reminder.channel_id
        if channel_id is None:
            opened = await bot.create_dm(discord.Object(reminder.player_id))
            channel_id = opened.id
            await reminders.opened(due, channel_id)
        # Should an answer of Discord get lost, the second attempt sends no second message.
        name = f"reminder:{deal.day}:{reminder.player_id}:{reminder.kind}"
        await bot.get_partial_messageable(channel_id).send(view=view, nonce=nonce(name))

    try:
        await within(SECONDS_TO_SEND, send())
    except Exception as error:  # a claim that is not released would silence it until the next day
        if isinstance(error, discord.HTTPException) and error.code in _REFUSALS:
            metrics.ANNOUNCEMENTS.labels("refused").inc()
            await reminders.refused(due)
            return ""
        metrics.ANNOUNCEMENTS.labels("failed").inc()
        await reminders.release(due)
        return reason(error)
    count_sent("reminder", reminder.due_at)
    return ""
