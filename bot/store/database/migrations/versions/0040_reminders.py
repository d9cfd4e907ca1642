"""Reminders are due like all else."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040_reminders"
down_revision = "0039_contests"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Have what is on be due, and leave no hour to what is off."""
    op.execute(
        "INSERT INTO due (kind, subject, part, due_at, next_at, player_id, version, failures) "
        "SELECT 'reminder', player_id, kind, due_at, due_at, player_id, 0, 0 FROM reminders "
        "WHERE due_at IS NOT NULL"
    )
    op.drop_index(op.f("ix_reminders_due_at"), "reminders")
    with op.batch_alter_table("reminders") as batch:
        batch.alter_column("hour", existing_type=sa.Integer(), nullable=True)
    op.execute("UPDATE reminders SET hour = NULL WHERE due_at IS NULL")
    with op.batch_alter_table("reminders") as batch:
        batch.drop_column("due_at")
        batch.drop_column("told_day")
