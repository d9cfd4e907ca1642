"""Reminders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reminders",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("told_day", sa.Date(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('day', 'streak')", name=op.f("ck_reminders_kind")),
        sa.CheckConstraint("hour BETWEEN 0 AND 23", name=op.f("ck_reminders_hour")),
        sa.PrimaryKeyConstraint("player_id", "kind", name=op.f("pk_reminders")),
    )
    op.create_index(op.f("ix_reminders_due_at"), "reminders", ["due_at"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("reminders")
