"""Goals: whether a result met the goal of its day's deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; no deal so far has a goal."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column("results", sa.Column("goal_met", sa.Boolean(), nullable=True))


def downgrade() -> None:
    """Refuse: it would lose which goals were met."""
    raise NotImplementedError("The goals that results met are not dropped.")
