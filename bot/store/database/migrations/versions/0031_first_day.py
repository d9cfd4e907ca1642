"""When challenges pinged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("races", sa.Column("pinged_at", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("races", "pinged_at")
