"""Solutions: how games that were given up could have been won."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "solutions",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("own_moves", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_solutions")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_solutions_game_id_games")),
        sa.CheckConstraint("own_moves >= 0", name=op.f("ck_solutions_own_moves")),
    )


def downgrade() -> None:
    """Drop the table; solutions are then searched again."""
    op.drop_table("solutions")
