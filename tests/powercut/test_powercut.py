"""A power cut at any moment loses no acknowledged move, also while somebody reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.powercut.cuts import cut_power
from tests.powercut.recording import DATABASE, NoRecorder, Operation, record

pytestmark = pytest.mark.slow


def recorded(database: Path, synchronous: str) -> list[Operation]:
    """What players write to a database that is alone in its folder."""
    try:
        return record(database.parent, calls=150, seed=1, synchronous=synchronous)
    except NoRecorder as error:
        pytest.skip(str(error))


@pytest.fixture
def database(original_file: Path, tmp_path: Path) -> Path:
    """An empty database, alone in its folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(original_file, folder / DATABASE))


async def test_a_power_cut_loses_no_acknowledged_move(database: Path, tmp_path: Path) -> None:
    before = {DATABASE: database.read_bytes()}  # noqa: ASYNC240  # nothing else runs
    operations = recorded(database, "FULL")
    outcome = await cut_power(operations, before, tmp_path / "left", 20, 1)
    assert outcome.wrong == []
    assert outcome.unsynced
    assert outcome.acknowledged > 100


async def test_moves_that_were_not_synced_are_missed(database: Path, tmp_path: Path) -> None:
    before = {DATABASE: database.read_bytes()}  # noqa: ASYNC240  # nothing else runs
    operations = recorded(database, "OFF")
    outcome = await cut_power(operations, before, tmp_path / "left", 4, 1)
    assert any("is lost" in one or "malformed" in one for one in outcome.wrong)
