"""Games, their logs, and each player's active game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("id", "player_id", name=op.f("uq_games_id_player_id")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_games_number")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_games_version")),
        sa.CheckConstraint("moves >= 0 AND moves <= version", name=op.f("ck_games_moves")),
        sa.CheckConstraint("played_ms >= 0", name=op.f("ck_games_played_ms")),
        sa.CheckConstraint(
            "outcome IN ('playing', 'stuck', 'won', 'given up')", name=op.f("ck_games_outcome")
        ),
        sa.CheckConstraint(
            "(finished_at IS NOT NULL) = (outcome IN ('won', 'given up'))",
            name=op.f("ck_games_finished_at"),
        ),
        sa.CheckConstraint(
            "guild_id IS NULL OR channel_id IS NOT NULL", name=op.f("ck_games_guild_id")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_games_player_id_updated_at"), "games", ["player_id", "updated_at"])
    op.create_table(
        "actions",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_actions")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_actions_game_id")),
        sa.CheckConstraint("n >= 1", name=op.f("ck_actions_n")),
        sa.CheckConstraint("length(action) BETWEEN 1 AND 16", name=op.f("ck_actions_action")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_seats")),
        sa.ForeignKeyConstraint(
            ["game_id", "player_id"],
            ["games.id", "games.player_id"],
            name=op.f("fk_seats_game_id_player_id"),
        ),
        sa.UniqueConstraint("game_id", name=op.f("uq_seats_game_id")),
    )


def downgrade() -> None:
    """Refuse: it would delete games."""
    raise NotImplementedError("The first tables hold games and are not dropped.")
