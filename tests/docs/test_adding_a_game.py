"""The guide to adding a game, followed to the letter."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

import engine.rules
from tests.docs.conftest import EDIT, ROOT, Checkout, commands_in, edit

pytestmark = pytest.mark.slow

GUIDE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"`([\w./-]+\.(?:py|po))`")
"""The file that a step edits is the first it names."""


def test_a_game_is_added_by_the_guides_steps_alone(checkout: Checkout) -> None:
    steps = re.split(r"^\d+\. ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    commands = iter(commands_in(GUIDE))
    said = ""
    for step in steps:
        for kind, block in EDIT.findall(step):
            edit(checkout.path / FILE.findall(step)[0], kind, dedent(block))
        if "```sh" in step:
            said = checkout.make(next(commands).removeprefix("make "))

    assert " passed" in said
    games = (checkout.path / "docs" / "games.md").read_text(encoding="utf-8")
    assert "| Lamplight | `lamplight` |" in games
    assert not any(commands)


def test_the_guides_game_takes_twenty_lines() -> None:
    declaration = GUIDE.read_text(encoding="utf-8").split("= Rules(\n", 1)[1].split("\n   )", 1)[0]

    assert len(declaration.splitlines()) <= 20


def test_every_word_of_the_guides_vocabulary_exists() -> None:
    vocabulary = GUIDE.read_text(encoding="utf-8").split("| for | write |")[1].split("\n\n")[0]
    words = {
        word
        for row in vocabulary.splitlines()
        for code in re.findall(r"`([^`]*)`", row)
        for word in re.findall(r"[A-Za-z_]\w+", code)
    }

    assert words - known_words() == {"True", "False"}


def known_words() -> set[str]:
    """The names in ``engine.rules``, with the fields and members of its classes."""
    classes = [value for value in vars(engine.rules).values() if isinstance(value, type)]
    members = {name for one in classes for name in dir(one)}
    return {*vars(engine.rules), *members}
