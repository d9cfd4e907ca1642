"""Players' profiles and badges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.profile.cog import ProfileCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["ProfileCog", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(ProfileCog())
