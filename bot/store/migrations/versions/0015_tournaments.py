"""Tournaments, their set deals, and the games of these."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("announced_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.CheckConstraint("kind IN ('days', 'games')", name=op.f("ck_tournaments_kind")),
        sa.CheckConstraint("started_at < ends_at", name=op.f("ck_tournaments_ends_at")),
        sa.CheckConstraint(
            "ended_at IS NULL OR ended_at <= ends_at", name=op.f("ck_tournaments_ended_at")
        ),
        sa.CheckConstraint(
            "announced_at IS NULL OR ended_at IS NOT NULL",
            name=op.f("ck_tournaments_announced_at"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_tournaments_guild_id"),
        "tournaments",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    for columns in (["guild_id", "started_at"], ["announced_at", "ended_at"]):
        op.create_index(op.f(f"ix_tournaments_{'_'.join(columns)}"), "tournaments", columns)
    op.create_table(
        "tournament_deals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_deals")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_deals_tournament_id"),
        ),
        sa.UniqueConstraint(
            "tournament_id", "rules_id", name=op.f("uq_tournament_deals_tournament_id_rules_id")
        ),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_tournament_deals_deal_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tournament_games",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tournament_deal_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_tournament_games")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_tournament_games_game_id")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_deal_id"],
            ["tournament_deals.id"],
            name=op.f("fk_tournament_games_tournament_deal_id"),
        ),
    )
    op.create_index(
        op.f("ix_tournament_games_tournament_deal_id"), "tournament_games", ["tournament_deal_id"]
    )


def downgrade() -> None:
    """Refuse: tournaments are part of players' history."""
    raise NotImplementedError("Tournaments are not dropped.")
