"""``python -m tests.rendering.contact_sheet``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "tests.rendering.contact_sheet", *arguments],
        capture_output=True,
        check=False,
        timeout=600,
    )


@pytest.mark.slow
def test_sheets_show_dealt_and_played_games(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "sheet"
    done = run(str(folder), "--theme", "light", "--width", "240")
    written = sorted(path.name for path in folder.iterdir())
    assert done.stdout.decode() == f"{len(written)} pages are in {folder}.\n"
    assert {name.rpartition("-")[0] for name in written} == {
        "light-2-deal-240",
        "light-4-later-240",
        "light-2-large-later-240",
        "light-cards-portraits",
        "light-cards-two-headed",
    }
    for name in written:
        with Image.open(folder / name) as page:
            assert page.width > (400 if "cards" in name else 1000)


def test_an_unwritable_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(str(tmp_path / "file" / "sheet"), "--width", "240")
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"Error: {tmp_path / 'file' / 'sheet'} cannot be")
    assert len(done.stderr.splitlines()) == 1


def test_an_unknown_theme_is_reported_in_one_line() -> None:
    done = run("/nowhere", "--theme", "pink")
    assert done.returncode == 1
    assert done.stdout == b""
    assert "There is no theme called “pink”" in done.stderr.decode()
    assert done.stderr.decode().startswith("Error: ")
    assert len(done.stderr.splitlines()) == 1
