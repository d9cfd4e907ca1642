"""The project's own files, without what is installed among them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def sources(package: str, pattern: str = "*.py") -> Iterator[Path]:
    """The files of a package; an environment or what pip built in its folder is no part of it."""
    for file in sorted((ROOT / package).rglob(pattern)):
        parts = file.relative_to(ROOT).parts
        if not any(part == "build" or part.startswith(".") for part in parts):
            yield file
