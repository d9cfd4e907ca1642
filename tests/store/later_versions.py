"""The migrations of a later version of Patience."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from bot.store.revisions import MIGRATIONS

_NEXT_REVISION: Final = '''"""A revision after the newest."""

from alembic import op
import sqlalchemy as sa

revision = "9999"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("colour", sa.Text()))
    {more}
'''


def later_migrations(folder: Path, more: str = "") -> Path:
    """The migrations of a later version, with one more revision."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    newest = max(path.name for path in (folder / "versions").glob("[0-9]*.py")).split("_")[0]
    revision = _NEXT_REVISION.format(newest=newest, more=more)
    (folder / "versions" / "9999_later.py").write_text(revision)
    return folder
