"""Every game's moves in its own row."""

from __future__ import annotations

import re
import zlib
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0047_logs"
down_revision = "0046_outbox"
branch_labels = None
depends_on = None

_PAGE = 1000
"""How many games are packed at once."""
_TEXT = re.compile(r"[a-z0-9*+\- ]{1,16}")
_NEXT = sa.text("SELECT id FROM games WHERE log IS NULL AND id > :after ORDER BY id LIMIT :most")
_ROWS = sa.text("""
    SELECT game_id, created_at, finished_at, text, at
    FROM actions JOIN games ON games.id = game_id
    WHERE log IS NULL AND game_id > :after AND game_id <= :last ORDER BY game_id, actions.version
""")
_PACK = sa.text("UPDATE games SET log = :log, finished_log = :compressed WHERE id = :id")


def upgrade() -> None:
    """Pack the moves that have a row each, and drop the table of these."""
    connection, after = op.get_bind(), 0
    while ids := connection.execute(_NEXT, {"after": after, "most": _PAGE}).scalars().all():
        rows = connection.execute(_ROWS, {"after": after, "last": ids[-1]}).all()
        packed = [_packed([*of_game]) for _, of_game in groupby(rows, lambda row: row.game_id)]
        if packed:
            connection.execute(_PACK, packed)
        after = ids[-1]
    op.execute("UPDATE games SET log = '' WHERE log IS NULL")
    op.drop_table("actions")
    if op.get_context().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_actions()")


def _packed(rows: list[sa.Row[tuple[int, int, int | None, str, int]]]) -> dict[str, object]:
    """The columns of a game with these actions, up to one that is none."""
    before, log = rows[0].created_at, ""
    for row in rows:
        if not _TEXT.fullmatch(row.text):
            break
        log += row.text + _digits(max(row.at - before, 0))
        before = max(before, row.at)
    if rows[0].finished_at is None:
        return {"id": rows[0].game_id, "log": log, "compressed": None}
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS)
    compressed = deflate.compress(log.encode()) + deflate.flush()
    return {"id": rows[0].game_id, "log": "", "compressed": compressed}


def _digits(milliseconds: int) -> str:
    """Milliseconds in base 26, with the digits A to Z."""
    left, digits = milliseconds, ""
    while left or not digits:
        left, digit = divmod(left, 26)
        digits = chr(ord("A") + digit) + digits
    return digits
