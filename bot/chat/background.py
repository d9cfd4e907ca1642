"""Background loops, and announcements: messages to channels that nobody asked for just then.

An announcement is claimed in the database before it is sent, so that it is sent at most once; the
claim is released if sending fails in a way that may pass.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.chat.channel_messages import SaveMessage, post
from bot.chat.locale import guild_language
from bot.errors import StoreError
from bot.i18n import use_locale
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot
    from bot.chat.responses import Reply
    from bot.models import Place

_log = logging.getLogger(__name__)


async def _keep(_message_id: int) -> bool:
    """Keep a message that stays as it is."""
    return True


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message for a channel.

    Attributes:
        place: the channel, and the guild in whose language it is.
        reply: makes the message; a PatienceError means that there is nothing to say.
        claim: claims it; False if it is claimed already.
        release: gives the claim back.
        before: the message that the announcement brings up to date, if there is one.
        save: saves the message that shows the announcement.
    """

    place: Place
    reply: Callable[[], Awaitable[Reply]]
    claim: Callable[[], Awaitable[bool]]
    release: Callable[[], Awaitable[None]]
    before: int | None = None
    save: SaveMessage = _keep


async def announce_all(bot: PatienceBot, announcements: Iterable[Announcement]) -> bool:
    """Send announcements one after the other.

    Returns:
        Whether none is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    return all([await _announce(bot, one) for one in announcements])


async def _announce(bot: PatienceBot, announcement: Announcement) -> bool:
    """Send an announcement, unless it is claimed already.

    Returns:
        False if it is to be tried again later.

    Raises:
        StoreError: if the database cannot be reached.
    """
    channel_id = announcement.place.channel_id
    try:
        with use_locale(await guild_language(bot, announcement.place.guild_id)):
            reply = await announcement.reply()
    except PatienceError as error:
        _log.info("There is nothing to announce in channel %d: %s", channel_id, error)
        return True
    if not await announcement.claim():
        return True
    try:
        await post(
            bot, announcement.place, reply, before=announcement.before, save=announcement.save
        )
    except (discord.Forbidden, discord.NotFound):
        _log.warning("Patience may not post in channel %d; an announcement is dropped.", channel_id)
    except Exception as error:  # a claim that is not released would silence it for ever
        _log.warning("An announcement to channel %d failed: %r", channel_id, error)
        await announcement.release()
        return False
    return True


async def repeat(
    bot: PatienceBot,
    work: Callable[[], Awaitable[bool]],
    *,
    name: str,
    seconds: float,
    seconds_after_failure: float = 60.0,
) -> None:
    """Run a pass of work again and again until cancelled, once the bot is connected.

    Args:
        bot: the bot.
        work: one pass; returns whether nothing is left to be tried again.
        name: what the work is called in the log.
        seconds: the pause after a pass.
        seconds_after_failure: the pause after a pass that failed.
    """
    await bot.wait_until_ready()
    while True:
        done = False
        try:
            async with bot.announce_lock:
                done = await work()
        except StoreError as error:
            _log.warning("%s: the database failed: %s", name, error)
        except Exception:
            _log.exception("%s failed", name)
        await asyncio.sleep(seconds if done else seconds_after_failure)
