"""Races and tournaments, and the ratings that follow from races."""

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
)

from bot.store.database.columns import Moment, index_where, metadata
from bot.store.database.ownership import owned_by, owned_by_nobody, owned_through, shared_by

races: Final = Table(
    "races",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    # Its id when challenges had a table of their own; buttons of that time name it.
    Column("challenge_id", BigInteger, unique=True),
    Column("by_invitation", Boolean, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("rules_id", Text, nullable=False),
    # By field, as JSON.
    Column("terms", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("deadline", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("deal_number", BigInteger),
    Column("ended_at", Moment),
    Column("announced_at", Moment),
    Column("posted_version", Integer, nullable=False),
    Column("posted_at", Moment),
    Column("rated_at", Moment),
    Column("pinged_at", Moment),
    Column("told_at", Moment),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    CheckConstraint("state IN ('open', 'running', 'finished', 'closed')", name="state"),
    CheckConstraint(
        "(deal_number IS NOT NULL) = (state IN ('running', 'finished'))", name="deal_number"
    ),
    CheckConstraint("(ended_at IS NULL) = (state IN ('open', 'running'))", name="ended_at"),
    # At most one open table in a channel.
    index_where("state = 'open' AND NOT by_invitation", None, "channel_id", unique=True),
    Index(None, "state", "deadline"),
    Index(None, "announced_at", "state"),
    Index(None, "rated_at", "state", "ended_at"),
    info=owned_by_nobody(
        holds=("races, without their players: where and on what, and the message that shows them"),
    ),
    sqlite_autoincrement=True,
)
"""Races, from the open table or the challenge on. ``posted_version`` numbers the progress that the
message of a running race shows, and ``posted_at`` is when it was edited for that; ``pinged_at`` is
when a challenge pinged who was challenged. A running race's ``deadline`` is until when its players
can begin, and ``told_at`` when the results so far were posted."""

racers: Final = Table(
    "racers",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("race_id", BigInteger, ForeignKey("races.id"), nullable=False),
    Column("player_id", BigInteger, nullable=False),
    Column("joined_at", Moment),
    Column("game_id", BigInteger, ForeignKey("games.id"), unique=True),
    Column("started_at", Moment),
    Column("deadline", Moment),
    Column("outcome", Text),
    Column("foundation_count", Integer, key="progress"),
    Column("moves", Integer),
    Column("undos", Integer),
    Column("hints", Integer),
    Column("odds", Integer),
    Column("ended_at", Moment),
    Column("place", Integer),
    CheckConstraint("(started_at IS NULL) = (deadline IS NULL)", name="deadline"),
    CheckConstraint(
        "outcome IN ('won', 'unfinished', 'given up', 'left', 'declined')", name="outcome"
    ),
    CheckConstraint(
        "foundation_count IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)",
        name="foundation_count",
    ),
    *(
        CheckConstraint(f"({name} IS NULL) = (foundation_count IS NULL)", name=name)
        for name in ("moves", "undos", "hints", "odds")
    ),
    CheckConstraint("(ended_at IS NULL) = (outcome IS NULL)", name="ended_at"),
    CheckConstraint("place IS NULL OR (place >= 1 AND outcome IS NOT NULL)", name="place"),
    # A deleted player has no game: see DELETED_PLAYER.
    CheckConstraint("player_id <> 0 OR game_id IS NULL", name="game_id"),
    # Nobody joins a race twice; several of its players may have deleted their data.
    index_where("player_id <> 0", None, "race_id", "player_id", unique=True),
    Index(None, "race_id"),
    Index(None, "player_id"),
    info=shared_by(
        "player_id",
        holds=(
            "which races the player joined, or was challenged to; when, with which game and until "
            "when; how it ended: progress, moves, undos, hints, odds asked, place"
        ),
        why="races and their announcements, badges",
        counted_as="races",
    ),
    sqlite_autoincrement=True,
)
"""The players of races, by id in the order in which they joined or were challenged."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    # 0 for all servers: see OVERALL.
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    # Counts the player's rated races, so that each rating follows from the one before.
    Column("races", Integer, primary_key=True, autoincrement=False),
    Column("race_id", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("races >= 1", name="races"),
    CheckConstraint("sigma > 0", name="sigma"),
    UniqueConstraint("race_id", "scope", "player_id"),
    Index(None, "scope", "player_id", "races"),
    info=owned_by(
        "player_id",
        holds="the rating after each race, overall and in its server",
        why="ratings",
    ),
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
    index_where("ended_at IS NULL", None, "guild_id", unique=True),
    Index(None, "guild_id", "started_at"),
    Index(None, "announced_at", "ended_at"),
    info=owned_by_nobody(
        holds="servers' tournaments: where, when and on what; not who started them"
    ),
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
    info=owned_by_nobody(holds="the deals of a tournament's set games"),
    sqlite_autoincrement=True,
)
"""The set deals of tournaments, one of each game."""

tournament_games: Final = Table(
    "tournament_games",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("tournament_deal_id", BigInteger, ForeignKey("tournament_deals.id"), nullable=False),
    Index(None, "tournament_deal_id"),
    info=owned_through(
        "game_id",
        holds="which games were dealt in a server's tournament",
        why="its standings",
    ),
)
"""The games of tournaments' set deals. The first that a player finishes of a deal counts."""
