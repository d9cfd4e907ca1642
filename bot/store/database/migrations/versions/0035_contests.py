"""Contests, what is due, posts and badges; statistics follow from results alone."""

from __future__ import annotations

import re
import zlib
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0035_contests"
down_revision = "0034"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_REPLACED = (
    *("outbox", "live_boards", "watched_games", "daily_messages", "actions"),
    *("careers", "guild_tallies", "daily_totals"),
    *("racers", "tournament_games", "tournament_deals", "tournaments", "daily_deals", "races"),
)
_FIGURES = ("moves", "undos", "hints", "odds")
_IN_CONTEST = "contest_deal_id IS NOT NULL"

_RACES = """
    INSERT INTO contests
        (id, kind, guild_id, channel_id, terms, state, opens_at, deadline, ends_at, rated_at)
    SELECT id, CASE WHEN by_invitation THEN 'challenge' ELSE 'table' END, guild_id, channel_id,
        '{{"time_limit":' || time_limit_ms || ',"hints":'
            || CASE WHEN hints THEN 'true' ELSE 'false' END || '}}',
        state, created_at, deadline, ended_at, rated_at
    FROM races
"""
_DAYS = """
    INSERT INTO contests (kind, terms, state, opens_at, ends_at)
    SELECT 'day', '{{"time_limit": 86400000, "hints": true}}', 'running', {day}, {day} + 90000000
    FROM (SELECT day FROM daily_deals UNION SELECT day FROM games WHERE day IS NOT NULL) AS days
    ORDER BY day
"""
_TOURNAMENTS = """
    INSERT INTO contests (kind, guild_id, channel_id, terms, state, opens_at, ends_at)
    SELECT kind, guild_id, channel_id,
        '{{"time_limit": ' || (ends_at - started_at) || ', "hints": true}}',
        CASE WHEN ended_at IS NULL THEN 'running' ELSE 'finished' END,
        started_at, COALESCE(ended_at, ends_at)
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
    INSERT INTO contest_deals (contest_id, slot, rules_id, deal_number)
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
_NO_PLACES = """
    UPDATE entries SET place = NULL
    WHERE outcome <> 'won' AND NOT (
        place = 1 AND outcome = 'unfinished' AND EXISTS (
            SELECT 1 FROM contests
            JOIN entries AS other ON other.contest_id = contests.id
            WHERE contests.id = entries.contest_id AND contests.kind = 'challenge'
                AND other.outcome IN ('given up', 'left')
        )
    )
"""
"""Whoever has not won has no place, but for a challenge whose other player gave up or left."""
_CONTESTS = (
    *(_RACES, _DAYS, _TOURNAMENTS, _RACE_DEALS, _DAY_DEALS, _LOST_DAY_DEALS),
    *(_TOURNAMENT_DEALS, _ENTRIES, _NO_PLACES),
)
_POSTS = (
    """
    SELECT 'race', id, '', channel_id, guild_id, NULL, message_id,
        CASE WHEN announced_at IS NOT NULL THEN state WHEN told_at IS NOT NULL THEN 'told'
            WHEN state = 'open' THEN state ELSE 'running' END, COALESCE(posted_at, created_at)
    FROM races
    WHERE channel_id IS NOT NULL AND (message_id IS NOT NULL OR told_at IS NOT NULL)
    """,
    """
    SELECT 'day', guild_id, CAST(day AS TEXT), channel_id, guild_id, NULL, message_id,
        CASE WHEN ended_at IS NULL THEN '' ELSE 'card' END, shown_at
    FROM daily_messages
    """,
    """
    SELECT 'board', game_id, '', live_boards.channel_id, live_boards.guild_id, player_id,
        message_id, '', updated_at
    FROM live_boards JOIN games ON games.id = game_id
    """,
)
_DUE = (
    "'reminder', player_id, kind, due_at, NULL, player_id FROM reminders WHERE due_at IS NOT NULL",
    "'vote', id, '', vote_until, guild_id, NULL FROM shared_boards WHERE vote_until IS NOT NULL",
    """
    'day', guild_id, CAST(day AS TEXT), shown_at, guild_id, NULL
    FROM daily_messages WHERE ended_at IS NULL
    """,
    """
    'race', id, '', COALESCE(ended_at, created_at), guild_id, NULL
    FROM races WHERE announced_at IS NULL
    """,
    f"""
    'tournament', contests.id, '', contests.ends_at, contests.guild_id, NULL
    FROM tournaments JOIN contests ON {_SAME_TOURNAMENT} WHERE announced_at IS NULL
    """,
)
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
_GAMES = (*(_GAMES_OF_DAYS, _GAMES_OF_RACES, _GAMES_OF_TOURNAMENTS, _LET_OTHERS_COUNT_FOR_NOTHING),)
_RESULTS_OF_DAYS = """
    UPDATE results SET
        contest_deal_id = games.contest_deal_id,
        in_time = results.finished_at < contests.opens_at + 86400000
    FROM games
    JOIN contest_deals ON contest_deals.id = games.contest_deal_id
    JOIN contests ON contests.id = contest_deals.contest_id
    WHERE games.id = results.game_id AND (daily IS NOT NULL OR extra_day IS NOT NULL)
