"""What the owner of a bot reads in its log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

SECONDS = 20.0
"""How long anything may take on a busy machine."""


def log_lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What a bot's owner reads at the usual level."""
    return [
        record.getMessage()
        for record in log.records
        if record.levelno >= (logging.INFO if record.name.startswith("bot") else logging.WARNING)
    ]


async def until(condition: Callable[[], object]) -> None:
    """Wait until something without an event of its own is so."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
