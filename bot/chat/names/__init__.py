"""Players' names, as last seen, for messages that do not mention them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.names.cog import NamesCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["NamesCog", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(NamesCog())
