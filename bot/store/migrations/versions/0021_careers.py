"""What was counted of players' results, and an index to find earlier results of a deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, which fills as players win, and the index."""
    op.create_table(
        "careers",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_careers")),
    )
    op.create_index(
        op.f("ix_results_player_id_rules_id_deal_number"),
        "results",
        ["player_id", "rules_id", "deal_number"],
    )


def downgrade() -> None:
    """Drop them; everything is counted again."""
    op.drop_index(op.f("ix_results_player_id_rules_id_deal_number"), "results")
    op.drop_table("careers")
