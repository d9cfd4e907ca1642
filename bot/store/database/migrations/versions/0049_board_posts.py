"""What shows a game's board is a post like all else."""

from __future__ import annotations

from alembic import op

revision = "0049_board_posts"
down_revision = "0048_race_posts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move live boards to the posts."""
    op.execute(
        "INSERT INTO posts "
        "(kind, subject, part, channel_id, guild_id, player_id, message_id, shown, shown_at) "
        "SELECT 'board', game_id, '', live_boards.channel_id, live_boards.guild_id, player_id, "
        "message_id, '', updated_at FROM live_boards JOIN games ON games.id = game_id"
    )
    op.drop_table("live_boards")
