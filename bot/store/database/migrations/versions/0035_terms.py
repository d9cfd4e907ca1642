"""The terms of races in one column; games race no earlier wins any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035_terms"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Put the time limit and whether hints are allowed together, and drop the ghosts of games."""
    op.drop_column("games", "ghost_id")
    op.execute("DELETE FROM player_preferences WHERE name = 'may_be_raced'")
    op.add_column("races", sa.Column("terms", sa.Text(), nullable=True))
    op.execute("""
        UPDATE races SET terms = '{"time_limit":' || time_limit_ms || ',"hints":'
            || CASE WHEN hints THEN 'true' ELSE 'false' END || '}'
    """)
    with op.batch_alter_table("races") as batch:
        batch.alter_column("terms", existing_type=sa.Text(), nullable=False)
        batch.drop_column("time_limit_ms")
        batch.drop_column("hints")
