"""The slash commands: each thin, one use of a player's table or a page of help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.commands import advice, challenge, daily, guide, moves, settings, statistics, tables

if TYPE_CHECKING:
    from discord import app_commands

    from bot.chat.client import PatienceClient

__all__ = ["MODULES", "add_commands"]

MODULES: Final = (tables, daily, challenge, moves, advice, statistics, settings, guide)
"""The modules of commands, in the order in which they are told of."""


def add_commands(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add every command to the tree."""
    for module in MODULES:
        module.add_to(tree)
