"""A small bot that uses every feature of the local Discord."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import zlib

import discord
from discord import app_commands

FRUITS = ("apple", "banana", "cherry")


def png(width: int, height: int) -> bytes:
    """A valid black PNG of that size in pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\0" * width for _ in range(height)))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def png_file(number: int) -> discord.File:
    """The picture of a board pressed `number` times: `number` + 2 pixels wide."""
    content = io.BytesIO(png(number + 2, 3))
    return discord.File(content, filename=f"board{number}.png", description=f"Board {number}")


class Press(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]],
    template=r"press:(?P<number>\d+)",
):
    """A button that works after a restart: its custom id holds its state."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label="Press", custom_id=f"press:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction,
        item: discord.ui.Item[discord.ui.LayoutView],
        match: re.Match[str],
    ) -> Press:
        """Restore the pressed button."""
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Show the board with one more press."""
        number = self.number + 1
        await interaction.response.edit_message(
            view=BoardView(number), attachments=[png_file(number)]
        )


class BoardView(discord.ui.LayoutView):
    """A picture in a container, text above it and buttons below."""

    def __init__(self, number: int) -> None:
        super().__init__(timeout=None)
        item = discord.MediaGalleryItem(
            f"attachment://board{number}.png", description=f"Pressed {number} times"
        )
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        row.add_item(Press(number))
        row.add_item(discord.ui.Button(label="Off", custom_id="off", disabled=True))
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(f"Number {number}"), discord.ui.MediaGallery(item), row
            )
        )


class NameForm(discord.ui.Modal, title="Who are you?"):
    """A form with one field."""

    name: discord.ui.Label[NameForm] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Greet by name."""
        field = self.name.component
        assert isinstance(field, discord.ui.TextInput)
        await interaction.response.send_message(f"Hello, {field.value}!")


class FileForm(discord.ui.Modal, title="Your file"):
    """A modal that takes a file."""

    file: discord.ui.Label[FileForm] = discord.ui.Label(
        text="File", component=discord.ui.FileUpload(custom_id="file", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Reply with what is in the file."""
        upload = self.file.component
        assert isinstance(upload, discord.ui.FileUpload)
        told = [f"{one.filename}: {(await one.read()).decode()}" for one in upload.values]
        await interaction.response.send_message("\n".join(told) or "no file")


