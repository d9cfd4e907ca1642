"""Races are due like all else, and nothing goes through an outbox."""

from __future__ import annotations

from alembic import op

revision = "0046_outbox"
down_revision = "0045_counted_results"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Have races that go on, or are still to be announced, be due; drop the outbox."""
    op.execute(
        "INSERT INTO due (kind, subject, part, due_at, next_at, guild_id, version, failures) "
        "SELECT 'race', id, '', COALESCE(ends_at, opens_at), COALESCE(ends_at, opens_at), "
        "guild_id, 0, 0 FROM contests "
        "WHERE kind IN ('table', 'challenge') AND announced_at IS NULL"
    )
    op.drop_table("outbox")
