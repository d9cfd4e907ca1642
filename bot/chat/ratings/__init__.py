"""Ratings of the players of races."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.ratings.cog import RatingsCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["RatingsCog", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(RatingsCog())
