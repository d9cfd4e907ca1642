"""Posting a day's results in the channels that want them: once, also after the bot was away."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.locale import language_in
from bot.i18n import use_locale
from bot.store import StoreError
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.service import Post

_log = logging.getLogger(__name__)

_LOOK: Final = 60.0
"""Seconds between two looks at whether a day is over that has not been posted everywhere."""


async def keep_posting(client: PatienceClient) -> None:
    """Post the results of each day that ends, for as long as it is not cancelled."""
    await client.wait_until_ready()
    while True:
        try:
            await post_all(client)
        except StoreError as error:
            _log.warning("The day's results could not be read: %s", error)
        except Exception:
            # Nobody waits for this task, so nobody else would tell of it.
            _log.exception("The day's results could not be posted")
        await asyncio.sleep(_LOOK)


async def post_all(client: PatienceClient) -> None:
    """Post yesterday's results wherever that has not been done.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    async with client.rounds:
        for post in await client.daily.due_posts():
            if await client.daily.claim(post):
                await _post(client, post)


async def _post(client: PatienceClient, post: Post) -> None:
    """Post to one channel; what may work later is left for later."""
    try:
        with use_locale(await language_in(client, post.guild)):
            reply = await client.days.post(post)
        await client.get_partial_messageable(post.channel).send(view=reply.view)
    except PatienceError as error:
        # As on the first day of all, which has no day before it.
        _log.info("There is nothing to post in channel %d: %s", post.channel, error)
    except (discord.Forbidden, discord.NotFound):
        _log.warning("Patience may not post in channel %d; it is left out today.", post.channel)
    except (discord.HTTPException, OSError) as error:
        _log.warning("The results could not be posted in channel %d: %s", post.channel, error)
        await client.daily.release(post)
