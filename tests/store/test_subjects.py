"""The store finds its subjects: their tables, and what they do when a game begins or ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bot.store

USE = """
import {module}
from bot.store.database.columns import metadata
from bot.store.play.events import when_dealt, when_finished
print(*metadata.tables)
print(*(function.__name__ for function in (*when_dealt, *when_finished)))
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["bot.store.play.games", "bot.store.database.columns"])
def test_whoever_uses_the_store_has_all_tables_and_all_that_is_registered(module: str) -> None:
    used = subprocess.run(
        [sys.executable, "-c", USE.format(module=module)],
        capture_output=True,
        text=True,
        check=True,
    )
    tables, functions = (line.split() for line in used.stdout.splitlines())
    declared = [
        path.read_text(encoding="utf-8").count(" = Table(")
        for path in Path(bot.store.__path__[0]).glob("*/schema.py")
    ]
    assert len(tables) == sum(declared) > 20
    assert {"note_guild_player", "record_finished_game"} <= set(functions)
