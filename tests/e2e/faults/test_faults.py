"""Every fault of Discord's requests, while players act and the bot posts.

Held in each: nothing is lost and nothing played twice, the player's next press works and so does
``/board``, nobody waits longer than Discord does, and the log has a few lines without a traceback.
"""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from tests.e2e.faults.page import PAGE, page_with_table
from tests.e2e.faults.rows import ROWS, Row, expected, trials_of
from tests.e2e.faults.stage import staged


@pytest.mark.in_time
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row.name, marks=[pytest.mark.quick] if row.is_quick else [])
        for row in ROWS
    ],
)
async def test_a_fault_loses_nothing_and_leaves_nobody_waiting(
    images: ImageRenderer, migrated_file: Path, row: Row, caplog: pytest.LogCaptureFixture
) -> None:
    async with staged(images, migrated_file) as stage:
        trials = await trials_of(stage, row)
    assert {one.action: one.outcome for one in trials} == expected(row)
    gc.collect()
    assert "never retrieved" not in caplog.text
    wrong = [f"{one.action}: {sentence}" for one in trials for sentence in one.wrong]
    assert wrong == []


def test_the_page_of_faults_says_what_is_held() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page_with_table(page) == page, "Run `python -m tests.e2e.faults.page`."
