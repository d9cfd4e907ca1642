"""The tables, the same in SQLite and PostgreSQL. What changes here needs a migration as well."""

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
    """A point in time: milliseconds since 1970 in the database, an aware UTC datetime outside."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn an aware datetime into milliseconds."""
        return None if value is None else (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """Turn milliseconds into a UTC datetime."""
        return None if value is None else _EPOCH + value * _MILLISECOND


class Span(TypeDecorator[timedelta]):
    """A length of time: milliseconds in the database, a timedelta outside."""

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
    # SQLite numbers rows by itself only where the key is called INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("player_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("version", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("played_ms", Span, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("hints", Integer, nullable=False, server_default=text("0")),
    Column("winnable", Boolean, nullable=False, server_default=false()),
    Column("day", Date),
    # Lets a seat refer to a game together with its owner.
    UniqueConstraint("id", "player_id"),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("version >= 0", name="version"),
    CheckConstraint("moves >= 0 AND moves <= version", name="moves"),
    CheckConstraint("played_ms >= 0", name="played_ms"),
    CheckConstraint("outcome IN ('playing', 'stuck', 'won', 'given up')", name="outcome"),
    CheckConstraint(
        "(finished_at IS NOT NULL) = (outcome IN ('won', 'given up'))", name="finished_at"
    ),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    Index(None, "player_id", "updated_at"),
    Index(None, "guild_id", "player_id"),
    sqlite_autoincrement=True,
)
"""Every game ever dealt. From ``version`` on, the columns sum up what the log tells."""

actions: Final = Table(
    "actions",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("action", Text, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("n >= 1", name="n"),
    CheckConstraint("length(action) BETWEEN 1 AND 16", name="action"),
    sqlite_with_rowid=False,
)
"""The logs of the games, only ever appended to: a game's state is its log, replayed."""

seats: Final = Table(
    "seats",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "player_id"], ["games.id", "games.player_id"]),
    UniqueConstraint("game_id"),
)
"""Which game each player has on the table: at most one, and one of their own."""

results: Final = Table(
    "results",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("outcome", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("played_ms", Span, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("winnable", Boolean, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("finished_at", Moment, nullable=False),
    Column("daily", Date),
    CheckConstraint("outcome IN ('won', 'given up')", name="outcome"),
    # Of a day's deal the first result counts; what is played for fun has no day here.
    UniqueConstraint("daily", "player_id"),
    Index(None, "player_id", "finished_at"),
    Index(None, "guild_id", "game"),
)
"""How each finished game ended, one row a game, only ever added to. All statistics come of it."""

daily_deals: Final = Table(
    "daily_deals",
    metadata,
    Column("day", Date, primary_key=True),
    Column("game", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("par", Integer, nullable=False),
    Column("chosen_at", Moment, nullable=False),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("attempt >= 1", name="attempt"),
    CheckConstraint("par >= 1", name="par"),
)
"""The deal of each day, chosen once, whatever becomes of the secret or the solver."""

daily_posts: Final = Table(
    "daily_posts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("posted_at", Moment, nullable=False),
)
"""Which days' results each guild was told, or is just being told."""

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("game", Text, nullable=False),
    Column("lasts_ms", Span, nullable=False),
    Column("asked_at", Moment, nullable=False),
    Column("deadline", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("number", BigInteger),
    Column("challenger_game", BigInteger, ForeignKey("games.id"), unique=True),
    Column("opponent_game", BigInteger, ForeignKey("games.id"), unique=True),
    Column("ending", Text),
    Column("winner_id", BigInteger),
    Column("ended_at", Moment),
    Column("told_at", Moment),
    CheckConstraint("challenger_id <> opponent_id", name="opponent_id"),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    CheckConstraint(
        "state IN ('asked', 'declined', 'withdrawn', 'expired', 'running', 'finished')",
        name="state",
    ),
    CheckConstraint("(number IS NOT NULL) = (state IN ('running', 'finished'))", name="number"),
    # What a player who is gone had is gone too: see GONE.
    CheckConstraint(
        "(challenger_game IS NOT NULL) = (state IN ('running', 'finished') AND challenger_id <> 0)",
        name="challenger_game",
    ),
    CheckConstraint(
        "(opponent_game IS NOT NULL) = (state IN ('running', 'finished') AND opponent_id <> 0)",
        name="opponent_game",
    ),
    CheckConstraint("state = 'finished' OR (challenger_id <> 0 AND opponent_id <> 0)", name="gone"),
    CheckConstraint("(ending IS NOT NULL) = (state = 'finished')", name="ending"),
    CheckConstraint(
        "winner_id IS NULL OR (state = 'finished' AND winner_id IN (challenger_id, opponent_id))",
        name="winner_id",
    ),
    CheckConstraint("(ended_at IS NULL) = (state IN ('asked', 'running'))", name="ended_at"),
    # Who has challenged somebody has to wait for the end of it before challenging them again.
    Index(
        None,
        "challenger_id",
        "opponent_id",
        unique=True,
        sqlite_where=text("state IN ('asked', 'running')"),
        postgresql_where=text("state IN ('asked', 'running')"),
    ),
    Index(None, "challenger_id", "state"),
    Index(None, "opponent_id", "state"),
    Index(None, "state", "deadline"),
    Index(None, "told_at", "state"),
    sqlite_autoincrement=True,
)
"""Challenges, and the races that came of them. How they ended was told at ``told_at``."""

winnable_deals: Final = Table(
    "winnable_deals",
    metadata,
    Column("game", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("proven_at", Moment, nullable=False),
    CheckConstraint("number >= 1", name="number"),
)
"""Deals that were proven winnable and that nobody has been dealt yet."""

player_choices: Final = Table(
    "player_choices",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Index(None, "name"),
)
"""What players have chosen in their settings; what they never chose has no row."""

guild_choices: Final = Table(
    "guild_choices",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What has been chosen for servers."""
