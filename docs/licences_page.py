"""Write the list of licences of what the bot is made of: ``python -m docs.licences_page``.

Licences are those that the installed packages state; of what is not installed on this system, the
page keeps what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).with_name("licences.md")
_LOCK: Final = Path(__file__).parents[1] / "requirements" / "postgresql.txt"
_HEADING: Final = "| package | licence |\n|---|---|\n"
_CLASSIFIER: Final = "License :: OSI Approved :: "


def names() -> list[str]:
    """Every package that a bot may install."""
    locked = re.findall(r"^([\w.-]+)==", _LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted(set(locked))


def updated_page(page: str) -> str:
    """The page with its list brought up to date."""
    before, _, rows = page.partition(_HEADING)
    known = dict(re.findall(r"^\| (\S+) \| (.+) \|$", rows, re.MULTILINE))
    return before + _HEADING + "".join(_rows(known))


def _rows(known: dict[str, str]) -> Iterator[str]:
    for name in names():
        try:
            licence = _licence(metadata.metadata(name))
        except metadata.PackageNotFoundError:
            licence = known.get(name, "?")
        yield f"| {name} | {licence} |\n"


def _licence(package: metadata.PackageMetadata) -> str:
    """The licence that a package states, in any of the three ways there are."""
    stated = package.get_all("License-Expression") or package.get_all("License") or []
    short = [one for one in stated if one.strip() and "\n" not in one]
    classified = [
        one.removeprefix(_CLASSIFIER)
        for one in package.get_all("Classifier") or []
        if one.startswith(_CLASSIFIER)
    ]
    return short[0] if short else ", ".join(classified)


def main() -> None:
    """Write the page."""
    PAGE.write_text(updated_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
