"""Challenges and races."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of challenges."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("lasts_ms", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger()),
        sa.Column("challenger_game", sa.BigInteger()),
        sa.Column("opponent_game", sa.BigInteger()),
        sa.Column("ending", sa.Text()),
        sa.Column("winner_id", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("told_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sa.ForeignKeyConstraint(
            ["challenger_game"], ["games.id"], name=op.f("fk_challenges_challenger_game")
        ),
        sa.ForeignKeyConstraint(
            ["opponent_game"], ["games.id"], name=op.f("fk_challenges_opponent_game")
        ),
        sa.UniqueConstraint("challenger_game", name=op.f("uq_challenges_challenger_game")),
        sa.UniqueConstraint("opponent_game", name=op.f("uq_challenges_opponent_game")),
        sa.CheckConstraint("challenger_id <> opponent_id", name=op.f("ck_challenges_opponent_id")),
        sa.CheckConstraint(
            "guild_id IS NULL OR channel_id IS NOT NULL", name=op.f("ck_challenges_guild_id")
        ),
        sa.CheckConstraint(
            "state IN ('asked', 'declined', 'withdrawn', 'expired', 'running', 'finished')",
            name=op.f("ck_challenges_state"),
        ),
        sa.CheckConstraint(
            "(number IS NOT NULL) = (state IN ('running', 'finished'))",
            name=op.f("ck_challenges_number"),
        ),
        sa.CheckConstraint(
            "(challenger_game IS NOT NULL) = (state IN ('running', 'finished'))",
            name=op.f("ck_challenges_challenger_game"),
        ),
        sa.CheckConstraint(
            "(opponent_game IS NOT NULL) = (state IN ('running', 'finished'))",
            name=op.f("ck_challenges_opponent_game"),
        ),
        sa.CheckConstraint(
            "(ending IS NOT NULL) = (state = 'finished')", name=op.f("ck_challenges_ending")
        ),
        sa.CheckConstraint(
            "winner_id IS NULL OR "
            "(state = 'finished' AND winner_id IN (challenger_id, opponent_id))",
            name=op.f("ck_challenges_winner_id"),
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (state IN ('asked', 'running'))",
            name=op.f("ck_challenges_ended_at"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_challenges_challenger_id_opponent_id"),
        "challenges",
        ["challenger_id", "opponent_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('asked', 'running')"),
        postgresql_where=sa.text("state IN ('asked', 'running')"),
    )
    for columns in (
        ["challenger_id", "state"],
        ["opponent_id", "state"],
        ["state", "deadline"],
        ["told_at", "state"],
    ):
        op.create_index(op.f(f"ix_challenges_{'_'.join(columns)}"), "challenges", columns)


def downgrade() -> None:
    """Refuse: races are part of players' history."""
    raise NotImplementedError("Races are not dropped.")
