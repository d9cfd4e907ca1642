"""Finding and setting up the features."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

import bot.chat
from bot.chat.responding.context import PatienceBot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import ModuleType


MAX_COMMANDS: Final = 40
"""How many commands can be typed at most, as people look through them; Discord allows 100."""


class FeatureMistake(Exception):
    """A feature cannot be added as it is written; the message says what to change."""


async def load_features(client: PatienceBot) -> None:
    """Add the cogs and context menus of the features."""
    for modules in import_features().values():
        for module in modules:
            for cog in _cogs_in(module):
                await client.add_cog(cog())
            for menu in _menus_in(module):
                client.tree.add_command(menu)
    refuse_too_many(client.tree.get_commands(type=discord.AppCommandType.chat_input))


def refuse_too_many(commands: Sequence[object]) -> None:
    """Refuse more commands than anybody would look through."""
    if len(commands) > MAX_COMMANDS:
        raise FeatureMistake(
            f"There are {len(commands)} commands, and {MAX_COMMANDS} at most; make the new one a "
            "subcommand of another, such as /daily or /type."
        )


async def load_commands() -> PatienceBot:
    """A client with every command, to look at: it serves nobody."""
    client = PatienceBot((), help_command=None, intents=discord.Intents.none())
    await load_features(client)
    return client


def import_features() -> dict[str, list[ModuleType]]:
    """Import the packages with a module ``cog``, which registers presses: modules by name.

    Raises:
        FeatureMistake: if another package holds commands, which nobody would find.
    """
    found: dict[str, list[ModuleType]] = {}
    for package in pkgutil.iter_modules(bot.chat.__path__, prefix="bot.chat."):
        if not package.ispkg:
            continue
        folder = importlib.import_module(package.name).__path__
        names = [one.name for one in pkgutil.iter_modules(folder, prefix=f"{package.name}.")]
        modules = [importlib.import_module(name) for name in names]
        if f"{package.name}.cog" in names:
            found[package.name] = modules
        else:
            _refuse_hidden(modules)
    return found


def _refuse_hidden(modules: Iterable[ModuleType]) -> None:
    for module in modules:
        for cog in _cogs_in(module):
            raise FeatureMistake(
                f"{module.__name__} holds {cog.__name__}; call the module cog.py, by which the "
                "package is found as a feature."
            )


def _cogs_in(module: ModuleType) -> Iterator[type[commands.Cog]]:
    for value in vars(module).values():
        is_own = getattr(value, "__module__", None) == module.__name__
        if is_own and isinstance(value, type) and issubclass(value, commands.Cog):
            yield value


def _menus_in(module: ModuleType) -> Iterator[app_commands.ContextMenu]:
    for value in vars(module).values():
        if isinstance(value, app_commands.ContextMenu) and value.module == module.__name__:
            yield value
