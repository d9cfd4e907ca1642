"""A result says for which deal of a contest it counts, and whether it came in time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045_counted_results"
down_revision = "0044_day_messages"
branch_labels = None
depends_on = None

_OF_DAYS = """
    UPDATE results
    SET contest_deal_id = (SELECT contest_deal_id FROM games WHERE games.id = results.game_id)
    WHERE daily IS NOT NULL OR extra_day IS NOT NULL
"""
_FIRST_OF_OTHERS = """
    UPDATE results
    SET contest_deal_id = (SELECT contest_deal_id FROM games WHERE games.id = results.game_id)
    WHERE game_id IN (
        SELECT game_id FROM (
            SELECT results.game_id, ROW_NUMBER() OVER (
                PARTITION BY games.contest_deal_id, results.player_id
                ORDER BY results.finished_at, results.game_id
            ) AS number
            FROM results
            JOIN games ON games.id = results.game_id
            JOIN contest_deals ON contest_deals.id = games.contest_deal_id
            JOIN contests ON contests.id = contest_deals.contest_id
            WHERE contests.kind <> 'day'
        ) AS ordered WHERE number = 1
    )
"""
_IN_TIME = """
    UPDATE results SET in_time = true
    WHERE contest_deal_id IS NOT NULL AND EXISTS (
        SELECT 1 FROM contest_deals JOIN contests ON contests.id = contest_deals.contest_id
        WHERE contest_deals.id = results.contest_deal_id
        AND (contests.ends_at IS NULL OR results.finished_at < contests.ends_at)
    )
"""
_ENDS_OF_TOURNAMENTS = """
    INSERT INTO due (kind, subject, part, due_at, next_at, guild_id, version, failures)
    SELECT 'tournament', id, '', ends_at, ends_at, guild_id, 0, 0 FROM contests
    WHERE kind IN ('days', 'games') AND announced_at IS NULL
"""
_COVERED = ("player_id", "contest_deal_id", "in_time", "finished_at", "state", "moves", "played_ms")


def upgrade() -> None:
    """Carry the days of results over to their contests, and drop them."""
    op.add_column("results", sa.Column("contest_deal_id", sa.BigInteger(), nullable=True))
    in_time: sa.Column[bool] = sa.Column(
        "in_time", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("results", in_time)
    for statement in (_OF_DAYS, _FIRST_OF_OTHERS, _IN_TIME):
        op.execute(statement)
    op.execute(_ENDS_OF_TOURNAMENTS)
    op.drop_index("ix_results_days", "results")
    op.drop_index(op.f("ix_results_extra_day_extra_slot_player_id"), "results")
    # SQLite copies the table, and finds no check in it.
    check = sa.CheckConstraint("state IN ('won', 'given up')", name=op.f("ck_results_state"))
    with op.batch_alter_table("results", table_args=(check,)) as batch:
        batch.drop_constraint(op.f("uq_results_daily_player_id"), type_="unique")
        for column in ("daily", "extra_day", "extra_slot"):
            batch.drop_column(column)
        batch.create_unique_constraint(
            op.f("uq_results_contest_deal_id_player_id"), ["contest_deal_id", "player_id"]
        )
        batch.create_foreign_key(
            op.f("fk_results_contest_deal_id"), "contest_deals", ["contest_deal_id"], ["id"]
        )
    op.create_index(
        "ix_results_contests",
        "results",
        [*_COVERED, "undos", "hints", "odds"],
        sqlite_where=sa.text("contest_deal_id IS NOT NULL"),
        postgresql_where=sa.text("contest_deal_id IS NOT NULL"),
    )
