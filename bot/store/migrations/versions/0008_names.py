"""Names: columns as in the code, active games, preferences, and the values renamed with them."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_COLUMNS: Final = {
    "games": {"game": "rules_id", "number": "deal_number", "outcome": "state"},
    "actions": {"n": "version", "action": "text"},
    "results": {"game": "rules_id", "number": "deal_number", "outcome": "state"},
    "daily_deals": {"game": "rules_id", "number": "deal_number"},
    "winnable_deals": {"game": "rules_id", "number": "deal_number"},
    "challenges": {
        "game": "rules_id",
        "number": "deal_number",
        "lasts_ms": "time_limit_ms",
        "asked_at": "created_at",
        "challenger_game": "challenger_game_id",
        "opponent_game": "opponent_game_id",
        "told_at": "announced_at",
    },
}
_RACED: Final = "state IN ('running', 'finished')"
_CHECKS: Final = {
    "games": {
        "number": ("deal_number", "deal_number >= 1"),
        "outcome": ("state", "state IN ('playing', 'stuck', 'won', 'given up')"),
    },
    "actions": {
        "n": ("version", "version >= 1"),
        "action": ("text", "length(text) BETWEEN 1 AND 16"),
    },
    "results": {"outcome": ("state", "state IN ('won', 'given up')")},
    "daily_deals": {"number": ("deal_number", "deal_number >= 1")},
    "winnable_deals": {"number": ("deal_number", "deal_number >= 1")},
    "challenges": {
        "number": (
            "deal_number",
            f"(deal_number IS NOT NULL) = ({_RACED})",
        ),
        "challenger_game": (
            "challenger_game_id",
            f"(challenger_game_id IS NOT NULL) = ({_RACED} AND challenger_id <> 0)",
        ),
        "opponent_game": (
            "opponent_game_id",
            f"(opponent_game_id IS NOT NULL) = ({_RACED} AND opponent_id <> 0)",
        ),
        "gone": (
            "deleted_player",
            "state = 'finished' OR (challenger_id <> 0 AND opponent_id <> 0)",
        ),
    },
}
_OPTIONS: Final = {
    "games": {"sqlite_autoincrement": True},
    "challenges": {"sqlite_autoincrement": True},
    "actions": {"sqlite_with_rowid": False},
}
_INDEXES: Final = (
    ("results", ["guild_id", "game"], ["guild_id", "rules_id"]),
    ("challenges", ["told_at", "state"], ["announced_at", "state"]),
)
_ENDINGS: Final = {"left": "forfeit", "silence": "no moves"}
_STATES: Final = "'pending', 'declined', 'withdrawn', 'expired', 'running', 'finished'"
_PREFERENCES: Final = {
    "plays_safe": "autoplay",
    "confirms": "confirm_give_up",
    "public": "boards_are_public",
}


def upgrade() -> None:
    """Rename columns, constraints, indexes and tables, and the values that changed names."""
    for table, columns in _COLUMNS.items():
        # Both databases also rename the column in checks and indexes.
        for old, new in columns.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for table, old_columns, new_columns in _INDEXES:
        op.drop_index(op.f(f"ix_{table}_{'_'.join(old_columns)}"), table)
        op.create_index(op.f(f"ix_{table}_{'_'.join(new_columns)}"), table, new_columns)
    _rename_pending()
    for table, checks in _CHECKS.items():
        # SQLite cannot change constraints: there the table is copied.
        with op.batch_alter_table(table, table_kwargs=_OPTIONS.get(table, {})) as batch:
            for old, (new, condition) in checks.items():
                batch.drop_constraint(op.f(f"ck_{table}_{old}"), type_="check")
                batch.create_check_constraint(op.f(f"ck_{table}_{new}"), condition)
            if table == "challenges":
                _rename_game_keys(batch)
    _rename_seats()
    for owner in ("player", "guild"):
        _rename_preferences(owner)
    for table, columns in _COLUMNS.items():
        if "game" in columns:
            _replace(table, "rules_id", "artic-garden", "arctic-garden")
    for old, new in _ENDINGS.items():
        _replace("challenges", "ending", old, new)


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *(sa.column(column) for column in columns))


def _replace(table: str, column: str, old: str, new: str) -> None:
    """Replace a value in a column."""
    rows = _table(table, column)
    op.execute(rows.update().where(rows.c[column] == old).values({column: new}))


def _rename_pending() -> None:
    """Rename the state of challenges that await an answer, which two checks and an index name."""
    index, columns = "ix_challenges_challenger_id_opponent_id", ["challenger_id", "opponent_id"]
    op.drop_index(op.f(index), "challenges")
    options = _OPTIONS["challenges"]
    with op.batch_alter_table("challenges", table_kwargs=options) as batch:
        batch.drop_constraint(op.f("ck_challenges_state"), type_="check")
        batch.drop_constraint(op.f("ck_challenges_ended_at"), type_="check")
    _replace("challenges", "state", "asked", "pending")
    with op.batch_alter_table("challenges", table_kwargs=options) as batch:
        batch.create_check_constraint(op.f("ck_challenges_state"), f"state IN ({_STATES})")
        batch.create_check_constraint(
            op.f("ck_challenges_ended_at"), "(ended_at IS NULL) = (state IN ('pending', 'running'))"
        )
    is_open = sa.text("state IN ('pending', 'running')")
    op.create_index(
        op.f(index),
        "challenges",
        columns,
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def _rename_game_keys(batch: BatchOperations) -> None:
    for side in ("challenger", "opponent"):
        old, new = f"challenges_{side}_game", f"challenges_{side}_game_id"
        batch.drop_constraint(op.f(f"fk_{old}"), type_="foreignkey")
        batch.drop_constraint(op.f(f"uq_{old}"), type_="unique")
        batch.create_foreign_key(op.f(f"fk_{new}"), "games", [f"{side}_game_id"], ["id"])
        batch.create_unique_constraint(op.f(f"uq_{new}"), [f"{side}_game_id"])


def _rename_seats() -> None:
    op.create_table(
        "active_games",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_active_games")),
        sa.ForeignKeyConstraint(
            ["game_id", "player_id"],
            ["games.id", "games.player_id"],
            name=op.f("fk_active_games_game_id_player_id"),
        ),
        sa.UniqueConstraint("game_id", name=op.f("uq_active_games_game_id")),
    )
    op.execute("INSERT INTO active_games (player_id, game_id) SELECT player_id, game_id FROM seats")
    op.drop_table("seats")


def _rename_preferences(owner: str) -> None:
    old, new, key = f"{owner}_choices", f"{owner}_preferences", f"{owner}_id"
    op.create_table(
        new,
        sa.Column(key, sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(key, "name", name=op.f(f"pk_{new}")),
    )
    columns = (key, "name", "value")
    chosen = _table(old, *columns).c
    name = sa.case(
        (
            chosen.name.startswith("listed:"),
            sa.literal("visible:") + sa.func.substr(chosen.name, len("listed:") + 1),
        ),
        *((chosen.name == name, sa.literal(renamed)) for name, renamed in _PREFERENCES.items()),
        else_=chosen.name,
    )
    copied = sa.select(chosen[key], name, chosen.value)
    op.execute(_table(new, *columns).insert().from_select(columns, copied))
    op.drop_table(old)
    if owner == "player":
        op.create_index(op.f(f"ix_{new}_name"), new, ["name"])


def downgrade() -> None:
    """Refuse: earlier versions open their own copy of the database."""
    raise NotImplementedError("Names are not changed back; open the copy made before migrating.")
