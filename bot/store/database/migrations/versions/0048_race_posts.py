"""What shows a race is a post like all else."""

from __future__ import annotations

from alembic import op

revision = "0048_race_posts"
down_revision = "0047_logs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take over the messages of races, and what they show; drop the columns for that."""
    op.execute("DELETE FROM posts WHERE kind = 'race'")
    op.execute(
        "INSERT INTO posts "
        "(kind, subject, part, channel_id, guild_id, message_id, shown, shown_at) "
        "SELECT 'race', id, '', channel_id, guild_id, message_id, "
        "CASE WHEN announced_at IS NOT NULL THEN state WHEN told_at IS NOT NULL THEN 'told' "
        "WHEN state = 'open' THEN state ELSE 'running' END, COALESCE(posted_at, opens_at) "
        "FROM contests WHERE kind IN ('table', 'challenge') AND channel_id IS NOT NULL "
        "AND (message_id IS NOT NULL OR told_at IS NOT NULL)"
    )
    op.drop_index("ix_contests_announced_at_state", "contests")
    for name in (
        "message_id",
        "announced_at",
        "posted_version",
        "posted_at",
        "pinged_at",
        "told_at",
    ):
        op.drop_column("contests", name)
