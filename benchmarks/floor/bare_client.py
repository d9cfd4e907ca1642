"""A bare discord.py client: the least that any bot in Python pays for a press.

``python -m benchmarks.floor.bare_client API GATEWAY PICTURE`` answers ``/play``, and every press on
what that shows, with the same message: a container with two lines of text, a picture from a file
with a description, and as many buttons as a board of Saratoga has. The view is built once;
discord.py writes it out, uploads the picture and reads Discord's answer each time. It answers
questions as :mod:`.serving` says.
"""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path
from typing import Final

import discord
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from benchmarks.floor.serving import serve

_PILES: Final = ("s", "w", *map(str, range(1, 8)), "undo", "hint", "help", "more")
_TEXT: Final = "### Saratoga · deal 42\n-# <@2000000000000000000> · 7 moves · 3 of 104 cards home"
_ALT: Final = " ".join(["3: 2♥ K♣ J♥."] * 20)
_NAME: Final = "board.png"


class _Pile(ui.Button["_Board"]):
    """A button that shows the board again."""

    async def callback(self, interaction: discord.Interaction) -> None:
        """Edit the message of the button."""
        if self.view is not None:
            await interaction.response.edit_message(
                view=self.view, attachments=[self.view.picture()]
            )


class _Board(ui.LayoutView):
    """The fixed message."""

    def __init__(self, png: bytes) -> None:
        super().__init__(timeout=None)
        self._png = png
        container = ui.Container["_Board"](accent_colour=discord.Colour.green())
        container.add_item(ui.TextDisplay(_TEXT))
        container.add_item(
            ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{_NAME}", description=_ALT))
        )
        for begin in range(0, len(_PILES), 5):
            row = ui.ActionRow["_Board"]()
            for pile in _PILES[begin : begin + 5]:
                row.add_item(_Pile(label=pile, custom_id=f"bare:42:tap:{pile}"))
            container.add_item(row)
        self.add_item(container)

    def picture(self) -> discord.File:
        """The picture, to be uploaded."""
        return discord.File(io.BytesIO(self._png), filename=_NAME)


class _Client(discord.Client):
    """The client, with one command and one view that outlasts its message."""

    def __init__(self, png: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.is_online = asyncio.Event()
        board = _Board(png)
        self.add_view(board)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command()
        async def play(interaction: discord.Interaction, game: str, deal: str) -> None:
            """Show the board."""
            await interaction.response.send_message(
                view=board, file=board.picture(), ephemeral=True
            )

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Note that presses can come."""
        self.is_online.set()


async def _serve(api: str, gateway: str, picture: str) -> None:
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api, URL(gateway)
    async with _Client(await asyncio.to_thread(Path(picture).read_bytes)) as client:
        await serve(client, client.is_online)


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:]))
