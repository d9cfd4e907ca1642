"""Days, races and tournaments are contests; each game says of which of their deals it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039_contests"
down_revision = "0038_due"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DAY_MS = 86_400_000
_REPLACED = (
    *("racers", "tournament_games", "tournament_deals", "tournaments", "daily_deals", "races"),
)
_IS_ENTERED = "contest_deal_id IS NOT NULL AND finished_at IS NULL AND NOT practice"

_RACES = """
    INSERT INTO contests (id, kind, guild_id, channel_id, message_id, terms, state, opens_at,
        deadline, ends_at, announced_at, posted_version, posted_at, rated_at, pinged_at, told_at)
    SELECT id, CASE WHEN by_invitation THEN 'challenge' ELSE 'table' END, guild_id, channel_id,
        message_id, terms, state, created_at, deadline, ended_at, announced_at, posted_version,
        posted_at, rated_at, pinged_at, told_at
    FROM races
"""
_DAYS = """
    INSERT INTO contests (kind, terms, state, opens_at, ends_at)
    SELECT 'day', '{{"time_limit": 86400000, "hints": true}}', 'running', {day}, {day} + 86400000
    FROM (SELECT day FROM daily_deals UNION SELECT day FROM games WHERE day IS NOT NULL) AS days
    ORDER BY day
"""
_TOURNAMENTS = """
    INSERT INTO contests (kind, guild_id, channel_id, terms, state, opens_at, ends_at, announced_at)
    SELECT kind, guild_id, channel_id,
        '{"time_limit": ' || (ends_at - started_at) || ', "hints": true}',
        CASE WHEN ended_at IS NULL THEN 'running' ELSE 'finished' END,
        started_at, COALESCE(ended_at, ends_at), announced_at
    FROM tournaments ORDER BY id
"""
_RACE_DEALS = """
    INSERT INTO contest_deals (contest_id, slot, rules_id, deal_number)
    SELECT id, rules_id, rules_id, deal_number FROM races ORDER BY id
"""
_DAY_DEALS = """
    INSERT INTO contest_deals
        (contest_id, slot, rules_id, deal_number, attempt, par, goal, chosen_at)
    SELECT contests.id, slot, rules_id, deal_number, attempt, par, goal, chosen_at
    FROM daily_deals JOIN contests ON contests.kind = 'day' AND contests.opens_at = {day}
    ORDER BY day
"""
# None, unless somebody has deleted rows.
_LOST_DAY_DEALS = """
    INSERT INTO contest_deals
        (contest_id, slot, rules_id, deal_number)
    SELECT contests.id, slot, MIN(rules_id), MIN(deal_number)
    FROM games JOIN contests ON contests.kind = 'day' AND contests.opens_at = {day}
    WHERE slot IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM contest_deals
        WHERE contest_deals.contest_id = contests.id AND contest_deals.slot = games.slot
    )
    GROUP BY contests.id, slot
"""
_SAME_TOURNAMENT = """
    contests.kind = tournaments.kind AND contests.guild_id = tournaments.guild_id
        AND contests.opens_at = tournaments.started_at
"""
_TOURNAMENT_DEALS = """
    INSERT INTO contest_deals (contest_id, slot, rules_id, deal_number, chosen_at)
    SELECT contests.id, rules_id, rules_id, deal_number, started_at
    FROM tournament_deals
    JOIN tournaments ON tournaments.id = tournament_deals.tournament_id
    JOIN contests ON {same}
    ORDER BY tournament_deals.id
"""
_ENTRIES = """
    INSERT INTO entries (id, contest_id, player_id, joined_at, game_id, started_at, deadline,
        outcome, progress, moves, undos, hints, odds, ended_at, place)
    SELECT id, race_id, player_id, joined_at, game_id, started_at, deadline, outcome,
        foundation_count, moves, undos, hints, odds, ended_at, place
    FROM racers
"""
_GAMES_OF_DAYS = """
    UPDATE games SET contest_deal_id = (
        SELECT contest_deals.id FROM contest_deals
        JOIN contests ON contests.id = contest_deals.contest_id
        WHERE contests.kind = 'day' AND contests.opens_at = {day}
            AND contest_deals.slot = games.slot
    ) WHERE day IS NOT NULL
