"""Following which servers the bot is in."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bot.models import ShardPlan

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

CHECK_SECONDS: Final = 3600.0
"""Seconds between two looks at which servers the bot is in."""

_log = logging.getLogger(__name__)


async def follow_guilds(bot: PatienceBot) -> bool:
    """Note which servers removed the bot, and drop what they left behind a month ago.

    Servers of shards that have never been ready in this process are other processes' servers.

    Looking at the servers finds those as well that removed the bot while it was not connected.
    Discord lists a server that is not available just now all the same (discord/discord-api-docs,
    events/gateway-events, Ready and Guild Delete), and the library keeps it.

    Returns:
        Whether nothing is left to be tried again.

    Raises:
        StoreError: if the database cannot be reached.
    """
    if bot.plan is None:
        return False
    present = [guild.id for guild in bot.guilds]
    ready = ShardPlan(tuple(sorted(bot.ready_shards)), bot.plan.count)
    dropped = await bot.services.guilds.keep_up(present, ready)
    if dropped:
        _log.info("Dropped the data of %d servers that removed the bot.", dropped)
    return True
