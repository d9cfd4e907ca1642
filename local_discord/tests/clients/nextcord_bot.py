"""A small bot on nextcord, which has no Components V2: `nextcord_bot.py API_URL`."""

from __future__ import annotations

import io
import logging
import sys

import nextcord
from nextcord.ext import commands
from nextcord.http import Route


def picture(count: int) -> nextcord.File:
    """The picture of a board pressed `count` times."""
    return nextcord.File(io.BytesIO(b"%d presses" % count), f"board{count}.png")


class Press(nextcord.ui.Button["Board"]):
    """A button that counts its presses."""

    def __init__(self, count: int) -> None:
        super().__init__(label="Press", custom_id=f"press:{count}")
        self.count = count

    async def callback(self, interaction: nextcord.Interaction) -> None:
        """Replace text and picture."""
        count = self.count + 1
        await interaction.response.edit_message(
            content=f"Pressed {count}", view=Board(count), attachments=[], file=picture(count)
        )


class Board(nextcord.ui.View):
    """A button."""

    def __init__(self, count: int) -> None:
        super().__init__(timeout=None)
        self.add_item(Press(count))


async def echo(interaction: nextcord.Interaction, text: str) -> None:
    """An answer."""
    await interaction.response.send_message(text)


async def board(interaction: nextcord.Interaction) -> None:
    """A message with a picture and a button."""
    await interaction.response.send_message("Pressed 0", view=Board(0), file=picture(0))


async def later(interaction: nextcord.Interaction) -> None:
    """A deferred answer and a follow-up."""
    await interaction.response.defer()
    await interaction.edit_original_message(content="Thought")
    await interaction.followup.send("And more")


def main(api_url: str) -> None:
    """Run until the process is ended."""
    Route.BASE = api_url
    bot = commands.AutoShardedBot(intents=nextcord.Intents(guilds=True))
    bot.slash_command(name="echo", description="Say it back")(echo)
    bot.slash_command(name="board", description="Show a board")(board)
    bot.slash_command(name="later", description="Think first")(later)
    bot.run("any")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    main(sys.argv[1])
