"""The moves of a game in its own row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, which stays empty until a game's moves are packed into it."""
    op.add_column("games", sa.Column("log", sa.Text()))
    is_unpacked = sa.text("log IS NULL")
    op.create_index(
        "ix_games_unpacked",
        "games",
        ["id"],
        sqlite_where=is_unpacked,
        postgresql_where=is_unpacked,
    )


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_games_unpacked", "games")
    op.drop_column("games", "log")
