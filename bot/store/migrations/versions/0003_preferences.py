"""Preferences of players and servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table for players and one for servers."""
    for table, key in (("player_choices", "player_id"), ("guild_choices", "guild_id")):
        op.create_table(
            table,
            sa.Column(key, sa.BigInteger(), autoincrement=False, nullable=False),
            sa.Column("name", sa.Text(), nullable=False),
            sa.Column("value", sa.Text(), nullable=False),
            sa.PrimaryKeyConstraint(key, "name", name=op.f(f"pk_{table}")),
        )


def downgrade() -> None:
    """Drop both with all preferences."""
    op.drop_table("guild_choices")
    op.drop_table("player_choices")
