"""Challenges, races and tournaments, and the ratings that follow from races."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from bot.store.schema.columns import Moment, Span, metadata

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
