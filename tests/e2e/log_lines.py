"""What the owner of a bot reads in its log."""

from __future__ import annotations

import logging

import pytest

from bot.logs import is_news


def log_lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What a bot's owner reads at the usual level."""
    return [
        record.getMessage()
        for record in log.records
        if is_news(record)
        and record.levelno >= (logging.INFO if record.name.startswith("bot") else logging.WARNING)
    ]
