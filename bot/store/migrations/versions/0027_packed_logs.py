"""The moves of a game in its own row."""

from __future__ import annotations

import re
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


_FUNCTION = """
CREATE FUNCTION refuse_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A newer Patience keeps moves elsewhere; stop this one.';
END $$
"""
_TRIGGER = """
CREATE TRIGGER refuse_actions BEFORE INSERT ON actions EXECUTE FUNCTION refuse_actions()
"""

_ACTION = re.compile("([^A-Z]+)([A-Z]+)")
_PAGE = 500


def upgrade() -> None:
    """Add the column, which stays empty until a game's moves are packed into it.

    Of an index that would change with every move, nothing is left: without one, PostgreSQL writes
    the next version of a row beside the one before, and no index at all.

    A process of an earlier version that still runs on PostgreSQL can save no move from here on. It
    would save it where nobody looks any more, and no later one would fit.
    """
    op.add_column("games", sa.Column("log", sa.Text()))
    games = sa.table("games", sa.column("version", sa.Integer), sa.column("log", sa.Text))
    op.execute(sa.update(games).where(games.c.version == 0).values(log=""))
    op.drop_index("ix_games_player_id_updated_at", "games")
    op.create_index(op.f("ix_games_player_id_finished_at"), "games", ["player_id", "finished_at"])
    if op.get_context().dialect.name == "postgresql":
        op.execute(_FUNCTION)
        op.execute(_TRIGGER)


def downgrade() -> None:
    """Unpack the moves, and drop the column."""
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP TRIGGER refuse_actions ON actions")
        op.execute("DROP FUNCTION refuse_actions")
    _unpack()
    op.drop_index("ix_games_player_id_finished_at", "games")
    op.create_index(op.f("ix_games_player_id_updated_at"), "games", ["player_id", "updated_at"])
    op.drop_column("games", "log")


def _unpack() -> None:
    """Store a row an action, as earlier versions did."""
    connection, last = op.get_bind(), 0
    games = sa.table("games", *map(sa.column, ("id", "created_at", "log")))
    actions = sa.table("actions", *map(sa.column, ("game_id", "version", "text", "at")))
    packed = sa.select(games).where(games.c.log != "").order_by(games.c.id).limit(_PAGE)
    while page := connection.execute(packed.where(games.c.id > last)).all():
        last = page[-1].id
        connection.execute(sa.insert(actions), [row for game in page for row in _rows_of(*game)])


def _rows_of(game_id: int, at: int, log: str) -> Iterator[dict[str, int | str]]:
    for version, match in enumerate(_ACTION.finditer(log), 1):
        passed = 0
        for digit in match[2]:
            passed = passed * 26 + ord(digit) - ord("A")
        at += passed
        yield {"game_id": game_id, "version": version, "text": match[1], "at": at}