class MenuView(discord.ui.View):
    """A select menu, and a button that opens the form."""

    @discord.ui.select(
        cls=discord.ui.Select,
        custom_id="fruit",
        options=[discord.SelectOption(label=fruit) for fruit in FRUITS],
    )
    async def fruit(
        self, interaction: discord.Interaction, menu: discord.ui.Select[MenuView]
    ) -> None:
        """Replace the menu by the choice."""
        await interaction.response.edit_message(content=f"Chose {menu.values[0]}", view=None)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: discord.ui.Button[MenuView]) -> None:
        """Open the form."""
        await interaction.response.send_modal(NameForm())

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: discord.ui.Button[MenuView]) -> None:
        """Defer an update, then make it."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="Updated later", view=None)

    @discord.ui.button(label="Launch", custom_id="launch")
    async def launch(
        self, interaction: discord.Interaction, _: discord.ui.Button[MenuView]
    ) -> None:
        """Launch the Activity."""
        try:
            launched = await interaction.response.launch_activity()
        except discord.HTTPException as error:
            await interaction.response.send_message(f"refused with {error.code}", ephemeral=True)
        else:
            interaction.client.dispatch("launched", launched.resource)


class DemoBot(discord.Client):
    """The bot, which keeps its commands' errors in `trouble`, and instances in `launched`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(board)
        self.tree.add_command(echo)
        self.tree.add_command(secret)
        self.tree.add_command(later)
        self.tree.add_command(menu)
        self.tree.add_command(form)
        self.tree.add_command(upload)
        self.tree.add_command(slow)
        self.tree.add_command(twice)
        self.tree.add_command(whereami)
        self.tree.add_command(Numbers())
        self.tree.add_command(count_letters)
        self.tree.add_command(greet)
        self.trouble: list[BaseException] = []
        self.launched: list[str] = []
        self.tree.error(self.on_tree_error)

    async def setup_hook(self) -> None:
        """Register commands and persistent buttons."""
        self.add_dynamic_items(Press)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord's gateway requires."""

    async def on_launched(self, instance: discord.InteractionCallbackActivityInstance) -> None:
        """Keep the id of an instance."""
        self.launched.append(instance.id)

    async def on_tree_error(
        self, _: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Keep the error for tests."""
        self.trouble.append(getattr(error, "original", error))


@app_commands.command(description="Show a board")
async def board(interaction: discord.Interaction) -> None:
    """A V2 message with a picture and buttons."""
    await interaction.response.send_message(view=BoardView(0), file=png_file(0))


@app_commands.command(description="Say something back")
@app_commands.describe(fruit="Any fruit", times="How often")
async def echo(
    interaction: discord.Interaction, fruit: str, times: app_commands.Range[int, 1, 9] = 1
) -> None:
    """An ordinary message."""
    await interaction.response.send_message(" ".join([fruit] * times))


@echo.autocomplete("fruit")
async def fruits(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The fruits that start with the typed text."""
    return [
        app_commands.Choice(name=fruit.title(), value=fruit)
        for fruit in FRUITS
        if fruit.startswith(current)
    ]


@app_commands.command(description="Only for you")
async def secret(interaction: discord.Interaction) -> None:
    """An ephemeral message."""
    await interaction.response.send_message("Psst", ephemeral=True)


@app_commands.command(description="Think first")
async def later(interaction: discord.Interaction) -> None:
    """A deferred response, its content, and a follow-up."""
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(view=BoardView(7), attachments=[png_file(7)])
    await interaction.followup.send("And one more thing")


@app_commands.command(description="A menu")
async def menu(interaction: discord.Interaction) -> None:
    """A message with a select and a button."""
    await interaction.response.send_message("Choose", view=MenuView(timeout=None))


@app_commands.command(description="A form that takes a file")
async def upload(interaction: discord.Interaction) -> None:
    """A modal with a file."""
    await interaction.response.send_modal(FileForm())


@app_commands.command(description="A form")
async def form(interaction: discord.Interaction) -> None:
    """A modal."""
    await interaction.response.send_modal(NameForm())


@app_commands.command(description="Too slow")
async def slow(interaction: discord.Interaction) -> None:
    """A response after half a second."""
    await asyncio.sleep(0.5)
    await interaction.response.send_message("Finally")


@app_commands.command(description="Answers twice")
async def twice(interaction: discord.Interaction) -> None:
    """Two initial responses; the second bypasses discord.py's check."""
    await interaction.response.send_message("Once")
    interaction.response._response_type = None
    await interaction.response.send_message("Twice")


@app_commands.command(description="Where and who")
async def whereami(interaction: discord.Interaction) -> None:
    """The interaction's user, place and limits."""
    where = f"{interaction.guild}/{interaction.channel}" if interaction.guild else "direct"
    await interaction.response.send_message(
        f"{interaction.user.display_name} {where} {interaction.locale} "
        f"{interaction.app_permissions.attach_files} {interaction.filesize_limit}"
    )


@app_commands.context_menu(name="Count letters")
async def count_letters(interaction: discord.Interaction, message: discord.Message) -> None:
    """How many letters a message has."""
    await interaction.response.send_message(str(len(message.content)))


@app_commands.context_menu(name="Greet")
async def greet(interaction: discord.Interaction, user: discord.User) -> None:
    """Greet whoever's menu it is."""
    await interaction.response.send_message(f"Hello, {user.display_name}!")


class Numbers(app_commands.Group, name="numbers", description="Arithmetic"):
    """A group of subcommands."""

    @app_commands.command(description="Add two numbers")
    async def add(self, interaction: discord.Interaction, one: int, two: int) -> None:
        """The sum."""
        await interaction.response.send_message(str(one + two))
