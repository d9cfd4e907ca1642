"""Offering setup, after a command of somebody who manages the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.requests.failures import FAILURES
from bot.chat.responding.delivery import follow_up
from bot.chat.settings.setup_views import offer_view

if TYPE_CHECKING:
    from bot.chat.context import Context

_SETUP: Final = "setup"


async def offer_setup(context: Context) -> None:
    """Offer setup once in a server, to somebody who may use it.

    Raises:
        StoreError: if the database cannot be reached.
    """
    interaction, guild_id = context.interaction, context.guild_id
    if guild_id is None or not interaction.is_guild_integration():
        return
    if not interaction.permissions.manage_guild:
        return
    offers = context.services.setup_offers
    if interaction.command is not None and interaction.command.name == _SETUP:
        await offers.note(guild_id)
        return
    if not await offers.claim(guild_id):
        return
    try:
        await follow_up(interaction, offer_view())
    except FAILURES:
        await offers.release(guild_id)
        raise
