"""The README keeps up with what there is."""

from __future__ import annotations

from pathlib import Path

import engine

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readme_lists_every_game_in_order() -> None:
    places = [README.index(f"| `{game}` |") for game in engine.CATALOGUE]
    assert places == sorted(places)


def test_the_readme_shows_a_picture_first_and_the_picture_is_there() -> None:
    first = README.split("\n\n")[1]
    assert first.startswith("![")
    picture = Path(__file__).parents[1] / first.split("(")[1].rstrip(")")
    assert picture.read_bytes().startswith(b"\x89PNG")
