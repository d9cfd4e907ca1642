"""What is logged at each level."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from bot.__main__ import set_up_logging

OURS = ("", "bot", "engine", "rendering", "local_discord", "discord")


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    """Leave the levels and handlers of the other tests alone."""
    before = {name: logging.getLogger(name).level for name in OURS}
    handlers = [*logging.getLogger().handlers]
    yield
    logging.getLogger().handlers = handlers
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.parametrize("library", ["aiosqlite", "discord.http", "discord.gateway", "asyncpg"])
def test_libraries_log_no_rows_and_no_messages_even_on_debug(library: str) -> None:
    """Rows and messages hold players, tokens and the deal numbers of days and races."""
    set_up_logging("DEBUG")
    assert not logging.getLogger(library).isEnabledFor(logging.DEBUG)
    assert logging.getLogger(library).isEnabledFor(logging.INFO)


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_the_bot_logs_at_the_level_that_is_set(level: str) -> None:
    set_up_logging(level)
    number = logging.getLevelNamesMapping()[level]
    assert logging.getLogger("bot.service.daily").getEffectiveLevel() == number
