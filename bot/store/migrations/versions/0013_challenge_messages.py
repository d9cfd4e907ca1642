"""Challenges: the message that shows each in its channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column("challenges", sa.Column("message_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Drop the column: a message that is not known is not brought up to date."""
    op.drop_column("challenges", "message_id")
