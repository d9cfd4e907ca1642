"""A small bot with every kind of message, command option and modal for the chat page."""

from __future__ import annotations

import asyncio
import io
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui

from local_discord.tests.demo_bot import count_letters, greet, png, upload

View = ui.LayoutView
Row = ui.ActionRow[View]

AnyCommand: TypeAlias = (
    app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | app_commands.Group
)
"""Any application command."""

PIES = {"Apple pie": "pie-1", "Apple tart": "pie-2", "Cherry pie": "pie-3"}
"""Choices, by name and value."""

PASTE = "pie-from-memory"
"""A value the bot accepts without offering it."""


def picture(name: str, width: int, height: int) -> discord.File:
    """A black picture of that size."""
    return discord.File(io.BytesIO(png(width, height)), filename=name)


class PageBot(discord.Client):
    """The bot.

    Attributes:
        gate: slow buttons respond once it is open.
        presses: the custom ids of all presses, in order.
        asked: the typed text of every autocomplete interaction.
    """

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.gate = asyncio.Event()
        self.presses: list[str] = []
        self.asked: asyncio.Queue[str] = asyncio.Queue()
        self.tree = app_commands.CommandTree(self)
        commands: list[AnyCommand] = [say, secret, keeper, later, silent, undo, order, pick]
        commands += [table, showcase, old, menus, form, upload, board, Garden()]
        commands += [count_letters, greet]
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Register commands."""
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify without the pause that Discord's gateway requires."""


def bot_of(interaction: discord.Interaction) -> PageBot:
    """The bot of an interaction."""
    client = interaction.client
    assert isinstance(client, PageBot)
    return client


@app_commands.command(description="Say something")
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.describe(text="What to say")
async def say(interaction: discord.Interaction, text: str) -> None:
    """Ordinary text."""
    await interaction.response.send_message(text)


@app_commands.command(description="Only for you")
async def secret(interaction: discord.Interaction) -> None:
    """An ephemeral response."""
    await interaction.response.send_message("Psst", ephemeral=True)


@app_commands.command(description="Only for keepers")
@app_commands.default_permissions(manage_guild=True)
async def keeper(interaction: discord.Interaction) -> None:
    """An answer."""
    await interaction.response.send_message("At your service")


@app_commands.command(description="Think first")
async def later(interaction: discord.Interaction) -> None:
    """A deferred response."""
    await interaction.response.defer(thinking=True)
    await bot_of(interaction).gate.wait()
    await interaction.edit_original_response(content="I have thought")


@app_commands.command(description="Never answer")
async def silent(_: discord.Interaction) -> None:
    """No response."""


@app_commands.command(description="Take something back")
async def undo(interaction: discord.Interaction) -> None:
    """A command without options."""
    await interaction.response.send_message("Taken back")


@app_commands.command(description="Order from the menu")
@app_commands.describe(dish="Which dish", count="How many of them")
async def order(
    interaction: discord.Interaction, dish: str, count: app_commands.Range[int, 1, 9] = 1
) -> None:
    """Reply with the values received."""
    await interaction.response.send_message(f"dish={dish} count={count}")


