"""Playing: commands, boards and what is pressed under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.game import presses
from bot.chat.game.cog import AdviceCog, GameCog

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot

__all__ = ["AdviceCog", "GameCog", "presses", "setup"]


async def setup(bot: PatienceBot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(GameCog())
    await bot.add_cog(AdviceCog())
