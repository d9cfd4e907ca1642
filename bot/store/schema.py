"""The tables, the same for SQLite and PostgreSQL. A change here needs a migration as well."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


class Moment(TypeDecorator[datetime]):
    """A point in time: stored as milliseconds since 1970, read as an aware UTC datetime."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn an aware datetime into milliseconds."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Turn milliseconds into a UTC datetime."""
        return None if value is None else _EPOCH + value * _MILLISECOND


class Span(TypeDecorator[timedelta]):
    """A duration: stored as milliseconds, read as a timedelta."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:
        """Turn a timedelta into milliseconds."""
        return None if value is None else value // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:
        """Turn milliseconds into a timedelta."""
        return None if value is None else value * _MILLISECOND


metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

games: Final = Table(
    "games",
    metadata,
    # SQLite assigns ids itself only if the key's type is INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("player_id", BigInteger, nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("played_ms", Span, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("hints", Integer, nullable=False, server_default=text("0")),
    Column("winnable", Boolean, nullable=False, server_default=false()),
    Column("day", Date),
    Column("odds", Integer, nullable=False, server_default=text("0")),
    # Which of the day's deals: set with the day.
    Column("slot", Text),
    Column("foundation_count", Integer),
    # The target of the foreign key by which an active game belongs to its player.
    UniqueConstraint("id", "player_id"),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    CheckConstraint("version >= 0", name="version"),
    CheckConstraint("moves >= 0 AND moves <= version", name="moves"),
    CheckConstraint("played_ms >= 0", name="played_ms"),
    CheckConstraint("state IN ('playing', 'stuck', 'won', 'given up')", name="state"),
    CheckConstraint(
        "(finished_at IS NOT NULL) = (state IN ('won', 'given up'))", name="finished_at"
    ),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    Index(None, "player_id", "updated_at"),
    Index(None, "guild_id", "player_id"),
    sqlite_autoincrement=True,
)
"""All games. The columns from ``version`` to ``finished_at`` summarise the log, and so does
``foundation_count``, which is asked for in races and may be unknown before the first action."""

actions: Final = Table(
    "actions",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("version >= 1", name="version"),
    CheckConstraint("length(text) BETWEEN 1 AND 16", name="text"),
    sqlite_with_rowid=False,
)
"""The append-only logs of the games; replaying its log restores a game."""

active_games: Final = Table(
    "active_games",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "player_id"], ["games.id", "games.player_id"]),
    UniqueConstraint("game_id"),
)
"""Each player's active game: at most one, and one of their own."""

live_boards: Final = Table(
    "live_boards",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)
"""The message with each game's live board, where the bot can edit it at any time."""

