"""Eight players at random while everything goes wrong; ``make chaos`` takes longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.images import ImageRenderer
from tests.e2e.chaos.run import run_chaos

SECONDS, SEED = 9, 1


@pytest.mark.in_time
async def test_what_players_were_shown_survives_everything_at_once(
    images: ImageRenderer, migrated_file: Path
) -> None:
    report = await run_chaos(images, migrated_file, SECONDS, SEED)
    assert report.wrong == (), "\n".join((*report.lines, report.table))
