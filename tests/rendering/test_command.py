"""Sample pictures from the command line."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine import deal
from rendering import draw


def run(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rendering", *words], capture_output=True, check=False, timeout=60
    )


def test_a_picture_of_a_deal_is_written_to_standard_output() -> None:
    done = run("saratoga", "42", "--theme", "dark", "--suits", "4", "--moves", "s s")
    assert done.returncode == 0
    game = deal("saratoga", 42)
    game.play("s")
    game.play("s")
    assert done.stdout == draw(game, "dark", 4).png
    assert Image.open(io.BytesIO(done.stdout)).format == "PNG"


def test_the_board_can_be_told_in_words_instead() -> None:
    done = run("phoenix", "1", "--alt")
    assert done.stdout.decode().strip() == draw(deal("phoenix", 1)).alt


def test_a_deck_with_large_indices_can_be_asked_for() -> None:
    done = run("spider", "3", "--large-index")
    assert done.stdout == draw(deal("spider", 3), large_index=True).png


def test_a_sheet_shows_every_game_at_the_deal_and_later(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "sheet"
    done = run("sheet", str(folder), "--theme", "light", "--width", "240")
    written = sorted(path.name for path in folder.iterdir())
    assert done.stdout.decode() == f"{len(written)} pages are in {folder}.\n"
    assert {name.rpartition("-")[0] for name in written} == {
        "light-2-deal-240",
        "light-4-later-240",
        "light-2-large-later-240",
    }
    for name in written:
        with Image.open(folder / name) as page:
            assert page.width > 1000


def test_a_sheet_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("sheet", str(tmp_path / "file" / "sheet"), "--width", "240")
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"Error: {tmp_path / 'file' / 'sheet'} cannot be")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess", "1"), "There is no game called “chess”"),
        (("saratoga", "0"), "deal"),
        (("saratoga", "1", "--moves", "3-3"), ""),
        (("saratoga", "1", "--theme", "pink"), "There is no theme called “pink”"),
        (("sheet", "/nowhere", "--theme", "pink"), "There is no theme called “pink”"),
        (("saratoga", "1", "--suits", "3"), "Suits have 2 or 4 colours"),
        (("saratoga", "1", "--hint", "nonsense"), "nonsense"),
    ],
)
def test_bad_input_gets_one_line_and_no_traceback(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.returncode == 1
    assert done.stdout == b""
    text = done.stderr.decode()
    assert says in text
    assert text.startswith("Error: ")
    assert len(text.splitlines()) == 1
