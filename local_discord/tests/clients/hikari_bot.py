"""A small bot on hikari: `hikari_bot.py API_URL`."""

from __future__ import annotations

import sys

import hikari
from hikari.impl import (
    ContainerComponentBuilder,
    MediaGalleryComponentBuilder,
    MessageActionRowBuilder,
)

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.local.token"
"""A token begins with the bot's id in Base64, where hikari reads it."""


def picture(count: int) -> hikari.Bytes:
    """The picture of a board pressed `count` times."""
    return hikari.Bytes(b"%d presses" % count, f"board{count}.png")


def layout(count: int) -> ContainerComponentBuilder:
    """A text, a picture, and a button that counts its presses."""
    gallery = MediaGalleryComponentBuilder().add_media_gallery_item(picture(count))
    row = MessageActionRowBuilder().add_interactive_button(
        hikari.ButtonStyle.SECONDARY, f"press:{count}", label="Press"
    )
    return (
        ContainerComponentBuilder()
        .add_text_display(f"Pressed {count}")
        .add_component(gallery)
        .add_component(row)
    )


async def register(event: hikari.StartingEvent) -> None:
    """Register the commands."""
    rest = event.app.rest
    text = hikari.CommandOption(
        type=hikari.OptionType.STRING, name="text", description="What", is_required=True
    )
    await rest.set_application_commands(
        await rest.fetch_application(),
        [
            rest.slash_command_builder("echo", "Say it back").add_option(text),
            rest.slash_command_builder("board", "Show a board"),
            rest.slash_command_builder("later", "Think first"),
        ],
    )


async def answer(event: hikari.InteractionCreateEvent) -> None:
    """Answer a command or a press."""
    match event.interaction:
        case hikari.CommandInteraction() as command:
            await run(command)
        case hikari.ComponentInteraction() as pressed:
            count = int(pressed.custom_id.split(":")[1]) + 1
            await pressed.create_initial_response(
                hikari.ResponseType.MESSAGE_UPDATE, component=layout(count)
            )


async def run(command: hikari.CommandInteraction) -> None:
    """Answer a command."""
    create = hikari.ResponseType.MESSAGE_CREATE
    match command.command_name:
        case "echo":
            await command.create_initial_response(create, command.options[0].value)
        case "board":
            await command.create_initial_response(create, component=layout(0))
        case "later":
            await command.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
            await command.edit_initial_response("Thought")
            await command.execute("And more")


def main(api_url: str) -> None:
    """Run until the process is ended."""
    bot = hikari.GatewayBot(TOKEN, intents=hikari.Intents.GUILDS, rest_url=api_url, banner=None)
    bot.subscribe(hikari.StartingEvent, register)
    bot.subscribe(hikari.InteractionCreateEvent, answer)
    bot.run(check_for_updates=False)


if __name__ == "__main__":
    main(sys.argv[1])
