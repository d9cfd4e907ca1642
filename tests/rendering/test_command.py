"""``python -m rendering``."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from PIL import Image

from engine import deal
from rendering import draw


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rendering", *arguments],
        capture_output=True,
        check=False,
        timeout=600,
    )


def picture(png: bytes) -> Image.Image:
    """What a file shows; of files that differ, pytest would take minutes to list the bytes."""
    return Image.open(io.BytesIO(png))


def test_the_png_is_written_to_standard_output() -> None:
    done = run("saratoga", "42", "--theme", "dark", "--suits", "4", "--moves", "s s")
    assert done.returncode == 0
    game = deal("saratoga", 42)
    game.play("s")
    game.play("s")
    assert picture(done.stdout) == picture(draw(game, "dark", 4).png)
    assert picture(done.stdout).format == "PNG"


def test_alt_prints_the_alt_text_instead() -> None:
    done = run("phoenix", "1", "--alt")
    assert done.stdout.decode().strip() == draw(deal("phoenix", 1)).alt


def test_large_index_draws_large_indices() -> None:
    done = run("spider", "3", "--large-index")
    assert picture(done.stdout) == picture(draw(deal("spider", 3), large_index=True).png)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "1"), "There is no game called “chess”"),
        (("saratoga", "0"), "deal"),
        (("saratoga", "1", "--moves", "3-3"), ""),
        (("saratoga", "1", "--theme", "pink"), "There is no theme called “pink”"),
        (("saratoga", "1", "--suits", "3"), "Suits have 2 or 4 colours"),
        (("saratoga", "1", "--hint", "nonsense"), "nonsense"),
    ],
)
def test_invalid_input_prints_one_line_and_no_traceback(
    arguments: tuple[str, ...], message: str
) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stdout == b""
    text = done.stderr.decode()
    assert message in text
    assert text.startswith("Error: ")
    assert len(text.splitlines()) == 1
