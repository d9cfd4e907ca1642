"""The migrations of earlier versions of Patience."""

from __future__ import annotations

import shutil
from pathlib import Path

from bot.store.revisions import MIGRATIONS


def migrations_until(newest: str, folder: Path) -> Path:
    """Copy the migrations up to a revision, as the version that introduced it had them."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "versions").glob("[0-9]*.py"):
        if path.name.split("_")[0] > newest:
            path.unlink()
    return folder
