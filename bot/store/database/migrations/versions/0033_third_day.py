"""Ghosts, graded deals, and compressed logs of finished games."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_Change: TypeAlias = Callable[[str | None, bytes | None], tuple[str | None, bytes | None]]
_PAGE = 10_000
"""How many games are read at once."""
_GAMES = sa.table(
    "games",
    sa.column("id", sa.BigInteger()),
    sa.column("finished_at", sa.BigInteger()),
    sa.column("log", sa.Text()),
    sa.column("finished_log", sa.LargeBinary()),
)


def upgrade() -> None:
    """Add the columns, and compress the logs."""
    op.add_column("games", sa.Column("grade", sa.Text(), nullable=True))
    op.add_column("games", sa.Column("ghost_id", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("finished_log", sa.LargeBinary(), nullable=True))
    finished = sa.and_(_GAMES.c.finished_at.is_not(None), _GAMES.c.log != "")
    _change_logs(finished, lambda log, _: ("", _compressed(log or "")))
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "ALTER TABLE games SET (autovacuum_vacuum_scale_factor = 0, "
            "autovacuum_vacuum_threshold = 500)"
        )
    op.drop_index("ix_games_guild_id_player_id", "games")
    is_shared = sa.text("player_id < 0")
    op.create_index(
        "ix_games_shared",
        "games",
        ["guild_id"],
        sqlite_where=is_shared,
        postgresql_where=is_shared,
    )


def downgrade() -> None:
    """Write the logs out again, and drop the columns."""
    op.drop_index("ix_games_shared", "games")
    op.create_index("ix_games_guild_id_player_id", "games", ["guild_id", "player_id"])
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            "ALTER TABLE games RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)"
        )
    finished = _GAMES.c.finished_log.is_not(None)
    _change_logs(finished, lambda _, compressed: (_decompressed(compressed), None))
    for name in ("finished_log", "ghost_id", "grade"):
        op.drop_column("games", name)


def _compressed(log: str) -> bytes:
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS)
    return deflate.compress(log.encode()) + deflate.flush()


def _decompressed(compressed: bytes | None) -> str:
    return zlib.decompress(compressed or b"", -zlib.MAX_WBITS).decode()


def _change_logs(condition: sa.ColumnElement[bool], change: _Change) -> None:
    """Change the logs of the games that meet a condition, some thousand at a time."""
    connection, last = op.get_bind(), 0
    query = sa.select(_GAMES.c.id, _GAMES.c.log, _GAMES.c.finished_log).where(condition)
    changed = (
        sa.update(_GAMES)
        .where(_GAMES.c.id == sa.bindparam("of_game"))
        .values(log=sa.bindparam("text"), finished_log=sa.bindparam("compressed"))
    )
    while page := connection.execute(
        query.where(_GAMES.c.id > last).order_by(_GAMES.c.id).limit(_PAGE)
    ).all():
        last = page[-1].id
        rows = []
        for game in page:
            text, compressed = change(game.log, game.finished_log)
            rows.append({"of_game": game.id, "text": text, "compressed": compressed})
        connection.execute(changed, rows)
