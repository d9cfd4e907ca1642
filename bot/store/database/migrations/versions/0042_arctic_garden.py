"""Arctic Garden by its id of today alone."""

from __future__ import annotations

from alembic import op

revision = "0042_arctic_garden"
down_revision = "0041_votes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the game where it has its former id; deals found ahead are found anew."""
    for table in ("games", "results", "contest_deals"):
        op.execute(
            f"UPDATE {table} SET rules_id = replace(rules_id, 'artic-', 'arctic-') "  # noqa: S608
            "WHERE rules_id LIKE 'artic-garden%'"
        )
    op.execute("DELETE FROM winnable_deals WHERE rules_id LIKE 'artic-garden%'")
