"""A small bot on hikari: `hikari_bot.py API_URL`."""

from __future__ import annotations

import sys

import hikari
from hikari.impl import MessageActionRowBuilder

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.local.token"
"""A token begins with the bot's id in Base64, where hikari reads it."""


def text_file(count: int) -> hikari.Bytes:
    """The file of a board pressed `count` times."""
    return hikari.Bytes(b"%d presses" % count, f"board{count}.txt")


def row() -> MessageActionRowBuilder:
    """The button that counts its presses, in its row."""
    return MessageActionRowBuilder().add_interactive_button(
        hikari.ButtonStyle.SECONDARY, "press", label="Press"
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
            count = int((pressed.message.content or "").split()[1]) + 1
            await pressed.create_initial_response(
                hikari.ResponseType.MESSAGE_UPDATE,
                f"Pressed {count}",
                attachment=text_file(count),
                component=row(),
            )


async def run(command: hikari.CommandInteraction) -> None:
    """Answer a command."""
    create = hikari.ResponseType.MESSAGE_CREATE
    match command.command_name:
        case "echo":
            await command.create_initial_response(create, command.options[0].value)
        case "board":
            await command.create_initial_response(
                create, "Pressed 0", attachment=text_file(0), component=row()
            )
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
