"""Commands by the names of the release before, which clients show until they have the new list.

They are not registered with Discord, which mostly refuses them itself (discord/discord-api-docs
#4885 and #7818). What it lets through runs the command of today, whose answer says how it is called
now.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from discord import AppCommandOptionType, AppCommandType

from bot.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chat.responding.context import Interaction

RENAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "challenge": "race challenge",
        "giveup": "type giveup",
        "move": "type move",
        "race": "race start",
        "races": "race list",
        "ratings": "server",
        "redo": "type redo",
        "remind": "daily remind",
        "rules": "games",
        "serverstats": "server",
        "stats": "profile",
        "undo": "type undo",
    }
)
"""Today's name of each command that had another."""

_NOTE: Final = "renamed command"
_BELOW: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)


def rename_command(interaction: Interaction) -> None:
    """Give a command today's name if it has an earlier one, which had no subcommand."""
    data = cast("dict[str, Any]", interaction.data)
    options = data.get("options", [])
    now = RENAMED.get(data.get("name", ""))
    is_typed = data.get("type", 1) == AppCommandType.chat_input.value
    if now is None or not is_typed or any(one["type"] in _BELOW for one in options):
        return
    data["name"], _space, below = now.partition(" ")
    if below:
        subcommand = AppCommandOptionType.subcommand.value
        data["options"] = [{"type": subcommand, "name": below, "options": options}]
    interaction.extras[_NOTE] = now


def renamed_notice(interaction: Interaction) -> str:
    """A sentence with today's name of the command; empty if it was called by that."""
    now = interaction.extras.get(_NOTE, "")
    return now and _("This command is called {command} now.", command=f"/{now}")
