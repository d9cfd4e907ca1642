"""A small bot on disnake: `disnake_bot.py API_URL`."""

from __future__ import annotations

import io
import logging
import sys

import disnake
from disnake.ext import commands
from disnake.http import Route


def picture(count: int) -> disnake.File:
    """The picture of a board pressed `count` times."""
    return disnake.File(io.BytesIO(b"%d presses" % count), f"board{count}.png")


def layout(count: int) -> disnake.ui.Container:
    """A text, a picture, and a button that counts its presses."""
    return disnake.ui.Container(
        disnake.ui.TextDisplay(f"Pressed {count}"),
        disnake.ui.MediaGallery(disnake.MediaGalleryItem(f"attachment://board{count}.png")),
        disnake.ui.ActionRow(disnake.ui.Button(label="Press", custom_id=f"press:{count}")),
    )


async def echo(interaction: disnake.ApplicationCommandInteraction, text: str) -> None:
    """An answer."""
    await interaction.response.send_message(text)


async def board(interaction: disnake.ApplicationCommandInteraction) -> None:
    """A message with a picture and a button."""
    await interaction.response.send_message(file=picture(0), components=[layout(0)])


async def later(interaction: disnake.ApplicationCommandInteraction) -> None:
    """A deferred answer and a follow-up."""
    await interaction.response.defer()
    await interaction.edit_original_response("Thought")
    await interaction.followup.send("And more")


async def press(interaction: disnake.MessageInteraction) -> None:
    """Replace text and picture."""
    count = int(interaction.component.custom_id.split(":")[1]) + 1
    await interaction.response.edit_message(
        attachments=[], file=picture(count), components=[layout(count)]
    )


def main(api_url: str) -> None:
    """Run until the process is ended."""
    Route.BASE = api_url
    bot = commands.AutoShardedInteractionBot(intents=disnake.Intents(guilds=True))
    bot.slash_command(name="echo", description="Say it back")(echo)
    bot.slash_command(name="board", description="Show a board")(board)
    bot.slash_command(name="later", description="Think first")(later)
    bot.add_listener(press, disnake.Event.button_click)
    bot.run("any")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    main(sys.argv[1])
