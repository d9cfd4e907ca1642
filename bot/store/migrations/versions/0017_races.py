"""Races for many, and how many cards are on a game's foundations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_FIGURES = ("foundation_count", "moves", "undos", "hints", "odds")


def upgrade() -> None:
    """Add the column and the tables."""
    # Added in place: batch mode would copy the table in SQLite.
    op.add_column("games", sa.Column("foundation_count", sa.Integer(), nullable=True))
    op.create_table(
        "races",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("time_limit_ms", sa.BigInteger(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("announced_at", sa.BigInteger()),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_races")),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'closed')", name=op.f("ck_races_state")
        ),
        sa.CheckConstraint(
            "(deal_number IS NOT NULL) = (state IN ('running', 'finished'))",
            name=op.f("ck_races_deal_number"),
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (state IN ('open', 'running'))", name=op.f("ck_races_ended_at")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_races_channel_id"),
        "races",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(op.f("ix_races_state_deadline"), "races", ["state", "deadline"])
    op.create_index(op.f("ix_races_announced_at_state"), "races", ["announced_at", "state"])
    op.create_table(
        "racers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("race_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("outcome", sa.Text()),
        *(sa.Column(name, sa.Integer()) for name in _FIGURES),
        sa.Column("finished_at", sa.BigInteger()),
        sa.Column("place", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_racers")),
        sa.ForeignKeyConstraint(["race_id"], ["races.id"], name=op.f("fk_racers_race_id_races")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_racers_game_id_games")),
        sa.UniqueConstraint("game_id", name=op.f("uq_racers_game_id")),
        sa.CheckConstraint(
            "outcome IN ('won', 'unfinished', 'given up', 'left')",
            name=op.f("ck_racers_outcome"),
        ),
        *(
            sa.CheckConstraint(
                f"({name} IS NOT NULL) = (outcome IS NOT NULL)", name=op.f(f"ck_racers_{name}")
            )
            for name in _FIGURES
        ),
        sa.CheckConstraint(
            "(finished_at IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'unfinished')",
            name=op.f("ck_racers_finished_at"),
        ),
        sa.CheckConstraint(
            "place IS NULL OR (place >= 1 AND outcome IS NOT NULL)",
            name=op.f("ck_racers_place"),
        ),
        sa.CheckConstraint("player_id <> 0 OR game_id IS NULL", name=op.f("ck_racers_game_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_racers_race_id_player_id"),
        "racers",
        ["race_id", "player_id"],
        unique=True,
        sqlite_where=sa.text("player_id <> 0"),
        postgresql_where=sa.text("player_id <> 0"),
    )
    op.create_index(op.f("ix_racers_race_id"), "racers", ["race_id"])
    op.create_index(op.f("ix_racers_player_id"), "racers", ["player_id"])


def downgrade() -> None:
    """Refuse: races are part of players' history."""
    raise NotImplementedError("Races are not dropped.")