"""
# Of other contests the first result of a deal counts.
_RESULTS_OF_OTHERS = """
    UPDATE results SET contest_deal_id = found.deal_id, in_time = found.in_time
    FROM (
        SELECT ended.game_id, contest_deals.id AS deal_id,
            contests.ends_at IS NULL OR ended.finished_at < contests.ends_at AS in_time,
            ROW_NUMBER() OVER (
                PARTITION BY contest_deals.id, ended.player_id
                ORDER BY ended.finished_at, ended.game_id
            ) AS number
        FROM contests
        JOIN contest_deals ON contest_deals.contest_id = contests.id
        JOIN games ON games.contest_deal_id = contest_deals.id
        JOIN results AS ended ON ended.game_id = games.id
        WHERE contests.kind <> 'day'
    ) AS found
    WHERE found.game_id = results.game_id AND found.number = 1
"""
_WINS = """
    UPDATE ratings SET wins = counted.wins
    FROM (
        SELECT rated.player_id, rated.scope, rated.races, COUNT(entries.place) OVER (
            PARTITION BY rated.player_id, rated.scope ORDER BY rated.races
        ) AS wins
        FROM ratings AS rated
        LEFT JOIN entries ON entries.contest_id = rated.race_id
            AND entries.player_id = rated.player_id
    ) AS counted
    WHERE counted.player_id = ratings.player_id AND counted.scope = ratings.scope
        AND counted.races = ratings.races
"""
_LAST_IDS = """
    INSERT INTO sqlite_sequence (name, seq)
    SELECT '{new}', seq FROM sqlite_sequence WHERE name = '{old}'
"""
_NEXT_IDS = """
    SELECT setval('{new}_id_seq', GREATEST(last_value, (SELECT COALESCE(MAX(id), 1) FROM {old})),
        is_called OR EXISTS (SELECT 1 FROM {old}))
    FROM {old}_id_seq
