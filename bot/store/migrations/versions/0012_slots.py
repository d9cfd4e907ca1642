"""Slots: the deals of a day beside its headline, their results, and goals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; every deal, game and result of a day so far is the headline's."""
    headline = sa.text("'headline'")
    # SQLite cannot change a primary key: there the table is copied.
    with op.batch_alter_table("daily_deals") as batch:
        batch.add_column(sa.Column("slot", sa.Text(), nullable=False, server_default=headline))
        batch.add_column(sa.Column("goal", sa.Text(), nullable=True))
        batch.drop_constraint(op.f("pk_daily_deals"), type_="primary")
        batch.create_primary_key(op.f("pk_daily_deals"), ["day", "slot"])
    with op.batch_alter_table("daily_deals") as batch:
        batch.alter_column("slot", server_default=None)
    # Added in place: batch mode would copy the tables in SQLite.
    op.add_column("games", sa.Column("slot", sa.Text(), nullable=True))
    op.execute("UPDATE games SET slot = 'headline' WHERE day IS NOT NULL")
    op.add_column("results", sa.Column("extra_day", sa.Date(), nullable=True))
    op.add_column("results", sa.Column("extra_slot", sa.Text(), nullable=True))
    columns = ["extra_day", "extra_slot", "player_id"]
    op.create_index(
        op.f("ix_results_extra_day_extra_slot_player_id"), "results", columns, unique=True
    )


def downgrade() -> None:
    """Refuse: it would lose which deals of a day were played."""
    raise NotImplementedError("The further deals of a day are not dropped.")
