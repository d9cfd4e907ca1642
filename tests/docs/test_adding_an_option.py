"""The guide to adding an option of a race, followed to the letter."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from tests.docs.conftest import EDIT, ROOT, Checkout, commands_in, edit
from tests.sampling import is_drawn

GUIDE = ROOT / "docs" / "adding-an-option.md"
FILE = re.compile(r"`([\w./-]+\.(?:py|po))`")
"""The file that a step edits is the first it names."""
NARROW = ("tests/service/contests/test_race_undos.py", "tests/i18n", "tests/docs/test_pages.py")
"""Of the tests that the guide ends with, those that are about the option."""


def steps() -> list[str]:
    return re.split(r"^\d+\. ", GUIDE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_an_option_is_added_by_the_guides_steps_alone(checkout: Checkout, seed: str) -> None:
    for step in steps():
        for kind, block in EDIT.findall(step):
            edit(checkout.path / FILE.findall(step)[0], kind, dedent(block))
        if "make feature" in step:
            checkout.make("feature")

    if is_drawn(seed, "lint"):
        checkout.make("lint")
    assert " passed" in checkout.run(".venv/bin/python", "-m", "pytest", "-q", *NARROW)
    commands = (checkout.path / "docs" / "commands.md").read_text(encoding="utf-8")
    assert "[undos]" in commands
    assert commands_in(GUIDE) == ["make feature", "make check AREA=contests"]


def test_the_guides_option_takes_eight_files() -> None:
    assert len({FILE.findall(step)[0] for step in steps() if EDIT.search(step)}) == 8