@order.autocomplete("dish")
async def dishes(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The pies whose name contains the typed text."""
    bot_of(interaction).asked.put_nowait(current)
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in PIES.items()
        if current.lower() in name.lower()
    ]


@app_commands.command(description="One option of every kind")
@app_commands.describe(
    colour="A colour",
    size="How large",
    ratio="How wide for its height",
    bold="Whether it is bold",
    who="For whom",
    where="Which channel",
    note="A short note",
)
@app_commands.choices(
    colour=[
        app_commands.Choice(name="Deep red", value="#800"),
        app_commands.Choice(name="Deep green", value="#080"),
    ]
)
async def pick(
    interaction: discord.Interaction,
    colour: app_commands.Choice[str],
    size: app_commands.Range[int, 1, 9],
    ratio: float | None = None,
    bold: bool | None = None,
    who: discord.Member | None = None,
    where: discord.TextChannel | None = None,
    note: app_commands.Range[str, 2, 5] | None = None,
) -> None:
    """Reply with the values received."""
    await interaction.response.send_message(
        f"colour={colour.value} size={size} ratio={ratio} bold={bold} "
        f"who={who and who.display_name} where={where and where.name} note={note}"
    )


class Garden(app_commands.Group, name="garden", description="Gardening"):
    """A group with a subgroup."""

    flower = app_commands.Group(name="flower", description="Flowers")

    @flower.command(name="plant", description="Plant a flower")
    @app_commands.describe(name="Which flower")
    async def plant(self, interaction: discord.Interaction, name: str) -> None:
        """A command of the subgroup."""
        await interaction.response.send_message(f"Planted {name}")

    @app_commands.command(description="Pull out the weeds")
    async def weed(self, interaction: discord.Interaction) -> None:
        """A command of the group."""
        await interaction.response.send_message("Weeded")


class BoardView(View):
    """A picture with buttons; Turn replaces it by a picture of another height."""

    def __init__(self, number: int) -> None:
        super().__init__(timeout=None)
        self.number = number
        name = f"board{number}.png"
        buttons: Row = ui.ActionRow()
        for label in ("Turn", "Slow", "Silent", "Form"):
            buttons.add_item(BoardButton(label, number))
        buttons.add_item(ui.Button(label="Off", custom_id="off", disabled=True))
        self.add_item(
            ui.Container(
                ui.TextDisplay(f"### Board {number}"),
                ui.MediaGallery(
                    discord.MediaGalleryItem(f"attachment://{name}", description=f"Board {number}")
                ),
                buttons,
                accent_colour=0x2F8F6F,
            )
        )

    def file(self) -> discord.File:
        """The picture, taller with every turn."""
        return picture(f"board{self.number}.png", 1100, 700 + 40 * self.number)


class BoardButton(ui.Button[View]):
    """A button of a board."""

    def __init__(self, label: str, number: int) -> None:
        super().__init__(label=label, custom_id=f"{label.lower()}:{number}")
        self.number = number

    async def callback(self, interaction: discord.Interaction) -> None:
        """Respond as the label says."""
        client = bot_of(interaction)
        client.presses.append(self.custom_id or "")
        if self.label == "Silent":
            return
        if self.label == "Form":
            await interaction.response.send_modal(OrderForm())
            return
        if self.label == "Slow":
            await client.gate.wait()
        view = BoardView(self.number + 1)
        await interaction.response.edit_message(view=view, attachments=[view.file()])


@app_commands.command(description="Show a board")
async def board(interaction: discord.Interaction) -> None:
    """A picture with buttons."""
    view = BoardView(0)
    await interaction.response.send_message(view=view, file=view.file())


@app_commands.command(description="Show the whole table")
async def table(interaction: discord.Interaction) -> None:
    """Thirty buttons below a picture."""
    view = View(timeout=None)
    container: ui.Container[View] = ui.Container(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png", description="A table"))
    )
    for row in range(6):
        buttons: Row = ui.ActionRow()
        for column in range(5):
            label = f"r{5 * row + column + 1}"
            buttons.add_item(ui.Button(label=label, custom_id=label))
        container.add_item(buttons)
    view.add_item(container)
    await interaction.response.send_message(view=view, file=picture("table.png", 1100, 700))


@app_commands.command(description="Everything a new message can have")
async def showcase(interaction: discord.Interaction) -> None:
    """Every V2 component."""
    view = View(timeout=None)
    links: Row = ui.ActionRow()
    for style in ("primary", "secondary", "success", "danger"):
        links.add_item(
            ui.Button(label=style, custom_id=style, style=discord.ButtonStyle[style], emoji="🃏")
        )
    links.add_item(ui.Button(label="Away", url="https://example.com/there"))
    small = "attachment://small.png"
    gallery = ui.MediaGallery[View](
        discord.MediaGalleryItem("attachment://wide.png", description="Wide"),
        discord.MediaGalleryItem(small, description="Small", spoiler=True),
    )
    thumbnail = ui.Thumbnail[View](small, description="Thumb")
    view.add_item(ui.TextDisplay("-# Above"))
    view.add_item(
        ui.Container(
            ui.Section(ui.TextDisplay("# Title"), ui.TextDisplay("Beside"), accessory=thumbnail),
            ui.Separator(spacing=discord.SeparatorSpacing.large),
            gallery,
            ui.File("attachment://notes.txt"),
            ui.Section(
                ui.TextDisplay("With a button"),
                accessory=ui.Button(label="Beside", custom_id="beside"),
            ),
            links,
            accent_colour=0x3366CC,
        )
    )
    view.add_item(ui.Container(ui.TextDisplay("The butler did it"), spoiler=True))
    notes = discord.File(io.BytesIO(b"Notes"), filename="notes.txt")
    files = [picture("wide.png", 800, 300), picture("small.png", 60, 60), notes]
    await interaction.response.send_message(view=view, files=files)


@app_commands.command(description="Everything an old message can have")
async def old(interaction: discord.Interaction) -> None:
    """Content, an embed, files, and a button."""
    embed = discord.Embed(
        title="The title",
        description="The **description**",
        colour=0xAA3300,
        url="https://example.com/",
    )
    embed.add_field(name="First", value="1").add_field(name="Second", value="2")
    embed.set_footer(text="The footer").set_image(url="attachment://inside.png")
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Old", custom_id="old"))
    files = [
        picture("inside.png", 200, 100),
        discord.File(io.BytesIO(png(40, 30)), filename="beside.png", description="A small one"),
        discord.File(io.BytesIO(b"x" * 2048), filename="data.json"),
    ]
    await interaction.response.send_message("The content", embed=embed, files=files, view=view)


class Menus(ui.View):
    """Menus of several kinds."""

    @ui.select(
        cls=ui.Select,
        custom_id="one",
        placeholder="Choose a fruit",
        options=[
            discord.SelectOption(label="Apple", value="a", description="Round", emoji="🍎"),
            discord.SelectOption(label="Banana", value="b"),
        ],
    )
    async def one(self, interaction: discord.Interaction, menu: ui.Select[Menus]) -> None:
        """Reply with the choice."""
        await interaction.response.send_message(f"One: {menu.values[0]}")

    @ui.select(
        cls=ui.Select,
        custom_id="several",
        placeholder="Choose two",
        min_values=2,
        max_values=2,
        options=[discord.SelectOption(label=label) for label in ("x", "y", "z")],
    )
    async def several(self, interaction: discord.Interaction, menu: ui.Select[Menus]) -> None:
        """Reply with the choice."""
        await interaction.response.send_message(f"Several: {' '.join(menu.values)}")

    @ui.select(cls=ui.UserSelect, custom_id="person")
    async def person(self, interaction: discord.Interaction, menu: ui.UserSelect[Menus]) -> None:
        """Reply with the chosen user."""
        await interaction.response.send_message(f"Person: {menu.values[0].display_name}")


@app_commands.command(name="menus", description="Menus to choose from")
async def menus(interaction: discord.Interaction) -> None:
    """A message with menus."""
    await interaction.response.send_message("Menus", view=Menus(timeout=None))


class OrderForm(ui.Modal, title="Your order"):
    """A modal with fields of several types."""

    intro: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("Fill this **in**.")
    name: ui.Label[OrderForm] = ui.Label(
        text="Name",
        description="As on the door",
        component=ui.TextInput(custom_id="name", min_length=2, max_length=20, default="Al"),
    )
    wishes: ui.Label[OrderForm] = ui.Label(
        text="Wishes",
        component=ui.TextInput(
            custom_id="wishes", style=discord.TextStyle.paragraph, required=False
        ),
    )
    pie: ui.Label[OrderForm] = ui.Label(
        text="Pie",
        component=ui.Select(
            custom_id="pie",
            options=[discord.SelectOption(label=name, value=PIES[name]) for name in PIES],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Reply with the entries."""
        name, wishes, pie = self.name.component, self.wishes.component, self.pie.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(wishes, ui.TextInput)
        assert isinstance(pie, ui.Select)
        await interaction.response.send_message(
            f"name={name.value} wishes={wishes.value} pie={pie.values[0]}"
        )


@app_commands.command(description="A form to fill in")
async def form(interaction: discord.Interaction) -> None:
    """A modal."""
    await interaction.response.send_modal(OrderForm())
