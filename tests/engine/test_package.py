"""The engine as a package of its own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import engine

PACKAGE = Path(engine.__file__).parent


def test_the_version_is_the_newest_in_its_changelog() -> None:
    changelog = (PACKAGE / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) \(", changelog, re.MULTILINE)
    assert released[0] == engine.__version__


def test_its_wheel_has_every_folder_with_source() -> None:
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {
        ".".join(file.parent.relative_to(PACKAGE.parent).parts) for file in PACKAGE.rglob("*.py")
    }
    assert set(declared["tool"]["setuptools"]["packages"]) == folders
