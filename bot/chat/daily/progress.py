"""Telling channels how daily games stand, whose boards only their players see."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.background import deliver, nonce
from bot.chat.daily.views import progress_view
from bot.chat.locale import guild_language
from bot.chat.mentions import allow_named
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
    return all([await _post(bot, post) for post in await bot.services.daily_progress.due()])


async def _post(bot: PatienceBot, post: ProgressPost) -> bool:
    """Send or edit the message about a game.

    Returns:
        False if it is to be tried again later.
    """
    progress = bot.services.daily_progress
    name = f"progress:{post.game_id}"
    try:
        snapshot = await bot.services.games.get(post.game_id)
    except ServiceError as error:
        _log.info("A daily game cannot be told of: %s", error)
        await progress.stop(post)
        return True
    with use_locale(await guild_language(bot, post.place.guild_id)):
        view = progress_view(snapshot)
    allowed = allow_named(view)
    channel = bot.get_partial_messageable(post.place.channel_id)

    async def send() -> int | None:
        try:
            if post.message_id is None:
                sent = await channel.send(
                    view=view, allowed_mentions=allowed, silent=True, nonce=nonce(name)
                )
                return sent.id
            old = channel.get_partial_message(post.message_id)
            await old.edit(view=view, allowed_mentions=allowed)
        except (discord.Forbidden, discord.NotFound):
            # The message was deleted, or the bot may not post there.
            return None
        return post.message_id

    async def note(message_id: int | None) -> None:
        if message_id is None:
            await progress.stop(post)
        else:
            is_over = snapshot.state.is_final or not snapshot.is_secret
            await progress.posted(post, message_id, is_last=is_over)

    return await deliver(bot, name, send, note)
