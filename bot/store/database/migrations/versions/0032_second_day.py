"""Games that are practised, and what else came after the first day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    column: sa.Column[bool] = sa.Column(
        "practice", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("games", column)


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "practice")
