"""A small bot on discord.py: `discord_py_bot.py API_URL GATEWAY_URL`."""

from __future__ import annotations

import asyncio
import io
import sys

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


def text_file(count: int) -> discord.File:
    """The file of a board pressed `count` times."""
    return discord.File(io.BytesIO(b"%d presses" % count), f"board{count}.txt")


class Board(discord.ui.View):
    """A button that counts its presses."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Press", custom_id="press")
    async def press(self, interaction: discord.Interaction, _: discord.ui.Button[Board]) -> None:
        """Replace text and file."""
        self.count += 1
        await interaction.response.edit_message(
            content=f"Pressed {self.count}", attachments=[text_file(self.count)], view=self
        )


class Bot(discord.Client):
    """The bot."""

    async def setup_hook(self) -> None:
        """Register the commands."""
        tree = app_commands.CommandTree(self)
        tree.command(name="echo", description="Say it back")(echo)
        tree.command(name="board", description="Show a board")(board)
        tree.command(name="later", description="Think first")(later)
        await tree.sync()


async def echo(interaction: discord.Interaction, text: str) -> None:
    """An answer."""
    await interaction.response.send_message(text)


async def board(interaction: discord.Interaction) -> None:
    """A message with a file and a button."""
    await interaction.response.send_message("Pressed 0", file=text_file(0), view=Board())


async def later(interaction: discord.Interaction) -> None:
    """A deferred answer and a follow-up."""
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(content="Thought")
    await interaction.followup.send("And more")


async def main(api_url: str, gateway_url: str) -> None:
    """Run until the process is ended."""
    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)
    async with Bot(intents=discord.Intents(guilds=True)) as bot:
        await bot.start("any")


if __name__ == "__main__":
    discord.utils.setup_logging()
    asyncio.run(main(*sys.argv[1:]))
