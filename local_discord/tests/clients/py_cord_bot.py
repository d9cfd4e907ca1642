"""A small bot on py-cord: `py_cord_bot.py API_URL`."""

from __future__ import annotations

import io
import logging
import sys

import discord
from discord.http import Route


def picture(count: int) -> discord.File:
    """The picture of a board pressed `count` times."""
    return discord.File(io.BytesIO(b"%d presses" % count), f"board{count}.png")


class Press(discord.ui.Button):
    """A button that counts its presses."""

    def __init__(self, count: int) -> None:
        super().__init__(label="Press", custom_id=f"press:{count}")
        self.count = count

    async def callback(self, interaction: discord.Interaction) -> None:
        """Replace text and picture."""
        count = self.count + 1
        await interaction.response.edit_message(
            view=board_view(count), attachments=[], file=picture(count)
        )


def board_view(count: int) -> discord.ui.DesignerView:
    """A text, a picture and a button in a container."""
    gallery = discord.ui.MediaGallery()
    gallery.add_item(f"attachment://board{count}.png")
    container = discord.ui.Container(
        discord.ui.TextDisplay(f"Pressed {count}"), gallery, discord.ui.ActionRow(Press(count))
    )
    return discord.ui.DesignerView(container, timeout=None)


async def echo(context: discord.ApplicationContext, text: str) -> None:
    """An answer."""
    await context.respond(text)


async def board(context: discord.ApplicationContext) -> None:
    """A message with a picture and a button."""
    await context.respond(view=board_view(0), file=picture(0))


async def later(context: discord.ApplicationContext) -> None:
    """A deferred answer and a follow-up."""
    await context.defer()
    await context.interaction.edit_original_response(content="Thought")
    await context.followup.send("And more")


def main(api_url: str) -> None:
    """Run until the process is ended."""
    Route.API_BASE_URL = api_url
    bot = discord.AutoShardedBot(intents=discord.Intents(guilds=True))
    option = discord.option("text", str)
    bot.slash_command(name="echo", description="Say it back")(option(echo))
    bot.slash_command(name="board", description="Show a board")(board)
    bot.slash_command(name="later", description="Think first")(later)
    bot.run("any")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    main(sys.argv[1])
