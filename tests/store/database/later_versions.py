"""The migrations of a later version of Patience."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from bot.store.database.revisions import MIGRATIONS

_LAST: Final = 9999
_NEXT_REVISION: Final = '''"""A revision after the newest."""

from alembic import op
import sqlalchemy as sa

revision = "{number}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("colour_{number}", sa.Text()))
    {more}
'''


def newest_revision(migrations: Path = MIGRATIONS) -> str:
    """The number of the newest revision there is."""
    files = (migrations / "versions").glob("[0-9]*.py")
    return max(path.name for path in files).split("_")[0]


def later_migrations(folder: Path, more: str = "", *, steps: int = 1) -> Path:
    """The migrations of a later version, with some more revisions."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = newest_revision(folder)
    for number in map(str, range(_LAST - steps + 1, _LAST + 1)):
        revision = _NEXT_REVISION.format(number=number, before=before, more=more)
        (folder / "versions" / f"{number}_later.py").write_text(revision)
        before = number
    return folder
