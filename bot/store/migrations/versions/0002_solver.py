"""Hints given, and deals proven winnable."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns to the games, and the table of winnable deals."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column(
        "games", sa.Column("hints", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column(
        "games", sa.Column("winnable", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "winnable_deals",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("proven_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_winnable_deals")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_winnable_deals_number")),
    )


def downgrade() -> None:
    """Refuse: it would lose which games were played with hints."""
    raise NotImplementedError("The games' hints are not dropped.")
