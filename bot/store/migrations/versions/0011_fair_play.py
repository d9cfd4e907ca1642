"""Fair play: how often the odds were asked, and the messages on how daily games stand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table."""
    # Added in place: batch mode would copy the tables in SQLite.
    for table in ("games", "results"):
        op.add_column(
            table, sa.Column("odds", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )
    op.create_table(
        "progress_posts",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_progress_posts")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_progress_posts_game_id_games")
        ),
    )


def downgrade() -> None:
    """Refuse: it would lose which games were played with a look at the odds."""
    raise NotImplementedError("The games' odds are not dropped.")
