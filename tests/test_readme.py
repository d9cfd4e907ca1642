"""The README, and the layout in the architecture, are complete and true."""

from __future__ import annotations

import re
from pathlib import Path

from bot.chat.connection.command_registration import install_link
from docs.commands_page import command_tree
from docs.game_pages import counted
from engine import CATALOGUE

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_a_picture_first() -> None:
    first = README.split("\n\n")[1]
    assert first.startswith("![")
    picture = Path(__file__).parents[1] / first.split("(")[1].rstrip(")")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_readme_names_only_commands_that_exist() -> None:
    commands = {command.name for command in command_tree().get_commands()}
    table = README.split("## Playing")[1].split("\n## ")[0]
    assert set(re.findall(r"`/(\w+)", table)) <= commands


def test_the_readme_says_how_many_games_there_are() -> None:
    """If this fails, run ``make game``."""
    assert counted(README) == README
    assert f"with {len(CATALOGUE)} games" in README


def test_the_readme_fits_on_a_front_page() -> None:
    assert len(README.splitlines()) <= 120


def test_the_readme_has_the_install_link() -> None:
    assert install_link(123).replace("123", "APPLICATION_ID", 1) in README


def test_the_architecture_lists_every_package() -> None:
    root = Path(__file__).parents[1]
    layout = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = {path.parent.name for path in root.glob("[a-z]*/__init__.py")}
    assert packages <= set(re.findall(r"^(\w+)/", layout, re.MULTILINE))
