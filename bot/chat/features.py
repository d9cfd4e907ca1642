"""Finding and setting up the features."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import bot.chat
from bot.chat.responding.announcements import BACKGROUND
from bot.chat.responding.context import PatienceBot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


async def load_features(client: PatienceBot) -> None:
    """Add the cogs and context menus of the features, and their background work."""
    for modules in import_features().values():
        for module in modules:
            for cog in _cogs_in(module):
                await client.add_cog(cog())
            for menu in _menus_in(module):
                client.tree.add_command(menu)
    client.work |= {name: functools.partial(work, client) for name, work in BACKGROUND.items()}


async def load_commands() -> PatienceBot:
    """A client with every command, to look at: it serves nobody."""
    client = PatienceBot((), help_command=None, intents=discord.Intents.none())
    client.work = {}
    await load_features(client)
    return client


def import_features() -> dict[str, list[ModuleType]]:
    """Import the packages with a module ``cog``, which registers presses: modules by name."""
    found: dict[str, list[ModuleType]] = {}
    for package in pkgutil.iter_modules(bot.chat.__path__, prefix="bot.chat."):
        if package.ispkg and importlib.util.find_spec(f"{package.name}.cog"):
            folder = importlib.import_module(package.name).__path__
            modules = pkgutil.iter_modules(folder, prefix=f"{package.name}.")
            found[package.name] = [importlib.import_module(one.name) for one in modules]
    return found


def _cogs_in(module: ModuleType) -> Iterator[type[commands.Cog]]:
    for value in vars(module).values():
        is_own = getattr(value, "__module__", None) == module.__name__
        if is_own and isinstance(value, type) and issubclass(value, commands.Cog):
            yield value


def _menus_in(module: ModuleType) -> Iterator[app_commands.ContextMenu]:
    for value in vars(module).values():
        if isinstance(value, app_commands.ContextMenu) and value.module == module.__name__:
            yield value
