"""What the processes of one bot agree on: shards, starts of sessions, the installation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "session_starts",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bucket", sa.Integer(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "shard", "at", name=op.f("pk_session_starts")),
    )
    op.create_table(
        "shard_owners",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("is_draining", sa.Boolean(), nullable=False),
        sa.Column("has_successor", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "shard", name=op.f("pk_shard_owners")),
    )
    op.create_table(
        "installation",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_installation")),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("installation")
    op.drop_table("shard_owners")
    op.drop_table("session_starts")
