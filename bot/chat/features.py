"""Finding and setting up the features."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

import bot.chat

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot


async def load_features(client: PatienceBot) -> None:
    """Set up the features: the packages in :mod:`bot.chat`, each by its ``setup`` coroutine."""
    for name in feature_names():
        await importlib.import_module(name).setup(client)


def feature_names() -> list[str]:
    """The names of the features' packages."""
    modules = pkgutil.iter_modules(bot.chat.__path__, prefix="bot.chat.")
    return sorted(module.name for module in modules if module.ispkg)
