"""Write the page of commands from the command tree: ``python -m docs.commands_page``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from discord import AppCommandType, app_commands

from bot.chat.features import load_commands
from bot.chat.responding.context import PatienceBot

Command = app_commands.Command[Any, ..., Any]

PAGE: Final = Path(__file__).with_name("commands.md")
_HEAD: Final = """\
# Commands

Written by `make docs`. Options in brackets may be left out. Names are in English here; Discord
shows them in your language.
"""


def command_tree() -> app_commands.CommandTree[PatienceBot]:
    """Every command of the bot, without a connection."""
    return asyncio.run(load_commands()).tree


def commands_page() -> str:
    """Every command with its options in Markdown, grouped by feature."""
    features: dict[str, list[str]] = {}
    for command in command_tree().walk_commands():
        if isinstance(command, app_commands.Command):
            features.setdefault(_feature(command), []).append(_entry(command))
    sections = (
        f"\n## {name.capitalize()}\n\n" + "\n".join(entries) for name, entries in features.items()
    )
    return _HEAD + "".join((*sections, _menus()))


def _menus() -> str:
    """The commands of context menus."""
    tree = command_tree()
    users, messages = (
        ", ".join(f"**{menu.name}**" for menu in tree.get_commands(type=kind))
        for kind in (AppCommandType.user, AppCommandType.message)
    )
    return (
        "\n## Menus\n\n"
        f"Under **Apps** in the menu of a player: {users}.\n"
        f"Under **Apps** in the menu of a message that shows a board: {messages}.\n"
    )


def main() -> None:
    """Write the page."""
    PAGE.write_text(commands_page(), encoding="utf-8")


def _feature(command: Command) -> str:
    """The name of the feature's package, which is part of the module's: bot.chat.daily.cog."""
    return command.callback.__module__.split(".")[2]


def _entry(command: Command) -> str:
    """A command, what it does, and a line for each option."""
    options = command.parameters
    usage = (
        f"{each.display_name}" if each.required else f"[{each.display_name}]" for each in options
    )
    lines = "".join(f"- `{each.display_name}`: {_about(each)}\n" for each in options)
    title = " ".join((f"/{command.qualified_name}", *usage))
    return f"**`{title}`**: {' '.join(_sentences(command))}\n" + (lines and f"\n{lines}")


def _sentences(command: Command) -> Iterator[str]:
    yield command.description
    group = command.root_parent or command
    if group.allowed_contexts and not group.allowed_contexts.dm_channel:
        yield "Only in servers."
    if group.default_permissions:
        yield "Only for those who manage the server, unless it decides otherwise."


def _about(option: app_commands.Parameter) -> str:
    choices = ", ".join(choice.name for choice in option.choices)
    return f"{option.description}{choices and f' ({choices})'}."


if __name__ == "__main__":
    main()