"""
_GAMES_OF_RACES = """
    UPDATE games SET contest_deal_id = (
        SELECT contest_deals.id FROM racers
        JOIN contest_deals ON contest_deals.contest_id = racers.race_id
        WHERE racers.game_id = games.id
    ) WHERE id IN (SELECT game_id FROM racers)
"""
_GAMES_OF_TOURNAMENTS = """
    UPDATE games SET contest_deal_id = (
        SELECT contest_deals.id FROM tournament_games
        JOIN tournament_deals ON tournament_deals.id = tournament_games.tournament_deal_id
        JOIN tournaments ON tournaments.id = tournament_deals.tournament_id
        JOIN contests ON {same}
        JOIN contest_deals ON contest_deals.contest_id = contests.id
            AND contest_deals.slot = tournament_deals.rules_id
        WHERE tournament_games.game_id = games.id
    ) WHERE id IN (SELECT game_id FROM tournament_games)
"""
_LET_OTHERS_COUNT_FOR_NOTHING = """
    UPDATE games SET practice = true
    WHERE contest_deal_id IS NOT NULL AND finished_at IS NULL AND NOT practice AND EXISTS (
        SELECT 1 FROM games AS other
        WHERE other.player_id = games.player_id AND other.contest_deal_id = games.contest_deal_id
        AND other.finished_at IS NULL AND NOT other.practice
        AND (other.updated_at, other.id) > (games.updated_at, games.id)
    )