"""


def upgrade() -> None:
    """Create the new tables, carry everything over, and drop what they replace."""
    is_sqlite = op.get_context().dialect.name == "sqlite"
    seconds = "strftime('%s', day)" if is_sqlite else "EXTRACT(EPOCH FROM day)"
    values = {"day": f"CAST({seconds} AS BIGINT) * 1000", "same": _SAME_TOURNAMENT}
    _create_contests()
    _create_entries()
    _create_others()
    # No contest has the id of a race that was deleted, nor an entry that of a racer.
    for old, new in (("races", "contests"), ("racers", "entries")):
        op.execute((_LAST_IDS if is_sqlite else _NEXT_IDS).format(old=old, new=new))
    for statement in _CONTESTS:
        op.execute(statement.format(**values))
    for rows in _POSTS:
        op.execute(
            "INSERT INTO posts (kind, subject, part, channel_id, guild_id, player_id, message_id, "
            f"shown, shown_at) {rows}"
        )
    for rows in _DUE:
        op.execute(
            "INSERT INTO due (next_at, version, failures, kind, subject, part, due_at, guild_id, "
            f"player_id) SELECT 0, 0, 0, {rows}"
        )
    op.execute("UPDATE due SET next_at = due_at")
    _change_games(values)
    _change_results()
    _change_ratings()
    _change_settings()
    for table in _REPLACED:
        op.drop_table(table)
    if not is_sqlite:
        op.execute("DROP FUNCTION refuse_actions()")
    op.execute("UPDATE contest_deals SET slot = 'curious' WHERE slot = 'title'")
    for table in ("games", "results", "contest_deals"):
        op.execute(
            f"UPDATE {table} SET rules_id = replace(rules_id, 'artic-', 'arctic-') "  # noqa: S608
            "WHERE rules_id LIKE 'artic-garden%'"
        )
    op.execute("DELETE FROM winnable_deals WHERE rules_id LIKE 'artic-garden%'")


def _change_games(values: dict[str, str]) -> None:
    op.drop_index("ix_games_days", "games")
    op.add_column("games", _number("contest_deal_id"))
    for statement in _GAMES:
        op.execute(statement.format(**values))
    _pack_moves()
    kept = {"sqlite_autoincrement": True}
    with op.batch_alter_table("games", table_kwargs=kept) as batch:
        for column in ("day", "slot", "ghost_id"):
            batch.drop_column(column)
        batch.alter_column("log", existing_type=sa.Text(), nullable=False)
        batch.create_foreign_key(
            op.f("fk_games_contest_deal_id"), "contest_deals", ["contest_deal_id"], ["id"]
        )
    is_entered = f"{_IN_CONTEST} AND finished_at IS NULL AND NOT practice"
    _index("games", "ix_games_entered", is_entered, "contest_deal_id", "player_id", unique=True)
    _index("games", "ix_games_contests", _IN_CONTEST, "contest_deal_id", "guild_id")


def _change_results() -> None:
    for name in (
        "ix_results_days",
        "ix_results_guild_wins",
        op.f("ix_results_extra_day_extra_slot_player_id"),
        op.f("ix_results_player_id_finished_at"),
        op.f("ix_results_player_id_rules_id_deal_number"),
    ):
        op.drop_index(name, "results")
    op.add_column("results", _number("contest_deal_id"))
    in_time: sa.Column[bool] = sa.Column(
        "in_time", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("results", in_time)
    for statement in (_RESULTS_OF_DAYS, _RESULTS_OF_OTHERS):
        op.execute(statement)
    with op.batch_alter_table("results") as batch:
        batch.drop_constraint(op.f("uq_results_daily_player_id"), type_="unique")
        for column in ("daily", "extra_day", "extra_slot"):
            batch.drop_column(column)
        batch.create_unique_constraint(
            op.f("uq_results_contest_deal_id_player_id"), ["contest_deal_id", "player_id"]
        )
        batch.create_foreign_key(
            op.f("fk_results_contest_deal_id"), "contest_deals", ["contest_deal_id"], ["id"]
        )
    figures = ("moves", "played_ms", "undos", "hints", "odds")
    of_player = ["player_id", "rules_id", "deal_number", "finished_at", "game_id", "state"]
    op.create_index("ix_results_players", "results", [*of_player, *figures])
    of_contest = ("player_id", "contest_deal_id", "in_time", "finished_at", "state")
    _index("results", "ix_results_contests", _IN_CONTEST, *of_contest, *figures)
    of_deal = ("contest_deal_id", "guild_id", "player_id", "in_time", "state")
    _index("results", "ix_results_deals", _IN_CONTEST, *of_deal, *figures)
    for name, of_guild in (
        ("games", ("rules_id", "finished_at")),
        ("players", ("player_id", "rules_id")),
    ):
        columns = ("guild_id", *of_guild, "state", "moves", "undos")
        _index("results", f"ix_results_guild_{name}", "guild_id IS NOT NULL", *columns)


def _change_ratings() -> None:
    op.add_column("ratings", sa.Column("wins", sa.Integer()))
    op.execute(_WINS)
    with op.batch_alter_table("ratings") as batch:
        batch.alter_column("wins", existing_type=sa.Integer(), nullable=False)
        batch.create_check_constraint(op.f("ck_ratings_wins"), "wins BETWEEN 0 AND races")


def _change_settings() -> None:
    op.execute("DELETE FROM player_preferences WHERE name = 'may_be_raced'")
    op.drop_index(op.f("ix_reminders_due_at"), "reminders")
    with op.batch_alter_table("reminders") as batch:
        batch.alter_column("hour", existing_type=sa.Integer(), nullable=True)
    op.execute("UPDATE reminders SET hour = NULL WHERE due_at IS NULL")
    for column in ("due_at", "told_day"):
        op.drop_column("reminders", column)
    with op.batch_alter_table("solutions") as batch:
        batch.drop_constraint(op.f("fk_solutions_game_id_games"), type_="foreignkey")
        batch.create_foreign_key(op.f("fk_solutions_game_id"), "games", ["game_id"], ["id"])


_PAGE = 1000
"""How many games are packed at once."""
_TEXT = re.compile(r"[a-z0-9*+\- ]{1,16}")
_NEXT = sa.text("SELECT id FROM games WHERE log IS NULL AND id > :after ORDER BY id LIMIT :most")
_ROWS = sa.text("""
    SELECT game_id, created_at, finished_at, text, at
    FROM actions JOIN games ON games.id = game_id
    WHERE log IS NULL AND game_id > :after AND game_id <= :last ORDER BY game_id, actions.version
