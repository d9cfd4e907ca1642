"""Finding and setting up the features."""

from __future__ import annotations

import importlib.util
import pkgutil
from typing import TYPE_CHECKING

import bot.chat

if TYPE_CHECKING:
    from bot.chat.context import PatienceBot


async def load_features(client: PatienceBot) -> None:
    """Set up the features, each by the ``setup`` coroutine of its package."""
    for name in feature_names():
        await importlib.import_module(name).setup(client)


def feature_names() -> list[str]:
    """The names of the features' packages: those in :mod:`bot.chat` with a module ``cog``."""
    modules = pkgutil.iter_modules(bot.chat.__path__, prefix="bot.chat.")
    packages = (module.name for module in modules if module.ispkg)
    return sorted(name for name in packages if importlib.util.find_spec(f"{name}.cog"))
