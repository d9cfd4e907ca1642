"""A killed bot loses nothing that players were shown, and plays no press twice."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.e2e.kills.run import kill_again_and_again

pytestmark = pytest.mark.dear


async def test_a_killed_bot_loses_no_move_that_was_shown(migrated_url: str, tmp_path: Path) -> None:
    toll = await kill_again_and_again(migrated_url, tmp_path, 4, 1)
    assert toll.wrong == []
    assert toll.answered


async def test_a_bot_told_to_stop_under_load_answers_every_press_that_it_saved(
    migrated_url: str, tmp_path: Path
) -> None:
    toll = await kill_again_and_again(migrated_url, tmp_path, 4, 1, how=signal.SIGTERM)
    assert toll.wrong == []
    assert toll.answered