""")
_PACK = sa.text("UPDATE games SET log = :log, finished_log = :compressed WHERE id = :id")


def _pack_moves() -> None:
    """Pack the moves that have a row each."""
    connection, after = op.get_bind(), 0
    while ids := connection.execute(_NEXT, {"after": after, "most": _PAGE}).scalars().all():
        rows = connection.execute(_ROWS, {"after": after, "last": ids[-1]}).all()
        packed = [_packed([*of_game]) for _, of_game in groupby(rows, lambda row: row.game_id)]
        if packed:
            connection.execute(_PACK, packed)
        after = ids[-1]
    op.execute("UPDATE games SET log = '' WHERE log IS NULL")


def _packed(rows: list[sa.Row[tuple[int, int, int | None, str, int]]]) -> dict[str, object]:
    """The columns of a game with these actions, up to one that is none."""
    before, log = rows[0].created_at, ""
    for row in rows:
        if not _TEXT.fullmatch(row.text):
            break
        log += row.text + _digits(max(row.at - before, 0))
        before = max(before, row.at)
    if rows[0].finished_at is None:
        return {"id": rows[0].game_id, "log": log, "compressed": None}
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS)
    compressed = deflate.compress(log.encode()) + deflate.flush()
    return {"id": rows[0].game_id, "log": "", "compressed": compressed}


def _digits(milliseconds: int) -> str:
    """Milliseconds in base 26, with the digits A to Z."""
    left, digits = milliseconds, ""
    while left or not digits:
        left, digit = divmod(left, 26)
        digits = chr(ord("A") + digit) + digits
    return digits


def _create_contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", _ID, nullable=False),
        _text("kind", nullable=False),
        *map(_number, ("guild_id", "channel_id")),
        _text("terms", nullable=False),
        _text("state", nullable=False),
        _number("opens_at", nullable=False),
        *map(_number, ("deadline", "ends_at", "rated_at")),
        _check("contests", "kind", "kind IN ('day', 'table', 'challenge', 'days', 'games')"),
        _check("contests", "guild_id", "guild_id IS NULL OR channel_id IS NOT NULL"),
        _check("contests", "state", "state IN ('open', 'running', 'finished', 'closed')"),
        _check(
            *("contests", "ends_at"),
            "(ends_at IS NULL) = (state IN ('open', 'running') AND kind IN ('table', 'challenge'))",
        ),
        _check("contests", "deadline", "(deadline IS NULL) = (kind NOT IN ('table', 'challenge'))"),
        _check("contests", "opens_at", "opens_at <= ends_at"),
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
        ["rated_at", "state", "ends_at"],
    ):
        op.create_index(op.f("ix_contests_" + "_".join(columns)), "contests", columns)
    op.create_table(
        "contest_deals",
        sa.Column("id", _ID, nullable=False),
        _number("contest_id", nullable=False),
        _text("slot", nullable=False),
        _text("rules_id", nullable=False),
        _number("deal_number"),
        *(sa.Column(name, sa.Integer()) for name in ("attempt", "par")),
        *map(_text, ("goal", "grade")),
        _number("chosen_at"),
        *(
            _check("contest_deals", name, f"{name} >= 1")
            for name in ("deal_number", "attempt", "par")
        ),
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
        *(_number(name, nullable=False) for name in ("contest_id", "player_id")),
        *map(_number, ("joined_at", "ready_at", "game_id", "started_at", "deadline")),
        _text("outcome"),
        *(sa.Column(name, sa.Integer()) for name in ("progress", *_FIGURES)),
        _number("ended_at"),
        sa.Column("place", sa.Integer()),
        _check("entries", "deadline", "(started_at IS NULL) = (deadline IS NULL)"),
        _check(
            *("entries", "outcome"),
            "outcome IN ('won', 'unfinished', 'given up', 'left', 'declined')",
        ),
        _check(
            *("entries", "progress"),
            "progress IS NULL OR (outcome IS NOT NULL AND started_at IS NOT NULL)",
        ),
        *(_check("entries", name, f"({name} IS NULL) = (progress IS NULL)") for name in _FIGURES),
        _check("entries", "ended_at", "(ended_at IS NULL) = (outcome IS NULL)"),
        _check("entries", "place", "place IS NULL OR (place >= 1 AND outcome IS NOT NULL)"),
        _check("entries", "game_id", "player_id <> 0 OR game_id IS NULL"),
        sa.ForeignKeyConstraint(
            ["contest_id"], ["contests.id"], name=op.f("fk_entries_contest_id")
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("game_id", name=op.f("uq_entries_game_id")),
        sqlite_autoincrement=True,
    )
    columns = ("contest_id", "player_id")
    name = op.f("ix_entries_contest_id_player_id")
    _index("entries", name, "player_id <> 0", *columns, unique=True)
    for column in columns:
        op.create_index(op.f(f"ix_entries_{column}"), "entries", [column])


def _create_others() -> None:
    op.create_table(
        "badges",
        _number("player_id", nullable=False),
        _text("id", nullable=False),
        _number("earned_at", nullable=False),
        sa.PrimaryKeyConstraint("player_id", "id", name=op.f("pk_badges")),
        sqlite_with_rowid=False,
    )
    _create_with_subjects(
        "due",
        *(_number(name, nullable=False) for name in ("due_at", "next_at")),
        *map(_number, ("guild_id", "player_id", "begun_at")),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("version", "failures")),
    )
    _create_with_subjects(
        "posts",
        _number("channel_id", nullable=False),
        *map(_number, ("guild_id", "player_id", "message_id")),
        _text("shown", nullable=False),
        _number("shown_at", nullable=False),
    )
    op.create_index(op.f("ix_due_next_at"), "due", ["next_at"])
    is_open = "kind = 'board' AND shown = '' AND message_id IS NOT NULL"
    _index("posts", "ix_posts_open_boards", is_open, "player_id", "channel_id")


def _create_with_subjects(table: str, *columns: sa.Column[int] | sa.Column[str]) -> None:
    op.create_table(
        table,
        _text("kind", nullable=False),
        _number("subject", nullable=False),
        _text("part", nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("kind", "subject", "part", name=op.f(f"pk_{table}")),
        sqlite_with_rowid=False,
    )
    for column in ("guild_id", "player_id"):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _text(name: str, *, nullable: bool = True) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _number(name: str, *, nullable: bool = True) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=nullable)


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _index(table: str, name: str, condition: str, *columns: str, unique: bool = False) -> None:
    op.create_index(
        name,
        table,
        list(columns),
        unique=unique,
        sqlite_where=sa.text(condition),
        postgresql_where=sa.text(condition),
    )
