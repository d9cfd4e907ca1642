"""The messages of days are due like all else."""

from __future__ import annotations

from alembic import op

revision = "0044_day_messages"
down_revision = "0043_statistics"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the messages to where all are, and have those be due that are not cards yet."""
    op.execute(
        "INSERT INTO posts "
        "(kind, subject, part, channel_id, guild_id, message_id, shown, shown_at) "
        "SELECT 'day', guild_id, CAST(day AS TEXT), channel_id, guild_id, message_id, "
        "CASE WHEN ended_at IS NULL THEN '' ELSE 'card' END, shown_at FROM daily_messages"
    )
    op.execute(
        "INSERT INTO due (kind, subject, part, due_at, next_at, guild_id, version, failures) "
        "SELECT 'day', guild_id, CAST(day AS TEXT), shown_at, shown_at, guild_id, 0, 0 "
        "FROM daily_messages WHERE ended_at IS NULL"
    )
    op.drop_table("daily_messages")
