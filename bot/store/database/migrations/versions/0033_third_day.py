"""Ghosts, graded deals, and compressed logs of finished games."""

from __future__ import annotations

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

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
    _compress_logs()
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


def _compress_logs() -> None:
    """Compress the logs of finished games, some thousand at a time."""
    connection, last = op.get_bind(), 0
    finished = sa.and_(_GAMES.c.finished_at.is_not(None), _GAMES.c.log != "")
    query = sa.select(_GAMES.c.id, _GAMES.c.log).where(finished).order_by(_GAMES.c.id)
    statement = (
        sa.update(_GAMES)
        .where(_GAMES.c.id == sa.bindparam("of_game"))
        .values(log="", finished_log=sa.bindparam("compressed"))
    )
    while page := connection.execute(query.where(_GAMES.c.id > last).limit(_PAGE)).all():
        last = page[-1].id
        rows = [{"of_game": game.id, "compressed": _compressed(game.log)} for game in page]
        connection.execute(statement, rows)


def _compressed(log: str) -> bytes:
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS)
    return deflate.compress(log.encode()) + deflate.flush()
