"""Tests that set logging up as the bot does, and leave it to the next ones as it was."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SET_UP: Final = ("", "bot", "engine", "rendering", "local_discord", "discord")
"""The loggers whose levels the bot sets."""


@contextmanager
def logging_restored() -> Iterator[None]:
    """Give loggers the levels and handlers back that they had before the block."""
    root = logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in _SET_UP}
    handlers = [*root.handlers]
    try:
        yield
    finally:
        root.handlers = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
