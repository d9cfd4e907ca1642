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

revision = "{revision}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("colour_{number}", sa.Text()))
    {more}
'''


def newest_revision(migrations: Path = MIGRATIONS) -> str:
    """The newest revision there is."""
    return max(path.stem for path in (migrations / "versions").glob("[0-9]*.py"))


def later_migrations(folder: Path, more: str = "", *, steps: int = 1) -> Path:
    """The migrations of a later version, with some more revisions."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = newest_revision(folder)
    for number in map(str, range(_LAST - steps + 1, _LAST + 1)):
        revision = f"{number}_later"
        text = _NEXT_REVISION.format(revision=revision, number=number, before=before, more=more)
        (folder / "versions" / f"{revision}.py").write_text(text)
        before = revision
    return folder
