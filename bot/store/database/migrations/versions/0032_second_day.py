"""Games that are practised, and what else came after the first day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_NOT_CLEARED = {"golf": 17, "relaxed-golf": 17, "tri-peaks": 24, "pyramid-relaxed": 24}
"""How many cards of a game can come to the foundation without being cleared from the tableau."""
_GAMES = sa.table("games", sa.column("id"), sa.column("foundation_count", sa.Integer()))
_RACES = sa.table("races", sa.column("id"), sa.column("rules_id"))
_RACERS = sa.table(
    "racers",
    sa.column("race_id"),
    sa.column("game_id"),
    sa.column("foundation_count", sa.Integer()),
)


def upgrade() -> None:
    """Add the columns."""
    op.add_column("races", sa.Column("told_at", sa.BigInteger(), nullable=True))
    column: sa.Column[bool] = sa.Column(
        "practice", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("games", column)
    # The progress of games that are won by an empty tableau counted what the stock had dealt. How
    # many cards that was only replaying tells, so that each keeps what it is sure to have cleared.
    # Nobody asks for that of games that are not raced.
    for rules_id, cards in _NOT_CLEARED.items():
        raced = _RACERS.c.race_id.in_(sa.select(_RACES.c.id).where(_RACES.c.rules_id == rules_id))
        own = sa.select(_RACERS.c.game_id).where(raced)
        for table, is_raced in ((_GAMES, _GAMES.c.id.in_(own)), (_RACERS, raced)):
            count = table.c.foundation_count
            least = sa.case((count > cards, count - cards), else_=0)
            statement = sa.update(table).where(is_raced, count.is_not(None))
            op.execute(statement.values(foundation_count=least))


def downgrade() -> None:
    """Drop the columns."""
    op.drop_column("races", "told_at")
    op.drop_column("games", "practice")
