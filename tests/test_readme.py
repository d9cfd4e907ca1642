"""The README is complete."""

from __future__ import annotations

import re
from pathlib import Path

import engine
from bot.chat.connection.installation import install_link
from tools.catalogues import command_tree
from tools.game_pages import updated_readme

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readme_lists_every_game() -> None:
    """If this fails, run ``make docs``."""
    assert updated_readme(README) == README
    assert all(f"`{game}`" in README for game in engine.CATALOGUE)
    assert f"\n{len(engine.CATALOGUE)} games in " in README


def test_the_readme_shows_a_picture_first() -> None:
    first = README.split("\n\n")[1]
    assert first.startswith("![")
    picture = Path(__file__).parents[1] / first.split("(")[1].rstrip(")")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_readme_names_every_command() -> None:
    commands = {command.name for command in command_tree().get_commands()}
    table = README.split("## Commands")[1].split("\n## ")[0]
    assert commands == set(re.findall(r"`/(\w+)", table))


def test_the_readme_has_the_install_link() -> None:
    assert install_link(123).replace("123", "APPLICATION_ID", 1) in README


def test_the_readme_lists_every_package() -> None:
    folders = README.split("## Development")[1].split("\n## ")[0]
    root = Path(__file__).parents[1]
    packages = {path.parent.name for path in root.glob("[a-z]*/__init__.py")}
    assert packages <= set(re.findall(r"^(\w+)/", folders, re.MULTILINE))
