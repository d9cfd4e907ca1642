"""Daily deals, and the servers their results were posted in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two tables, and an index to find players by preference."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("chosen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_deals")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_daily_deals_number")),
        sa.CheckConstraint("attempt >= 1", name=op.f("ck_daily_deals_attempt")),
        sa.CheckConstraint("par >= 1", name=op.f("ck_daily_deals_par")),
    )
    op.create_table(
        "daily_posts",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name=op.f("pk_daily_posts")),
    )
    op.create_index(op.f("ix_player_choices_name"), "player_choices", ["name"])


def downgrade() -> None:
    """Refuse: a daily deal never changes."""
    raise NotImplementedError("Daily deals are not dropped.")
