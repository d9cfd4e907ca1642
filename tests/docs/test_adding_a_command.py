"""The guide to adding a command, followed to the letter."""

from __future__ import annotations

import re
from textwrap import dedent

import pytest

from tests.docs.conftest import EDIT, ROOT, Checkout, commands_in, edit

GUIDE = ROOT / "docs" / "adding-a-command.md"
FILE = re.compile(r"`([\w./-]+\.(?:py|po|md))`")
"""The file that a step edits is the first it names."""
VERSIONS = ROOT / "bot" / "store" / "database" / "migrations" / "versions"


def steps() -> list[str]:
    """The steps, with the number of the next migration in the place of the guide's."""
    newest = max(path.stem for path in VERSIONS.glob("[0-9]*.py"))
    text = GUIDE.read_text(encoding="utf-8")
    text = text.replace("0036", f"{int(newest[:4]) + 1:04}").replace("0035_contests", newest)
    return re.split(r"^\d+\. ", text, flags=re.MULTILINE)[1:]


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_command_is_added_by_the_guides_steps_alone(checkout: Checkout) -> None:
    commands = iter(commands_in(GUIDE))
    said = ""
    for step in steps():
        for kind, block in EDIT.findall(step):
            edit(checkout.path / FILE.findall(step)[0], kind, dedent(block))
        if "```sh" in step:
            said = checkout.make(next(commands).removeprefix("make "))

    assert " passed" in said
    page = (checkout.path / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert "| `favourites` | which games the player likes |" in page
    assert "`/favourite [game]`" in (checkout.path / "docs" / "commands.md").read_text(
        encoding="utf-8"
    )
    assert not any(commands)


def test_the_guides_command_takes_nine_files() -> None:
    assert len({FILE.findall(step)[0] for step in steps() if EDIT.search(step)}) == 9
