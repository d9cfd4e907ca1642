"""Badges that stay earned, in place of what was counted of players' results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037_badges"
down_revision = "0036_unfinished_days"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and drop the other; what players have earned is stored at the next look."""
    op.create_table(
        "badges",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("earned_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "id", name=op.f("pk_badges")),
        sqlite_with_rowid=False,
    )
    op.drop_table("careers")