"""
_SQLITE_IDS = (
    """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT 'contests', seq FROM sqlite_sequence WHERE name = 'races'
    """,
    """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT 'entries', seq FROM sqlite_sequence WHERE name = 'racers'
    """,
)
_POSTGRESQL_IDS = (
    """
    SELECT setval('contests_id_seq',
        GREATEST(last_value, (SELECT COALESCE(MAX(id), 1) FROM races)),
        is_called OR EXISTS (SELECT 1 FROM races))
    FROM races_id_seq
    """,
    """
    SELECT setval('entries_id_seq',
        GREATEST(last_value, (SELECT COALESCE(MAX(id), 1) FROM racers)),
        is_called OR EXISTS (SELECT 1 FROM racers))
    FROM racers_id_seq
    """,
)


def upgrade() -> None:
    """Create the tables, carry everything over, and drop the old ones."""
    is_sqlite = op.get_context().dialect.name == "sqlite"
    seconds = "strftime('%s', day)" if is_sqlite else "EXTRACT(EPOCH FROM day)"
    day = f"CAST({seconds} AS BIGINT) * 1000"
    _create_contests()
    _create_contest_deals()
    _create_entries()
    _carry_on_ids(is_sqlite=is_sqlite)
    for statement in (
        *(_RACES, _DAYS.format(day=day), _TOURNAMENTS),
        *(_RACE_DEALS, _DAY_DEALS.format(day=day), _LOST_DAY_DEALS.format(day=day)),
        *(_TOURNAMENT_DEALS.format(same=_SAME_TOURNAMENT), _ENTRIES),
    ):
        op.execute(statement)
    op.execute(
        "ALTER TABLE games ADD COLUMN contest_deal_id BIGINT "
        "CONSTRAINT fk_games_contest_deal_id REFERENCES contest_deals (id)"
    )
    for statement in (
        *(_GAMES_OF_DAYS.format(day=day), _GAMES_OF_RACES),
        _GAMES_OF_TOURNAMENTS.format(same=_SAME_TOURNAMENT),
        _LET_OTHERS_COUNT_FOR_NOTHING,
    ):
        op.execute(statement)
    for index in ("ix_games_days", "ix_games_unfinished_days"):
        op.drop_index(index, "games")
    for column in ("day", "slot"):
        op.drop_column("games", column)
    _index("games", "ix_games_entered", _IS_ENTERED, "contest_deal_id", "player_id", unique=True)
    is_in_contest = "contest_deal_id IS NOT NULL"
    _index("games", "ix_games_contests", is_in_contest, "contest_deal_id", "guild_id")
    for table in _REPLACED:
        op.drop_table(table)


def _create_contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opens_at", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.Column("announced_at", sa.BigInteger(), nullable=True),
        sa.Column("posted_version", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=True),
        sa.Column("rated_at", sa.BigInteger(), nullable=True),
        sa.Column("pinged_at", sa.BigInteger(), nullable=True),
        sa.Column("told_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('day', 'table', 'challenge', 'days', 'games')", name=op.f("ck_contests_kind")
        ),
        sa.CheckConstraint(
            "guild_id IS NULL OR channel_id IS NOT NULL", name=op.f("ck_contests_guild_id")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'closed')", name=op.f("ck_contests_state")
        ),
        sa.CheckConstraint(
            "(ends_at IS NULL) = (state IN ('open', 'running') AND kind IN ('table', 'challenge'))",
            name=op.f("ck_contests_ends_at"),
        ),
        sa.CheckConstraint(
            "(deadline IS NULL) = (kind NOT IN ('table', 'challenge'))",
            name=op.f("ck_contests_deadline"),
        ),
        sa.CheckConstraint("opens_at <= ends_at", name=op.f("ck_contests_opens_at")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contests")),
        sqlite_autoincrement=True,
    )
    for name, column, condition in (
        ("days", "opens_at", "kind = 'day'"),
        ("tables", "channel_id", "kind = 'table' AND state = 'open'"),
        ("tournaments", "guild_id", "kind IN ('days', 'games') AND state = 'running'"),
    ):
        _index("contests", f"ix_contests_{name}", condition, column, unique=True)
    for columns in (
        ["guild_id", "opens_at"],
        ["state", "deadline"],
        ["announced_at", "state"],
        ["rated_at", "state", "ends_at"],
    ):
        op.create_index(op.f("ix_contests_" + "_".join(columns)), "contests", columns)


def _create_contest_deals() -> None:
    op.create_table(
        "contest_deals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("contest_id", sa.BigInteger(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("rules_id", sa.Text(), nullable=False),
        sa.Column("deal_number", sa.BigInteger(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("par", sa.Integer(), nullable=True),
        sa.Column("goal", sa.Text(), nullable=True),
        sa.Column("chosen_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("deal_number >= 1", name=op.f("ck_contest_deals_deal_number")),
        sa.CheckConstraint("attempt >= 1", name=op.f("ck_contest_deals_attempt")),
        sa.CheckConstraint("par >= 1", name=op.f("ck_contest_deals_par")),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_contest_deals_contest_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contest_deals")),
        sa.UniqueConstraint("contest_id", "slot", name=op.f("uq_contest_deals_contest_id_slot")),
        sqlite_autoincrement=True,
    )


def _create_entries() -> None:
    op.create_table(
        "entries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("contest_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=True),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        *(
            sa.Column(name, sa.Integer(), nullable=True)
            for name in ("progress", "moves", "undos", "hints", "odds")
        ),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(started_at IS NULL) = (deadline IS NULL)", name=op.f("ck_entries_deadline")
        ),
        sa.CheckConstraint(
            "outcome IN ('won', 'unfinished', 'given up', 'left', 'declined')",
            name=op.f("ck_entries_outcome"),
        ),
        sa.CheckConstraint(
            "progress IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)",
            name=op.f("ck_entries_progress"),
        ),
        *(
            sa.CheckConstraint(
                f"({name} IS NULL) = (progress IS NULL)", name=op.f(f"ck_entries_{name}")
            )
            for name in ("moves", "undos", "hints", "odds")
        ),
        sa.CheckConstraint(
            "(ended_at IS NULL) = (outcome IS NULL)", name=op.f("ck_entries_ended_at")
        ),
        sa.CheckConstraint(
            "place IS NULL OR (place >= 1 AND outcome IS NOT NULL)", name=op.f("ck_entries_place")
        ),
        sa.CheckConstraint("player_id <> 0 OR game_id IS NULL", name=op.f("ck_entries_game_id")),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_entries_contest_id")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("game_id", name=op.f("uq_entries_game_id")),
        sqlite_autoincrement=True,
    )
    _index(
        *("entries", op.f("ix_entries_contest_id_player_id"), "player_id <> 0"),
        *("contest_id", "player_id"),
        unique=True,
    )
    for column in ("contest_id", "player_id"):
        op.create_index(op.f(f"ix_entries_{column}"), "entries", [column])


def _carry_on_ids(*, is_sqlite: bool) -> None:
    """Give no contest the id of a race that was deleted, nor an entry that of a racer."""
    for statement in _SQLITE_IDS if is_sqlite else _POSTGRESQL_IDS:
        op.execute(statement)


def _index(table: str, name: str, condition: str, *columns: str, unique: bool = False) -> None:
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=sa.text(condition),
        postgresql_where=sa.text(condition),
    )
