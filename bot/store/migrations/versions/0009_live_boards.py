"""Live boards: the message that shows each game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "live_boards",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_live_boards")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_live_boards_game_id_games")
        ),
    )


def downgrade() -> None:
    """Drop the table; boards are then posted anew."""
    op.drop_table("live_boards")
