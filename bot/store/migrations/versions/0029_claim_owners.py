"""Who holds a claim."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column(
        "claims", sa.Column("owner", sa.Text(), nullable=False, server_default=sa.text("''"))
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("claims", "owner")
