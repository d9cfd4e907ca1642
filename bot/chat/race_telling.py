"""Telling channels how the challenges asked there ended: once, also after the bot was away."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.locale import language_in
from bot.chat.replies import telling
from bot.i18n import use_locale
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.models import Challenge, Place

_log = logging.getLogger(__name__)

_LOOK: Final = 5.0
"""Seconds between two looks at whether a race is over."""
_LATER: Final = 60.0
"""Seconds to wait after something went wrong."""


async def keep_telling(client: PatienceClient) -> None:
    """Tell of each challenge that ends, for as long as it is not cancelled."""
    await client.wait_until_ready()
    while True:
        pause = _LATER
        try:
            if await tell_all(client):
                pause = _LOOK
        except StoreError as error:
            _log.warning("It could not be read which races are over: %s", error)
        except Exception:
            # Nobody waits for this task, so nobody else would tell of it.
            _log.exception("Races could not be told of")
        await asyncio.sleep(pause)


async def tell_all(client: PatienceClient) -> bool:
    """Tell of every challenge that is over wherever that has not been done.

    Returns:
        Whether nothing is left for later.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    told = True
    async with client.rounds:
        for ended in await client.challenges.unannounced():
            if ended.place is not None:
                told &= await _tell(client, ended, ended.place)
    return told


async def _tell(client: PatienceClient, ended: Challenge, place: Place) -> bool:
    """Tell one channel; what may work later is left for later, and makes it False."""
    # Read before it is claimed: should that fail, nothing is left claimed that was not told.
    with use_locale(await language_in(client, place.guild_id)):
        reply = await client.races.result(ended)
    if not await client.challenges.claim(ended):
        return True
    try:
        channel = client.get_partial_messageable(place.channel_id)
        await channel.send(view=reply.view, allowed_mentions=telling(reply.mentions))
    except (discord.Forbidden, discord.NotFound):
        _log.warning(
            "Patience may not tell in channel %d how a race ended; it does when it is asked.",
            place.channel_id,
        )
    except (discord.HTTPException, OSError) as error:
        _log.warning("A race could not be told of in channel %d: %s", place.channel_id, error)
        await client.challenges.release(ended)
        return False
    return True
