"""Documents name only files, and headings of them, that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.conftest import ROOT

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "legal").glob("*.md")),
    *sorted((ROOT / ".github").glob("*.md")),
    *(
        ROOT / folder / "README.md"
        for folder in ("engine", "research", "research/corrections", "tests")
    ),
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PATH = re.compile(r"`((?:bot|docs|engine|local_discord|rendering|research|tests)/[\w./-]*)`")
EXAMPLES = ("lamplight", "favourites", "race_undos")
"""What the guides to adding a game, a command and an option add."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_only_files_that_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert not [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    paths = [path for path in PATH.findall(text) if not any(one in path for one in EXAMPLES)]
    assert not [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_only_headings_that_exist(document: Path) -> None:
    for file, anchor in ANCHOR.findall(document.read_text(encoding="utf-8")):
        named = document.parent / file if file else document
        headings = HEADING.findall(named.read_text(encoding="utf-8"))
        assert anchor in map(_anchor, headings)


def _anchor(heading: str) -> str:
    """What GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-")
