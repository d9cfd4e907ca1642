"""Games, and what belongs to one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from bot.store.database.columns import Moment, Span, index_where, metadata
from bot.store.database.ownership import GAMES, RESULTS, owned_by

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
    Column("odds", Integer, nullable=False, server_default=text("0")),
    Column("contest_deal_id", BigInteger, ForeignKey("contest_deals.id")),
    Column("foundation_count", Integer, key="progress"),
    Column("log", Text, nullable=False),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("opening", Text),
    Column("grade", Text),
    Column("finished_log", LargeBinary),
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
    # No index has a column that changes with every move, so that a move changes no index.
    Index(None, "player_id", "finished_at"),
    # Whether a deal that is dealt was given up before, and its solution shown.
    Index(None, "player_id", "rules_id", "deal_number"),
    # Those of shared boards, which are counted by server.
    index_where("player_id < 0", "ix_games_shared", "guild_id"),
    # Of a contest's deal nobody plays two games at once, in however many places it is asked for.
    index_where(
        "contest_deal_id IS NOT NULL AND finished_at IS NULL AND NOT practice",
        "ix_games_entered",
        "contest_deal_id",
        "player_id",
        unique=True,
    ),
    index_where("contest_deal_id IS NOT NULL", "ix_games_contests", "contest_deal_id", "guild_id"),
    sqlite_autoincrement=True,
    # Games grow as they are played, and leave room that others find once it is cleaned up: after
    # some hundred games, however many there are.
    postgresql_with={"autovacuum_vacuum_scale_factor": 0, "autovacuum_vacuum_threshold": 500},
    info=owned_by(
        "player_id",
        holds=(
            "each game dealt: its rules, the deal's number and grade, the day or contest whose "
            "deal it is, the server and channel, when it began and ended, its state, every move "
            "and its time"
        ),
        shown=GAMES,
        why="to play on, days later; a game is its moves: undo, replay",
        counted_as="games",
    ),
)
"""All games. The columns from ``version`` to ``finished_at`` summarise the log, and so does
``foundation_count``, the board's progress, asked for in races and perhaps unknown before the first
action. A ``practice`` game has no result. ``contest_deal_id`` is the deal of a
contest that it is. ``opening`` is the board that a player entered, if the
game begins with one; its deal's number is made of it. ``grade`` is how hard the deal is among
others of its game, if it was compared with some. ``log`` is the packed log of
:mod:`bot.store.play.game_logs`. Once the game is finished it is empty, and ``finished_log`` has it
compressed."""

active_games: Final = Table(
    "active_games",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", BigInteger, nullable=False),
    ForeignKeyConstraint(["game_id", "player_id"], ["games.id", "games.player_id"]),
    UniqueConstraint("game_id"),
    info=owned_by(
        "player_id",
        holds="the current game",
        shown=GAMES,
        why="buttons and commands act on it",
    ),
)
"""Each player's active game: at most one, and one of their own."""

_FIGURES: Final = ("state", "moves", "played_ms", "undos", "hints", "odds")
"""What statistics read of a result."""
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
    Column("odds", Integer, nullable=False, server_default=text("0")),
    Column("goal_met", Boolean),
    Column("contest_deal_id", BigInteger, ForeignKey("contest_deals.id")),
    Column("in_time", Boolean, nullable=False, server_default=false()),
    CheckConstraint("state IN ('won', 'given up')", name="state"),
    # Only a player's first result of a contest's deal counts; later ones have none here.
    UniqueConstraint("contest_deal_id", "player_id"),
    # All that is read of a player's results: of twenty thousand, each in another page of the table.
    Index(
        "ix_results_players",
        "player_id",
        "rules_id",
        "deal_number",
        "finished_at",
        "game_id",
        *_FIGURES,
    ),
    # All that is read of a server's games, of its players and of its days.
    index_where(
        "guild_id IS NOT NULL",
        "ix_results_guild_games",
        "guild_id",
        "rules_id",
        "finished_at",
        "state",
        "moves",
        "undos",
    ),
    index_where(
        "guild_id IS NOT NULL",
        "ix_results_guild_players",
        "guild_id",
        "player_id",
        "rules_id",
        "state",
        "moves",
        "undos",
    ),
    index_where(
        "guild_id IS NOT NULL",
        "ix_results_guild_days",
        "guild_id",
        "finished_at",
        "state",
        "moves",
        "undos",
    ),
    # All that leaderboards read of the results of days, so that they need nothing else of the rows.
    index_where(
        "contest_deal_id IS NOT NULL",
        "ix_results_contests",
        "player_id",
        "contest_deal_id",
        "in_time",
        "finished_at",
        *_FIGURES,
    ),
    # All that is read of all results of a deal, by server.
    index_where(
        "contest_deal_id IS NOT NULL",
        "ix_results_deals",
        "contest_deal_id",
        "guild_id",
        "player_id",
        "in_time",
        *_FIGURES,
    ),
    info=owned_by(
        "player_id",
        holds=(
            "how each finished game ended: moves, time, undos, hints, odds asked, for which day or "
            "contest it counts, whether in time, and whether the day's goal was met"
        ),
        shown=RESULTS,
        why="statistics, streaks, leaderboards, levels and badges",
        counted_as="results",
    ),
)
"""The results of finished games, append-only. All statistics are computed from them.
``contest_deal_id`` is the deal of a contest whose result it is, and ``in_time`` says whether it was
finished before the contest ended."""
