"""Results of finished games, and the day of daily games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_FINISHED = """
    INSERT INTO results (
        game_id, player_id, game, number, guild_id, outcome, moves, played_ms, undos, hints,
        winnable, started_at, finished_at
    )
    SELECT
        id, player_id, game, number, guild_id, outcome, moves, played_ms,
        (SELECT count(*) FROM actions WHERE game_id = games.id AND action = 'undo'), hints,
        winnable, created_at, finished_at
    FROM games WHERE finished_at IS NOT NULL
"""


def upgrade() -> None:
    """Add the results, with a row for every game already finished."""
    op.add_column("games", sa.Column("day", sa.Date()))
    op.create_index(op.f("ix_games_guild_id_player_id"), "games", ["guild_id", "player_id"])
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("winnable", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("daily", sa.Date()),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id")),
        sa.UniqueConstraint("daily", "player_id", name=op.f("uq_results_daily_player_id")),
        sa.CheckConstraint("outcome IN ('won', 'given up')", name=op.f("ck_results_outcome")),
    )
    op.create_index(
        op.f("ix_results_player_id_finished_at"), "results", ["player_id", "finished_at"]
    )
    op.create_index(op.f("ix_results_guild_id_game"), "results", ["guild_id", "game"])
    op.execute(_FINISHED)


def downgrade() -> None:
    """Refuse: streaks are counted from the results."""
    raise NotImplementedError("Results are not dropped.")
