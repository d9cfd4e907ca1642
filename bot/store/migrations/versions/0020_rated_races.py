"""Ratings: which races for many are rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and its index."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column("races", sa.Column("rated_at", sa.BigInteger(), nullable=True))
    op.create_index(
        op.f("ix_races_rated_at_state_ended_at"), "races", ["rated_at", "state", "ended_at"]
    )


def downgrade() -> None:
    """Refuse: races would be rated twice."""
    raise NotImplementedError("What is rated is not forgotten.")
