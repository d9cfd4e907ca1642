"""The moves of a game in its own row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, which stays empty until a game's moves are packed into it.

    Of an index that would change with every move, nothing is left: without one, PostgreSQL writes
    the next version of a row beside the one before, and no index at all.
    """
    op.add_column("games", sa.Column("log", sa.Text()))
    games = sa.table("games", sa.column("version", sa.Integer), sa.column("log", sa.Text))
    op.execute(sa.update(games).where(games.c.version == 0).values(log=""))
    op.drop_index("ix_games_player_id_updated_at", "games")
    op.create_index(op.f("ix_games_player_id_finished_at"), "games", ["player_id", "finished_at"])


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_games_player_id_finished_at", "games")
    op.create_index(op.f("ix_games_player_id_updated_at"), "games", ["player_id", "updated_at"])
    op.drop_column("games", "log")
