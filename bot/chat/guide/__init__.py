"""Help, the list of games, and their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.guide.cog import GuideCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["GuideCog", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(GuideCog())
