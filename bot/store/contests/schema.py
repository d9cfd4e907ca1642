"""Contests: days, races and tournaments; and the ratings that follow from races."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
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
from bot.store.database.ownership import RACES, owned_by, owned_by_nobody, shared_by

contests: Final = Table(
    "contests",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    # By field, as JSON.
    Column("terms", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("opens_at", Moment, nullable=False),
    Column("deadline", Moment),
    Column("ends_at", Moment),
    Column("rated_at", Moment),
    CheckConstraint("kind IN ('day', 'table', 'challenge', 'days', 'games')", name="kind"),
    CheckConstraint("guild_id IS NULL OR channel_id IS NOT NULL", name="guild_id"),
    CheckConstraint("state IN ('open', 'running', 'finished', 'closed')", name="state"),
    CheckConstraint(
        "(ends_at IS NULL) = (state IN ('open', 'running') AND kind IN ('table', 'challenge'))",
        name="ends_at",
    ),
    CheckConstraint("(deadline IS NULL) = (kind NOT IN ('table', 'challenge'))", name="deadline"),
    CheckConstraint("opens_at <= ends_at", name="opens_at"),
    # One a day.
    index_where("kind = 'day'", "ix_contests_days", "opens_at", unique=True),
    # At most one open table in a channel, and one tournament that runs in a server.
    index_where(
        "kind = 'table' AND state = 'open'", "ix_contests_tables", "channel_id", unique=True
    ),
    index_where(
        "kind IN ('days', 'games') AND state = 'running'",
        "ix_contests_tournaments",
        "guild_id",
        unique=True,
    ),
    Index(None, "guild_id", "opens_at"),
    Index(None, "state", "deadline"),
    Index(None, "rated_at", "state", "ends_at"),
    info=owned_by_nobody(
        holds=(
            "the days, and servers' races and tournaments: when, where and on what terms; not who "
            "takes part, or who started a tournament"
        ),
    ),
    sqlite_autoincrement=True,
)
"""Contests: several people play the same deals, which are secret until the contest ``ends_at``. A
race has no such time before it is over; its ``deadline`` is when it closes if it does not begin,
and once it has begun, until when its players can begin. A day
ends an hour after it, so that what was begun on it can be finished; nothing is done then, so its
state stays."""

contest_deals: Final = Table(
    "contest_deals",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("contest_id", BigInteger, ForeignKey("contests.id"), nullable=False),
    # A day's slot; the game in other contests.
    Column("slot", Text, nullable=False),
    Column("rules_id", Text, nullable=False),
    Column("deal_number", BigInteger),
    Column("attempt", Integer),
    Column("par", Integer),
    Column("goal", Text),
    Column("grade", Text),
    Column("chosen_at", Moment),
    CheckConstraint("deal_number >= 1", name="deal_number"),
    CheckConstraint("attempt >= 1", name="attempt"),
    CheckConstraint("par >= 1", name="par"),
    UniqueConstraint("contest_id", "slot"),
    info=owned_by_nobody(holds="the deals of contests; of days' deals par, goal and grade as well"),
    sqlite_autoincrement=True,
)
"""The deals of contests. Once chosen, neither a new secret nor a new solver changes them; that of a
race is not chosen before it begins. A day's deal that is lost, but for games of it, has no time at
which it was chosen."""

entries: Final = Table(
    "entries",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("contest_id", BigInteger, ForeignKey("contests.id"), nullable=False),
    Column("player_id", BigInteger, nullable=False),
    Column("joined_at", Moment),
    Column("ready_at", Moment),
    Column("game_id", BigInteger, ForeignKey("games.id"), unique=True),
    Column("started_at", Moment),
    Column("deadline", Moment),
    Column("outcome", Text),
    Column("progress", Integer),
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
        "progress IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)",
        name="progress",
    ),
    *(
        CheckConstraint(f"({name} IS NULL) = (progress IS NULL)", name=name)
        for name in ("moves", "undos", "hints", "odds")
    ),
    CheckConstraint("(ended_at IS NULL) = (outcome IS NULL)", name="ended_at"),
    CheckConstraint("place IS NULL OR (place >= 1 AND outcome IS NOT NULL)", name="place"),
    # A deleted player has no game: see DELETED_PLAYER.
    CheckConstraint("player_id <> 0 OR game_id IS NULL", name="game_id"),
    # Nobody joins a race twice; several of its players may have deleted their data.
    index_where("player_id <> 0", None, "contest_id", "player_id", unique=True),
    Index(None, "contest_id"),
    Index(None, "player_id"),
    info=shared_by(
        "player_id",
        holds=(
            "which races the player joined, or was challenged to; when, when ready, with which "
            "game and until when; how it ended: progress, moves, undos, hints, odds asked, place"
        ),
        shown=RACES,
        why="races and their announcements, badges",
        counted_as="races",
    ),
    sqlite_autoincrement=True,
)
"""The players of races, by id in the order in which they joined or were challenged. Whoever plays a
deal of another contest needs no entry, as their game says so: only the first result counts."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    # 0 for all servers: see OVERALL.
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    # Counts the player's rated races, so that each rating follows from the one before.
    Column("races", Integer, primary_key=True, autoincrement=False),
    # How many of those they have won.
    Column("wins", Integer, nullable=False),
    Column("race_id", BigInteger, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("races >= 1", name="races"),
    CheckConstraint("wins BETWEEN 0 AND races", name="wins"),
    CheckConstraint("sigma > 0", name="sigma"),
    UniqueConstraint("race_id", "scope", "player_id"),
    Index(None, "scope", "player_id", "races"),
    info=owned_by(
        "player_id",
        holds="the rating and the wins after each race, overall and in its server",
        shown=RACES,
        why="ratings",
    ),
)
"""The players' ratings after each of their races, append-only, computed from the races alone."""
