"""The outbox, when challenges pinged, who chose channels, and when players were here last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the tables."""
    op.add_column("races", sa.Column("pinged_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "channel_choices",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_channel_choices")),
    )
    op.create_index(op.f("ix_channel_choices_player_id"), "channel_choices", ["player_id"])
    op.create_table(
        "last_seen",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("delete_on", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_last_seen")),
    )
    op.create_index(op.f("ix_last_seen_day"), "last_seen", ["day"])
    op.create_table(
        "outbox",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("ix_outbox_player_id"), "outbox", ["player_id"])
    op.create_index(op.f("ix_outbox_until"), "outbox", ["until"])
