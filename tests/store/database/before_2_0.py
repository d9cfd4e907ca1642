"""All tables, as the last version before 2.0 left them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.store.database.revisions import MIGRATIONS

REVISION = "0034"
"""At which it left them."""

_FUNCTION = """
CREATE FUNCTION refuse_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A newer Patience keeps moves elsewhere; stop this one.';
END $$
"""
_TRIGGER = """
CREATE TRIGGER refuse_actions BEFORE INSERT ON actions EXECUTE FUNCTION refuse_actions()
"""
_VACUUM = """
ALTER TABLE games
    SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)
"""


@asynccontextmanager
async def before_2_0(url: str) -> AsyncIterator[AsyncConnection]:
    """Create all tables in an empty database; a connection that fills them is committed."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_create)
        yield connection
    await engine.dispose()


def _create(connection: sa.Connection) -> None:
    context = MigrationContext.configure(connection)
    with Operations.context(context):
        _create_tables()
    context.stamp(ScriptDirectory(str(MIGRATIONS)), REVISION)


def _create_tables() -> None:
    """Create the tables; ``actions`` holds moves of earlier versions, and takes no new ones."""
    op.create_table(
        "careers",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("tally", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_careers")),
    )
    op.create_table(
        "channel_choices",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_channel_choices")),
    )
    op.create_index(op.f("ix_channel_choices_player_id"), "channel_choices", ["player_id"])
    op.create_table(
        "claims",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_claims")),
    )
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("chosen_at", sa.BigInteger(), nullable=False),
        sa.Column("goal", sa.Text(), nullable=True),
        sa.CheckConstraint("attempt >= 1", name=op.f("ck_daily_deals_attempt")),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_daily_deals_deal_number")),
        sa.CheckConstraint("par >= 1", name=op.f("ck_daily_deals_par")),
        sa.PrimaryKeyConstraint("day", "slot", name=op.f("pk_daily_deals")),
    )
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
    op.create_table(
        "daily_totals",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("unaided", sa.Integer(), nullable=False),
        sa.Column("perfect", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("odds", sa.Integer(), nullable=False),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_daily_totals")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("hints", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("winnable", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("odds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("slot", sa.Text(), nullable=True),
        sa.Column("foundation_count", sa.Integer(), nullable=True),
        sa.Column("log", sa.Text(), nullable=True),
        sa.Column("practice", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=True),
        sa.Column("grade", sa.Text(), nullable=True),
        sa.Column("ghost_id", sa.BigInteger(), nullable=True),
        sa.Column("finished_log", sa.LargeBinary(), nullable=True),
        sa.CheckConstraint(
            "(finished_at IS NOT NULL) = (state IN ('won', 'given up'))",
            name=op.f("ck_games_finished_at"),
        ),
        sa.CheckConstraint(
            "state IN ('playing', 'stuck', 'won', 'given up')", name=op.f("ck_games_state")
        ),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_games_deal_number")),
        sa.CheckConstraint(
            "guild_id IS NULL OR channel_id IS NOT NULL", name=op.f("ck_games_guild_id")
        ),
        sa.CheckConstraint("moves >= 0 AND moves <= version", name=op.f("ck_games_moves")),
        sa.CheckConstraint("played_ms >= 0", name=op.f("ck_games_played_ms")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_games_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("id", "player_id", name=op.f("uq_games_id_player_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_games_days",
        "games",
        ["day", "guild_id"],
        sqlite_where=sa.text("day IS NOT NULL"),
        postgresql_where=sa.text("day IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_games_player_id_finished_at"), "games", ["player_id", "finished_at"], unique=False
    )
    op.create_index(
        op.f("ix_games_player_id_rules_id_deal_number"),
        "games",
        ["player_id", "rules_id", "deal_number"],
    )
    op.create_index(
        "ix_games_shared",
        "games",
        ["guild_id"],
        sqlite_where=sa.text("player_id < 0"),
        postgresql_where=sa.text("player_id < 0"),
    )
    op.create_table(
        "guild_players",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_guild_players")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_guild_players_player_id"), "guild_players", ["player_id"], unique=False
    )
    op.create_table(
        "guild_preferences",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "name", name=op.f("pk_guild_preferences")),
    )
    op.create_table(
        "guild_tallies",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "player_id", "rules_id", name=op.f("pk_guild_tallies")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_guild_tallies_player_id"), "guild_tallies", ["player_id"], unique=False
    )
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guilds")),
    )
    op.create_table(
        "installation",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_installation")),
    )
    op.create_table(
        "last_seen",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("delete_on", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_last_seen")),
    )
    op.create_index(op.f("ix_last_seen_day"), "last_seen", ["day"])
    op.create_table(
        "outbox",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_outbox")),
    )
    op.create_index(op.f("ix_outbox_player_id"), "outbox", ["player_id"])
    op.create_index(op.f("ix_outbox_until"), "outbox", ["until"])
    op.create_table(
        "player_names",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_player_names")),
    )
    op.create_table(
        "player_preferences",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "name", name=op.f("pk_player_preferences")),
    )
    op.create_index(
        op.f("ix_player_preferences_name"), "player_preferences", ["name"], unique=False
    )
    op.create_table(
        "races",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("challenge_id", sa.BigInteger(), nullable=True),
        sa.Column("by_invitation", sa.Boolean(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("time_limit_ms", sa.BigInteger(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("announced_at", sa.BigInteger(), nullable=True),
        sa.Column("posted_version", sa.Integer(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=True),
        sa.Column("rated_at", sa.BigInteger(), nullable=True),
        sa.Column("pinged_at", sa.BigInteger(), nullable=True),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "(deal_number IS NOT NULL) = (state IN ('running', 'finished'))",
            name=op.f("ck_races_deal_number"),
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (state IN ('open', 'running'))", name=op.f("ck_races_ended_at")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'closed')", name=op.f("ck_races_state")
        ),
        sa.CheckConstraint(
            "guild_id IS NULL OR channel_id IS NOT NULL", name=op.f("ck_races_guild_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_races")),
        sa.UniqueConstraint("challenge_id", name=op.f("uq_races_challenge_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_races_announced_at_state"), "races", ["announced_at", "state"], unique=False
    )
    op.create_index(
        op.f("ix_races_channel_id"),
        "races",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("state = 'open' AND NOT by_invitation"),
        postgresql_where=sa.text("state = 'open' AND NOT by_invitation"),
    )
    op.create_index(
        op.f("ix_races_rated_at_state_ended_at"),
        "races",
        ["rated_at", "state", "ended_at"],
        unique=False,
    )
    op.create_index(op.f("ix_races_state_deadline"), "races", ["state", "deadline"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("races", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("race_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("races >= 1", name=op.f("ck_ratings_races")),
        sa.CheckConstraint("sigma > 0", name=op.f("ck_ratings_sigma")),
        sa.PrimaryKeyConstraint("player_id", "scope", "races", name=op.f("pk_ratings")),
        sa.UniqueConstraint(
            "race_id", "scope", "player_id", name=op.f("uq_ratings_race_id_scope_player_id")
        ),
    )
    op.create_index(
        op.f("ix_ratings_scope_player_id_races"),
        "ratings",
        ["scope", "player_id", "races"],
        unique=False,
    )
    op.create_table(
        "reminders",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("told_day", sa.Date(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('day', 'streak')", name=op.f("ck_reminders_kind")),
        sa.CheckConstraint("hour BETWEEN 0 AND 23", name=op.f("ck_reminders_hour")),
        sa.PrimaryKeyConstraint("player_id", "kind", name=op.f("pk_reminders")),
    )
    op.create_index(op.f("ix_reminders_due_at"), "reminders", ["due_at"], unique=False)
    op.create_table(
        "removed_guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_removed_guilds")),
    )
    op.create_table(
        "session_starts",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("bucket", sa.Integer(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "shard", "at", name=op.f("pk_session_starts")),
    )
    op.create_table(
        "shard_owners",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("is_draining", sa.Boolean(), nullable=False),
        sa.Column("has_successor", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("application_id", "shard", name=op.f("pk_shard_owners")),
    )
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
    op.create_index(op.f("ix_shared_boards_channel_id"), "shared_boards", ["channel_id"])
    op.create_index(op.f("ix_shared_boards_guild_id"), "shared_boards", ["guild_id"])
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
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("announced_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('days', 'games')", name=op.f("ck_tournaments_kind")),
        sa.CheckConstraint(
            "announced_at IS NULL OR ended_at IS NOT NULL", name=op.f("ck_tournaments_announced_at")
        ),
        sa.CheckConstraint(
            "ended_at IS NULL OR ended_at <= ends_at", name=op.f("ck_tournaments_ended_at")
        ),
        sa.CheckConstraint("started_at < ends_at", name=op.f("ck_tournaments_ends_at")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_tournaments_announced_at_ended_at"),
        "tournaments",
        ["announced_at", "ended_at"],
        unique=False,
    )
    op.create_index(
        op.f("ix_tournaments_guild_id"),
        "tournaments",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index(
        op.f("ix_tournaments_guild_id_started_at"),
        "tournaments",
        ["guild_id", "started_at"],
        unique=False,
    )
    op.create_table(
        "winnable_deals",
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("proven_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_winnable_deals_deal_number")),
        sa.PrimaryKeyConstraint("rules_id", "deal_number", name=op.f("pk_winnable_deals")),
    )
    op.create_table(
        "actions",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("length(text) BETWEEN 1 AND 16", name=op.f("ck_actions_text")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_actions_version")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_actions_game_id")),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_actions")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "active_games",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "player_id"],
            ["games.id", "games.player_id"],
            name=op.f("fk_active_games_game_id_player_id"),
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_active_games")),
        sa.UniqueConstraint("game_id", name=op.f("uq_active_games_game_id")),
    )
    op.create_table(
        "live_boards",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_live_boards_game_id_games")
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_live_boards")),
    )
    op.create_index(op.f("ix_live_boards_guild_id"), "live_boards", ["guild_id"])
    op.create_table(
        "racers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("race_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=True),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("foundation_count", sa.Integer(), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=True),
        sa.Column("undos", sa.Integer(), nullable=True),
        sa.Column("hints", sa.Integer(), nullable=True),
        sa.Column("odds", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "outcome IN ('won', 'unfinished', 'given up', 'left', 'declined')",
            name=op.f("ck_racers_outcome"),
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (outcome IS NULL)", name=op.f("ck_racers_ended_at")
        ),
        sa.CheckConstraint(
            "(hints IS NULL) = (foundation_count IS NULL)", name=op.f("ck_racers_hints")
        ),
        sa.CheckConstraint(
            "(moves IS NULL) = (foundation_count IS NULL)", name=op.f("ck_racers_moves")
        ),
        sa.CheckConstraint(
            "(odds IS NULL) = (foundation_count IS NULL)", name=op.f("ck_racers_odds")
        ),
        sa.CheckConstraint(
            "(started_at IS NULL) = (deadline IS NULL)", name=op.f("ck_racers_deadline")
        ),
        sa.CheckConstraint(
            "(undos IS NULL) = (foundation_count IS NULL)", name=op.f("ck_racers_undos")
        ),
        sa.CheckConstraint(
            "foundation_count IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)",
            name=op.f("ck_racers_foundation_count"),
        ),
        sa.CheckConstraint(
            "place IS NULL OR (place >= 1 AND outcome IS NOT NULL)", name=op.f("ck_racers_place")
        ),
        sa.CheckConstraint("player_id <> 0 OR game_id IS NULL", name=op.f("ck_racers_game_id")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_racers_game_id_games")),
        sa.ForeignKeyConstraint(["race_id"], ["races.id"], name=op.f("fk_racers_race_id_races")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_racers")),
        sa.UniqueConstraint("game_id", name=op.f("uq_racers_game_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_racers_player_id"), "racers", ["player_id"], unique=False)
    op.create_index(op.f("ix_racers_race_id"), "racers", ["race_id"], unique=False)
    op.create_index(
        op.f("ix_racers_race_id_player_id"),
        "racers",
        ["race_id", "player_id"],
        unique=True,
        sqlite_where=sa.text("player_id <> 0"),
        postgresql_where=sa.text("player_id <> 0"),
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("played_ms", sa.BigInteger(), nullable=False),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("winnable", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("daily", sa.Date(), nullable=True),
        sa.Column("odds", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("extra_day", sa.Date(), nullable=True),
        sa.Column("extra_slot", sa.Text(), nullable=True),
        sa.Column("goal_met", sa.Boolean(), nullable=True),
        sa.CheckConstraint("state IN ('won', 'given up')", name=op.f("ck_results_state")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
        sa.UniqueConstraint("daily", "player_id", name=op.f("uq_results_daily_player_id")),
    )
    op.create_index(
        "ix_results_days",
        "results",
        [
            "player_id",
            "daily",
            "finished_at",
            "state",
            "moves",
            "played_ms",
            "undos",
            "hints",
            "odds",
        ],
        unique=False,
        sqlite_where=sa.text("daily IS NOT NULL"),
        postgresql_where=sa.text("daily IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_results_extra_day_extra_slot_player_id"),
        "results",
        ["extra_day", "extra_slot", "player_id"],
        unique=True,
        sqlite_where=sa.text("extra_day IS NOT NULL"),
        postgresql_where=sa.text("extra_day IS NOT NULL"),
    )
    op.create_index(
        "ix_results_guild_days",
        "results",
        ["guild_id", "finished_at", "state", "moves", "undos"],
        unique=False,
        sqlite_where=sa.text("guild_id IS NOT NULL"),
        postgresql_where=sa.text("guild_id IS NOT NULL"),
    )
    op.create_index(
        "ix_results_guild_wins",
        "results",
        ["guild_id", "rules_id", "finished_at"],
        unique=False,
        sqlite_where=sa.text("state = 'won' AND guild_id IS NOT NULL"),
        postgresql_where=sa.text("state = 'won' AND guild_id IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_results_player_id_finished_at"),
        "results",
        ["player_id", "finished_at"],
        unique=False,
    )
    op.create_index(
        op.f("ix_results_player_id_rules_id_deal_number"),
        "results",
        ["player_id", "rules_id", "deal_number"],
        unique=False,
    )
    op.create_table(
        "solutions",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("own_moves", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.CheckConstraint("own_moves >= 0", name=op.f("ck_solutions_own_moves")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_solutions_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_solutions")),
    )
    op.create_table(
        "tournament_deals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament_id", sa.BigInteger(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_tournament_deals_deal_number")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_deals_tournament_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_deals")),
        sa.UniqueConstraint(
            "tournament_id", "rules_id", name=op.f("uq_tournament_deals_tournament_id_rules_id")
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tournament_games",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tournament_deal_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_tournament_games_game_id")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_deal_id"],
            ["tournament_deals.id"],
            name=op.f("fk_tournament_games_tournament_deal_id"),
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_tournament_games")),
    )
    op.create_index(
        op.f("ix_tournament_games_tournament_deal_id"),
        "tournament_games",
        ["tournament_deal_id"],
        unique=False,
    )
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
    if op.get_context().dialect.name == "postgresql":
        op.execute(_FUNCTION)
        op.execute(_TRIGGER)
        op.execute(_VACUUM)
