"""Telling channels how daily games stand, whose boards only their players see."""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, Final

from bot.chat.channels.background import deliver, do_all, nonce, on_duty
from bot.chat.channels.channel_messages import post, unless_refused
from bot.chat.daily.views import progress_view
from bot.chat.locale import guild_language
from bot.chat.messages.replies import Reply
from bot.i18n import use_locale
from bot.service import ServiceError

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot
    from bot.models import ProgressPost

CHECK_SECONDS: Final = 15.0
"""Seconds between two edits of a message: far from Discord's limit of five in five seconds."""

_log = logging.getLogger(__name__)


async def post_progress(bot: PatienceBot) -> bool:
    """Tell how the daily games stand that have gone on.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    duty = await on_duty(bot)
    due = await bot.services.daily_progress.due()
    mine = (one for one in due if duty.serves(one.place.guild_id))
    return await do_all(bot, {_name(one): functools.partial(_tell, bot, one) for one in mine})


def _name(due: ProgressPost) -> str:
    return f"progress:{due.game_id}"


async def _tell(bot: PatienceBot, due: ProgressPost) -> bool:
    """Send or edit the message about a game.

    Returns:
        False if it is to be tried again later.
    """
    progress = bot.services.daily_progress
    try:
        snapshot = await bot.services.games.get(due.game_id)
    except ServiceError as error:
        _log.info("A daily game cannot be told of: %s", error)
        await progress.stop(due)
        return True
    with use_locale(await guild_language(bot, due.place.guild_id)):
        reply = Reply(progress_view(snapshot))

    async def save(message_id: int) -> bool:
        await progress.posted(due, message_id, is_last=False)
        return True

    async def send() -> int | None:
        before, key = due.message_id, nonce(f"{_name(due)}:{due.version}")
        posted = post(bot, due.place, reply, before=before, save=save, nonce=key)
        return await unless_refused(posted)

    async def note(message_id: int | None) -> None:
        if message_id is None:  # it was deleted, or the bot may not post there
            await progress.stop(due)
        else:
            is_over = snapshot.state.is_final or not snapshot.is_secret
            await progress.posted(due, message_id, is_last=is_over)

    return await deliver(bot, _name(due), send, note)
