"""Statistics of players and guilds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.statistics.cog import StatisticsCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["StatisticsCog", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(StatisticsCog())
