"""The README keeps up with what there is."""

from __future__ import annotations

from pathlib import Path

import engine
from docs.__main__ import readme
from engine.games import FAMILIES

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readmes_games_are_those_there_are() -> None:
    """Where this fails, ``make docs`` writes them anew."""
    assert readme(README) == README
    assert all(f"`{game}`" in README for game in engine.CATALOGUE)


def test_the_readme_says_how_many_games_there_are() -> None:
    assert f"\n{len(engine.CATALOGUE)} games in {len(FAMILIES)} families" in README


def test_the_readme_shows_a_picture_first_and_the_picture_is_there() -> None:
    first = README.split("\n\n")[1]
    assert first.startswith("![")
    picture = Path(__file__).parents[1] / first.split("(")[1].rstrip(")")
    assert picture.read_bytes().startswith(b"\x89PNG")
