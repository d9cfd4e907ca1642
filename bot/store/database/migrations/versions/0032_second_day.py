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
    """Add the columns and the tables, and one message for each day of a server."""
    op.add_column("races", sa.Column("told_at", sa.BigInteger(), nullable=True))
    column: sa.Column[bool] = sa.Column(
        "practice", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("games", column)
    op.add_column("games", sa.Column("opening", sa.Text(), nullable=True))
    _create_shared_boards()
    op.create_table(
        "daily_messages",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("shown_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "day", name=op.f("pk_daily_messages")),
    )
    op.drop_table("daily_posts")
    op.drop_table("progress_posts")
    has_day = sa.text("day IS NOT NULL")
    op.create_index(
        "ix_games_days",
        "games",
        ["day", "guild_id"],
        sqlite_where=has_day,
        postgresql_where=has_day,
    )
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


def _create_shared_boards() -> None:
    op.create_table(
        "shared_boards",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("vote_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_boards")),
        sqlite_autoincrement=True,
    )
    for name in ("channel_id", "guild_id"):
        op.create_index(op.f(f"ix_shared_boards_{name}"), "shared_boards", [name])
    op.create_table(
        "shared_players",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("actions", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_shared_players")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_shared_players_player_id"), "shared_players", ["player_id"])
    op.create_table(
        "shared_votes",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("wish", sa.Text(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", "wish", name=op.f("pk_shared_votes")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_shared_votes_player_id"), "shared_votes", ["player_id"])
    op.create_table(
        "watched_games",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_watched_games_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_watched_games")),
    )
    op.create_index(op.f("ix_watched_games_guild_id"), "watched_games", ["guild_id"])
