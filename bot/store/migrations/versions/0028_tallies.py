"""Results counted as they come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_IN_GUILD = sa.text("guild_id IS NOT NULL")
_IS_EXTRA = sa.text("extra_day IS NOT NULL")
_WON_IN_GUILD = sa.text("state = 'won' AND guild_id IS NOT NULL")
_DAY_BEGAN = {
    "sqlite": "CAST(strftime('%s', daily) AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM daily) AS BIGINT)",
}
_TOTALS = ("moves", "hints", "odds", "undos", "played_ms")


def upgrade() -> None:
    """Add the tables and count what there is; make indexes smaller, and find days by one."""
    op.create_table(
        "guild_players",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_guild_players")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guild_tallies",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "player_id", "rules_id", name=op.f("pk_guild_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_totals",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("unaided", sa.Integer(), nullable=False),
        sa.Column("perfect", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _TOTALS[:-1]),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_daily_totals")),
        sqlite_with_rowid=False,
    )
    _count()
    for table in ("guild_players", "guild_tallies"):
        op.create_index(op.f(f"ix_{table}_player_id"), table, ["player_id"])
    op.drop_index(op.f("ix_results_guild_id_rules_id_state_finished_at"), "results")
    op.create_index(
        "ix_results_guild_wins",
        "results",
        ["guild_id", "rules_id", "finished_at"],
        sqlite_where=_WON_IN_GUILD,
        postgresql_where=_WON_IN_GUILD,
    )
    op.create_index(
        "ix_results_guild_days",
        "results",
        ["guild_id", "finished_at", "state", "moves", "undos"],
        sqlite_where=_IN_GUILD,
        postgresql_where=_IN_GUILD,
    )
    op.drop_index(op.f("ix_results_extra_day_extra_slot_player_id"), "results")
    op.create_index(
        op.f("ix_results_extra_day_extra_slot_player_id"),
        "results",
        ["extra_day", "extra_slot", "player_id"],
        unique=True,
        sqlite_where=_IS_EXTRA,
        postgresql_where=_IS_EXTRA,
    )


def downgrade() -> None:
    """Drop the tables, and restore the indexes."""
    op.drop_index(op.f("ix_results_extra_day_extra_slot_player_id"), "results")
    op.create_index(
        op.f("ix_results_extra_day_extra_slot_player_id"),
        "results",
        ["extra_day", "extra_slot", "player_id"],
        unique=True,
    )
    op.drop_index("ix_results_guild_days", "results")
    op.drop_index("ix_results_guild_wins", "results")
    op.create_index(
        op.f("ix_results_guild_id_rules_id_state_finished_at"),
        "results",
        ["guild_id", "rules_id", "state", "finished_at"],
    )
    for table in ("daily_totals", "guild_tallies", "guild_players"):
        op.drop_table(table)


def _count() -> None:
    """Count all games and results, each as :mod:`bot.store.tallies` counts those to come."""
    op.execute(
        "INSERT INTO guild_players (guild_id, player_id)"
        " SELECT DISTINCT guild_id, player_id FROM games WHERE guild_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO guild_tallies (guild_id, player_id, rules_id, played, won)"
        " SELECT guild_id, player_id, rules_id, count(*), count(*) FILTER (WHERE state = 'won')"
        " FROM results"
        " WHERE guild_id IS NOT NULL AND (state = 'won' OR moves > 0 OR undos > 0)"
        " GROUP BY guild_id, player_id, rules_id"
    )
    sums = ", ".join(f"coalesce(sum({name}) FILTER (WHERE state = 'won'), 0)" for name in _TOTALS)
    unaided = "state = 'won' AND hints = 0 AND odds = 0"
    day_began = _DAY_BEGAN[op.get_bind().dialect.name]
    op.execute(
        "INSERT INTO daily_totals"  # noqa: S608  # no input
        f" (player_id, days, won, unaided, perfect, {', '.join(_TOTALS)})"
        " SELECT player_id, count(*), count(*) FILTER (WHERE state = 'won'),"
        f" count(*) FILTER (WHERE {unaided}), count(*) FILTER (WHERE {unaided} AND undos = 0),"
        f" {sums} FROM results"
        f" WHERE daily IS NOT NULL AND finished_at < {day_began} * 1000 + 86400000"
        " GROUP BY player_id"
    )
