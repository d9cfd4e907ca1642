"""Races outlive deleted players: 0 stands for the player, NULL for their game."""

from __future__ import annotations

from typing import Final

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_OTHER: Final = {
    "challenger_game": (
        "(challenger_game IS NOT NULL) = (state IN ('running', 'finished') AND challenger_id <> 0)"
    ),
    "opponent_game": (
        "(opponent_game IS NOT NULL) = (state IN ('running', 'finished') AND opponent_id <> 0)"
    ),
}
_NEW: Final = {"gone": "state = 'finished' OR (challenger_id <> 0 AND opponent_id <> 0)"}


def upgrade() -> None:
    """Allow races of deleted players."""
    # SQLite cannot change constraints: there the table is copied.
    with op.batch_alter_table(
        "challenges", table_kwargs={"sqlite_autoincrement": True}
    ) as challenges:
        for name in _OTHER:
            challenges.drop_constraint(op.f(f"ck_challenges_{name}"), type_="check")
        for name, check in (_OTHER | _NEW).items():
            challenges.create_check_constraint(op.f(f"ck_challenges_{name}"), check)


def downgrade() -> None:
    """Refuse: deleted players cannot be restored."""
    raise NotImplementedError("Deleted players cannot be restored.")
