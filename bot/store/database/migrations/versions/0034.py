"""The tables of the last version before 2.0, the oldest that are brought up to date."""

from __future__ import annotations

revision = "0034"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Do nothing, as a new database is created as the tables are declared now."""
