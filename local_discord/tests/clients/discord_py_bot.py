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


def picture(count: int) -> discord.File:
    """The picture of a board pressed `count` times."""
    return discord.File(io.BytesIO(b"%d presses" % count), f"board{count}.png")


class Press(discord.ui.Button["Board"]):
    """A button that counts its presses."""

    def __init__(self, count: int) -> None:
        super().__init__(label="Press", custom_id=f"press:{count}")
        self.count = count

    async def callback(self, interaction: discord.Interaction) -> None:
        """Replace text and picture."""
        count = self.count + 1
        await interaction.response.edit_message(view=Board(count), attachments=[picture(count)])


class Board(discord.ui.LayoutView):
    """A text, a picture and a button in a container."""

    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow(Press(count))
        gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://board{count}.png")
        )
        text: discord.ui.TextDisplay[Board] = discord.ui.TextDisplay(f"Pressed {count}")
        self.add_item(discord.ui.Container(text, gallery, row))


class Bot(discord.AutoShardedClient):
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
    """A message with a picture and a button."""
    await interaction.response.send_message(view=Board(0), file=picture(0))


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
