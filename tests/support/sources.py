"""The project's own files, without what is installed among them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def sources(package: str, pattern: str = "*.py") -> Iterator[Path]:
    """The files of a package; a virtual environment in its folder is no part of it."""
    for file in sorted((ROOT / package).rglob(pattern)):
        if not any(part.startswith(".") for part in file.relative_to(ROOT).parts):
            yield file