solutions: Final = Table(
    "solutions",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("own_moves", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    CheckConstraint("own_moves >= 0", name="own_moves"),
)
"""How a finished game that was not won could have been: after so many of its own moves, these."""

progress_posts: Final = Table(
    "progress_posts",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("message_id", BigInteger),
    Column("version", Integer, nullable=False),
)
"""The daily games whose channel is told how they stand, at which version it was told last, and the
message; None before the first."""

results: Final = Table(
    "results",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("played_ms", Span, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("winnable", Boolean, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("finished_at", Moment, nullable=False),
    Column("daily", Date),
    Column("odds", Integer, nullable=False, server_default=text("0")),
    Column("extra_day", Date),
    Column("extra_slot", Text),
    Column("goal_met", Boolean),
    CheckConstraint("state IN ('won', 'given up')", name="state"),
    # Only the first result of a day's deal counts; later ones have no day here.
    UniqueConstraint("daily", "player_id"),
    Index(None, "extra_day", "extra_slot", "player_id", unique=True),
    Index(None, "player_id", "finished_at"),
    Index(None, "player_id", "rules_id", "deal_number"),
    Index(None, "guild_id", "rules_id"),
)
"""The results of finished games, append-only. All statistics are computed from them."""

careers: Final = Table(
    "careers",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("game_id", BigInteger, nullable=False),
    Column("finished_at", Moment, nullable=False),
    Column("tally", Text, nullable=False),
)
"""What was counted of players' results until a game: it follows from them, and saves time."""

daily_deals: Final = Table(
    "daily_deals",
    metadata,
    Column("day", Date, primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("par", Integer, nullable=False),
    Column("chosen_at", Moment, nullable=False),
    Column("goal", Text),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    CheckConstraint("attempt >= 1", name="attempt"),
    CheckConstraint("par >= 1", name="par"),
)
"""The deals of each day: once chosen, neither a new secret nor a new solver changes them."""

daily_posts: Final = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("posted_at", Moment, nullable=False),
)
"""The days whose results were posted in a server, or are being posted."""

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("rules_id", Text, nullable=False),
    Column("time_limit_ms", Span, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("deadline", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("deal_number", BigInteger),
    Column("challenger_game_id", BigInteger, ForeignKey("games.id"), unique=True),
    Column("opponent_game_id", BigInteger, ForeignKey("games.id"), unique=True),
    Column("ending", Text),
    Column("winner_id", BigInteger),
    Column("ended_at", Moment),
    Column("announced_at", Moment),
    Column("message_id", BigInteger),
    Column("rated_at", Moment),
    CheckConstraint("challenger_id <> opponent_id", name="opponent_id"),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    CheckConstraint(
        "state IN ('pending', 'declined', 'withdrawn', 'expired', 'running', 'finished')",
        name="state",
    ),
    CheckConstraint(
        "(deal_number IS NOT NULL) = (state IN ('running', 'finished'))", name="deal_number"
    ),
    # A deleted player has no game: see DELETED_PLAYER.
    CheckConstraint(
        "(challenger_game_id IS NOT NULL) = "
        "(state IN ('running', 'finished') AND challenger_id <> 0)",
        name="challenger_game_id",
    ),
    CheckConstraint(
        "(opponent_game_id IS NOT NULL) = (state IN ('running', 'finished') AND opponent_id <> 0)",
        name="opponent_game_id",
    ),
    CheckConstraint(
        "state = 'finished' OR (challenger_id <> 0 AND opponent_id <> 0)", name="deleted_player"
    ),
    CheckConstraint("(ending IS NOT NULL) = (state = 'finished')", name="ending"),
    CheckConstraint(
        "winner_id IS NULL OR (state = 'finished' AND winner_id IN (challenger_id, opponent_id))",
        name="winner_id",
    ),
    CheckConstraint("(ended_at IS NULL) = (state IN ('pending', 'running'))", name="ended_at"),
    # At most one open challenge from one player to another.
    Index(
        None,
        "challenger_id",
        "opponent_id",
        unique=True,
        sqlite_where=text("state IN ('pending', 'running')"),
        postgresql_where=text("state IN ('pending', 'running')"),
    ),
    Index(None, "challenger_id", "state"),
    Index(None, "opponent_id", "state"),
    Index(None, "state", "deadline"),
    Index(None, "announced_at", "state"),
    Index(None, "rated_at", "state", "ended_at"),
    sqlite_autoincrement=True,
)
"""Challenges, and the races they became."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    # 0 for all servers: see OVERALL.
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    # Counts the player's rated races, so that each rating follows from the one before.
    Column("races", Integer, primary_key=True, autoincrement=False),
    Column("race_kind", Text, nullable=False),
    Column("race_id", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("races >= 1", name="races"),
    CheckConstraint("race_kind IN ('challenge', 'race')", name="race_kind"),
    CheckConstraint("sigma > 0", name="sigma"),
    UniqueConstraint("race_kind", "race_id", "scope", "player_id"),
    Index(None, "scope", "player_id", "races"),
)
"""The players' ratings after each of their races, append-only, computed from the races alone."""

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("announced_at", Moment),
    CheckConstraint("kind IN ('days', 'games')", name="kind"),
    CheckConstraint("started_at < ends_at", name="ends_at"),
    CheckConstraint("ended_at IS NULL OR ended_at <= ends_at", name="ended_at"),
    CheckConstraint("announced_at IS NULL OR ended_at IS NOT NULL", name="announced_at"),
    # At most one that runs in each server.
    Index(
        None,
        "guild_id",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
    Index(None, "guild_id", "started_at"),
    Index(None, "announced_at", "ended_at"),
    sqlite_autoincrement=True,
)
"""The tournaments of servers. Their standings are computed from results."""

tournament_deals: Final = Table(
    "tournament_deals",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("tournament_id", BigInteger, ForeignKey("tournaments.id"), nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger, nullable=False),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    UniqueConstraint("tournament_id", "rules_id"),
    sqlite_autoincrement=True,
)
"""The set deals of tournaments, one of each game."""

tournament_games: Final = Table(
    "tournament_games",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("tournament_deal_id", BigInteger, ForeignKey("tournament_deals.id"), nullable=False),
    Index(None, "tournament_deal_id"),
)
"""The games of tournaments' set deals. The first that a player finishes of a deal counts."""
races: Final = Table(
    "races",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("rules_id", Text, nullable=False),
    Column("time_limit_ms", Span, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("deadline", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("deal_number", BigInteger),
    Column("ended_at", Moment),
    Column("announced_at", Moment),
    Column("told", Integer, nullable=False),
    Column("told_at", Moment),
    Column("rated_at", Moment),
    CheckConstraint("state IN ('open', 'running', 'finished', 'closed')", name="state"),
    CheckConstraint(
        "(deal_number IS NOT NULL) = (state IN ('running', 'finished'))", name="deal_number"
    ),
    CheckConstraint("(ended_at IS NULL) = (state IN ('open', 'running'))", name="ended_at"),
    # At most one open table in a channel.
    Index(
        None,
        "channel_id",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
    Index(None, "state", "deadline"),
    Index(None, "announced_at", "state"),
    Index(None, "rated_at", "state", "ended_at"),
    sqlite_autoincrement=True,
)
"""Races for many, from the open table on. ``told`` numbers what the message shows of one that runs,
and ``told_at`` is when it was edited for that."""

racers: Final = Table(
    "racers",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("race_id", BigInteger, ForeignKey("races.id"), nullable=False),
    Column("player_id", BigInteger, nullable=False),
    Column("joined_at", Moment, nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), unique=True),
    Column("outcome", Text),
    Column("foundation_count", Integer),
    Column("moves", Integer),
    Column("undos", Integer),
    Column("hints", Integer),
    Column("odds", Integer),
    Column("finished_at", Moment),
    Column("place", Integer),
    CheckConstraint("outcome IN ('won', 'unfinished', 'given up', 'left')", name="outcome"),
    *(
        CheckConstraint(f"({name} IS NOT NULL) = (outcome IS NOT NULL)", name=name)
        for name in ("foundation_count", "moves", "undos", "hints", "odds")
    ),
    CheckConstraint(
        "(finished_at IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'unfinished')",
        name="finished_at",
    ),
    CheckConstraint("place IS NULL OR (place >= 1 AND outcome IS NOT NULL)", name="place"),
    # A deleted player has no game: see DELETED_PLAYER.
    CheckConstraint("player_id <> 0 OR game_id IS NULL", name="game_id"),
    # Nobody joins a race twice; several of its players may have deleted their data.
    Index(
        None,
        "race_id",
        "player_id",
        unique=True,
        sqlite_where=text("player_id <> 0"),
        postgresql_where=text("player_id <> 0"),
    ),
    Index(None, "race_id"),
    Index(None, "player_id"),
    sqlite_autoincrement=True,
)
"""The players of races for many, by id in the order in which they joined."""

claims: Final = Table(
    "claims",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", Moment, nullable=False),
)
"""What processes are doing just now, and until when nobody else shall."""

winnable_deals: Final = Table(
    "winnable_deals",
    metadata,
    Column("rules_id", Text, primary_key=True),
    Column("deal_number", BigInteger, primary_key=True, autoincrement=False),
    Column("proven_at", Moment, nullable=False),
    CheckConstraint("deal_number >= 1", name="deal_number"),
)
"""Deals proven winnable and not yet dealt to anybody."""

player_preferences: Final = Table(
    "player_preferences",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index(None, "name"),
)
"""Players' preferences; one left at its default has no row."""

guild_preferences: Final = Table(
    "guild_preferences",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Servers' preferences."""

reminders: Final = Table(
    "reminders",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("hour", Integer, nullable=False),
    Column("time_zone", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("due_at", Moment),
    Column("told_day", Date),
    Column("channel_id", BigInteger),
    Column("refused_at", Moment),
    CheckConstraint("kind IN ('day', 'streak')", name="kind"),
    CheckConstraint("hour BETWEEN 0 AND 23", name="hour"),
    Index(None, "due_at"),
)
"""The reminders that players have set; one that is off is due at no time."""
