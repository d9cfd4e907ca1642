"""Indexes for deals dealt again, and for what a server that is gone leaves behind."""

from __future__ import annotations

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the indexes."""
    op.create_index(
        op.f("ix_games_player_id_rules_id_deal_number"),
        "games",
        ["player_id", "rules_id", "deal_number"],
    )
    op.create_index(op.f("ix_live_boards_guild_id"), "live_boards", ["guild_id"])
