"""The database that commands beside the bot work on."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import TypeVar

from bot.errors import SettingsError, StoreError
from bot.process import EX_CONFIG, exit_with
from bot.settings import read_settings

_T = TypeVar("_T")


async def guarded(work: Coroutine[None, None, _T]) -> _T:
    """Do some work; a database that fails ends the program with a sentence."""
    # A bot's log lines about that speak of its players, and the sentence says the same.
    log = logging.getLogger("bot.store.database.outage")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        return await work
    except StoreError as error:
        raise SystemExit(f"patience: {error}") from None
    finally:
        log.setLevel(level)


def database_url() -> str:
    """The URL of the bot's database; a setting that is wrong ends the program with a sentence."""
    try:
        return read_settings().database_url
    except SettingsError as error:
        exit_with(EX_CONFIG, error)
