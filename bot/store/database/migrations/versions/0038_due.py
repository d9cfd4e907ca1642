"""What is due, and the messages that show it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038_due"
down_revision = "0037_badges"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "due",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", "part", name=op.f("pk_due")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("shown_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", "part", name=op.f("pk_posts")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_due_next_at"), "due", ["next_at"])
    for table in ("due", "posts"):
        for column in ("guild_id", "player_id"):
            op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
