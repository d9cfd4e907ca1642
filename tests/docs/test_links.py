"""Documents name only files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.conftest import ROOT

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / folder / "README.md" for folder in ("docs/games", "local_discord", "tests")),
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
PATH = re.compile(r"`((?:bot|docs|engine|local_discord|rendering|tests|tools)/[\w./-]*)`")
EXAMPLE = "lamplight"
"""The game that the guide to adding a game adds."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_only_files_that_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert not [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    paths = [path for path in PATH.findall(text) if EXAMPLE not in path]
    assert not [path for path in paths if not (ROOT / path).exists()]
