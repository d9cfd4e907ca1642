"""Ratings of the players of races."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, and which races are rated; the bot rates earlier races by itself."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column("challenges", sa.Column("rated_at", sa.BigInteger(), nullable=True))
    op.create_index(
        op.f("ix_challenges_rated_at_state_ended_at"),
        "challenges",
        ["rated_at", "state", "ended_at"],
    )
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("races", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("race_kind", sa.Text(), nullable=False),
        sa.Column("race_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("races >= 1", name=op.f("ck_ratings_races")),
        sa.CheckConstraint("race_kind IN ('challenge', 'race')", name=op.f("ck_ratings_race_kind")),
        sa.CheckConstraint("sigma > 0", name=op.f("ck_ratings_sigma")),
        sa.PrimaryKeyConstraint("player_id", "scope", "races", name=op.f("pk_ratings")),
        sa.UniqueConstraint(
            "race_kind",
            "race_id",
            "scope",
            "player_id",
            name=op.f("uq_ratings_race_kind_race_id_scope_player_id"),
        ),
    )
    op.create_index(
        op.f("ix_ratings_scope_player_id_races"), "ratings", ["scope", "player_id", "races"]
    )


def downgrade() -> None:
    """Refuse: it would lose what players have reached."""
    raise NotImplementedError("The players' ratings are not dropped.")
