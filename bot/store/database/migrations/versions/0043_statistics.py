"""Statistics and leaderboards read results alone, by indexes that have all they ask for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0043_statistics"
down_revision = "0042_arctic_garden"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the sums, and create the indexes."""
    for table in ("guild_tallies", "daily_totals"):
        op.drop_table(table)
    for index in (
        "ix_results_player_id_finished_at",
        "ix_results_player_id_rules_id_deal_number",
        "ix_results_guild_wins",
    ):
        op.drop_index(index, "results")
    op.create_index(
        "ix_results_players",
        "results",
        [
            "player_id",
            "rules_id",
            "deal_number",
            "finished_at",
            "game_id",
            "state",
            "moves",
            "played_ms",
            "undos",
            "hints",
            "odds",
        ],
    )
    is_of_guild = sa.text("guild_id IS NOT NULL")
    for name, columns in (
        ("games", ["rules_id", "finished_at"]),
        ("players", ["player_id", "rules_id"]),
    ):
        op.create_index(
            f"ix_results_guild_{name}",
            "results",
            ["guild_id", *columns, "state", "moves", "undos"],
            sqlite_where=is_of_guild,
            postgresql_where=is_of_guild,
        )
