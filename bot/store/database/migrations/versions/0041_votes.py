"""Votes are counted when they are due, and nobody watches games any more."""

from __future__ import annotations

from alembic import op

revision = "0041_votes"
down_revision = "0040_reminders"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Have votes be due, and drop the table of watched games."""
    op.execute(
        "INSERT INTO due (kind, subject, part, due_at, next_at, guild_id, version, failures) "
        "SELECT 'vote', id, '', vote_until, vote_until, guild_id, 0, 0 FROM shared_boards "
        "WHERE vote_until IS NOT NULL"
    )
    op.drop_table("watched_games")
