"""At most one unfinished game of a player and a day's deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036_unfinished_days"
down_revision = "0035_terms"
branch_labels = None
depends_on = None

_IS_ONE = "day IS NOT NULL AND finished_at IS NULL AND NOT practice"
_LET_OTHERS_COUNT_FOR_NOTHING = """
    UPDATE games SET practice = true
    WHERE day IS NOT NULL AND finished_at IS NULL AND NOT practice AND EXISTS (
        SELECT 1 FROM games AS other
        WHERE other.player_id = games.player_id AND other.day = games.day
        AND other.slot = games.slot AND other.finished_at IS NULL AND NOT other.practice
        AND (other.updated_at, other.id) > (games.updated_at, games.id)
    )
"""


def upgrade() -> None:
    """Let all but the last one played count for nothing, and create the index."""
    op.execute(_LET_OTHERS_COUNT_FOR_NOTHING)
    op.create_index(
        "ix_games_unfinished_days",
        "games",
        ["player_id", "day", "slot"],
        unique=True,
        sqlite_where=sa.text(_IS_ONE),
        postgresql_where=sa.text(_IS_ONE),
    )
