"""Indexes for leaderboards of days, and for the last wins of a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the one, and extend the other."""
    is_daily = sa.text("daily IS NOT NULL")
    op.create_index(
        "ix_results_days",
        "results",
        [
            "player_id",
            "daily",
            "finished_at",
            "state",
            "moves",
            "played_ms",
            "undos",
            "hints",
            "odds",
        ],
        sqlite_where=is_daily,
        postgresql_where=is_daily,
    )
    op.create_index(
        op.f("ix_results_guild_id_rules_id_state_finished_at"),
        "results",
        ["guild_id", "rules_id", "state", "finished_at"],
    )
    op.drop_index(op.f("ix_results_guild_id_rules_id"), "results")


def downgrade() -> None:
    """Restore the indexes as they were."""
    op.create_index(op.f("ix_results_guild_id_rules_id"), "results", ["guild_id", "rules_id"])
    op.drop_index(op.f("ix_results_guild_id_rules_id_state_finished_at"), "results")
    op.drop_index("ix_results_days", "results")
