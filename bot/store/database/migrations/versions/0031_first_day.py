"""When challenges pinged, and who chose the channels for daily results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("races", sa.Column("pinged_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "channel_choices",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_channel_choices")),
    )
    op.create_index(op.f("ix_channel_choices_player_id"), "channel_choices", ["player_id"])


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("channel_choices")
    op.drop_column("races", "pinged_at")
