"""What a start loads: libraries that few players' wishes take are loaded when they are wanted."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

_FEATURES: Final = """
import importlib
from bot.chat.features import feature_names
for name in feature_names():
    importlib.import_module(name)
"""
STARTS: Final = {
    "the bot": f"import bot.__main__, bot.images\n{_FEATURES}",
    "a drawing worker": "import bot.images; bot.images._draw_first_board()",
}
LATER: Final = {"alembic", "local_discord", "matplotlib", "numba", "numpy", "pygments"}
"""Libraries that take 50 ms of a start each, or more."""


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_start_loads_no_library_that_it_can_do_without(start: str) -> None:
    code = f"{start}\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert not loaded & LATER
