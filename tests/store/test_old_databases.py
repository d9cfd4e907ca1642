"""Databases of every earlier version: copied, migrated, and games go on; newer ones are refused."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import text

from bot.models import GameState, Place
from bot.service import Daily, Games
from bot.service.streaks import Streak
from bot.store import UnknownRevision, open_database
from bot.store.migrate import MIGRATIONS
from bot.store.preferences import Owner, load_preferences
from bot.store.results import load_result
from engine import Move, deal
from tests.store.earlier import migrations_until

ANN: Final = 7
NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
REVISIONS: Final = sorted(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))

KEPT: Final = {
    "0001": """
        INSERT INTO games (id, player_id, game, number, guild_id, channel_id, version, outcome,
            moves, played_ms, created_at, updated_at, finished_at)
        VALUES (3, 7, 'saratoga', 42, 5, 6, 3, 'playing', 1, 9000, 1000, 3000, NULL),
            (4, 7, 'phoenix', 7, NULL, NULL, 1, 'given up', 0, 0, 1000, 2000, 2000);
        INSERT INTO actions (game_id, n, action, at)
        VALUES (3, 1, 's', 2000), (3, 2, 's', 2500), (3, 3, 'undo', 3000),
            (4, 1, 'give up', 2000);
        INSERT INTO seats (player_id, game_id) VALUES (7, 3)
    """,
    "0002": "UPDATE games SET hints = 2 WHERE id = 3",
    "0003": "INSERT INTO player_choices (player_id, name, value) VALUES (7, 'suits', '4')",
    "0004": """
        INSERT INTO games (id, player_id, game, number, version, outcome, moves, played_ms,
            created_at, updated_at, finished_at, day)
        VALUES (5, 7, 'saratoga', 42, 1, 'won', 1, 0, 1000, 2000, 2000, '2026-05-01');
        INSERT INTO results (game_id, player_id, game, number, outcome, moves, played_ms, undos,
            hints, winnable, started_at, finished_at, daily)
        VALUES (5, 7, 'saratoga', 42, 'won', 1, 0, 0, 0, 1, 1000, 2000, '2026-05-01'),
            (4, 7, 'phoenix', 7, 'given up', 0, 0, 0, 0, 0, 1000, 2000, NULL)
    """,
    "0005": """
        INSERT INTO daily_deals (day, game, number, attempt, par, chosen_at)
        VALUES ('2026-05-02', 'saratoga', 42, 1, 112, 1000)
    """,
    "0006": """
        INSERT INTO challenges (id, challenger_id, opponent_id, game, lasts_ms, asked_at, deadline,
            state, ended_at)
        VALUES (1, 7, 8, 'saratoga', 1000, 1000, 2000, 'declined', 2000)
    """,
}
"""What each version added to the tables: a row of every kind."""


def sqlite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def dump(file: Path) -> list[str]:
    """All that a closed database holds."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def read(file: Path) -> bytes:
    return file.read_bytes()


def copies_of(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.stem}-*{file.suffix}"))


async def leave_behind(file: Path, revision: str, folder: Path) -> Path:
    """Make a database as the version of that revision left it; gives its migrations."""
    old = migrations_until(revision, folder)
    async with (
        open_database(sqlite(file), migrations=old) as store,
        store.transaction() as connection,
    ):
        for kept, statements in KEPT.items():
            for statement in statements.split(";") if kept <= revision else ():
                await connection.execute(text(statement))
    return old


async def never(game: str, number: int) -> None:
    return None


@pytest.fixture(params=REVISIONS[:-1])
def revision(request: pytest.FixtureRequest) -> str:
    """Every revision that is not the newest."""
    return str(request.param)


async def test_a_database_of_any_earlier_version_is_copied_before_it_is_migrated(
    file: Path, tmp_path: Path, revision: str
) -> None:
    old = await leave_behind(file, revision, tmp_path / "old")
    before = dump(file)
    async with open_database(sqlite(file)):
        pass
    [copy] = copies_of(file)
    assert dump(copy) == before
    assert dump(file) != before
    async with (
        open_database(sqlite(copy), migrations=old) as store,
        store.transaction() as connection,
    ):
        assert (await connection.execute(text("SELECT min(id) FROM games"))).scalar_one() == 3


async def test_a_database_that_was_migrated_is_not_copied_again(
    file: Path, tmp_path: Path, revision: str
) -> None:
    await leave_behind(file, revision, tmp_path / "old")
    for _ in range(2):
        async with open_database(sqlite(file)):
            pass
    assert len(copies_of(file)) == 1


async def test_games_of_any_earlier_version_go_on_where_they_were(
    file: Path, tmp_path: Path, revision: str
) -> None:
    await leave_behind(file, revision, tmp_path / "old")
    async with open_database(sqlite(file)) as store:
        tables = Games(store, clock=lambda: NOON)
        seat = await tables.current(ANN)
        once = deal("saratoga", 42).board.apply(Move.parse("s"))
        assert (seat.game_id, seat.version, seat.game.board) == (3, 3, once)
        assert (seat.place, seat.state) == (Place(6, guild_id=5), GameState.PLAYING)
        assert (await tables.redo(ANN)).version == 4
        for _ in range(2):
            seat = await tables.undo(ANN)
        assert seat.game.board == deal("saratoga", 42).board
        given_up = await tables.give_up(ANN)
        result = await load_result(store, given_up.game_id)
        assert result is not None
        assert (result.undos, result.hints) == (3, 2 if revision >= "0002" else 0)


async def test_what_earlier_versions_kept_besides_games_is_still_there(
    file: Path, tmp_path: Path, revision: str
) -> None:
    await leave_behind(file, revision, tmp_path / "old")
    async with open_database(sqlite(file)) as store:
        ended = await load_result(store, 4)
        assert ended is not None
        assert ended.state is GameState.GIVEN_UP
        chosen = await load_preferences(store, Owner.PLAYER, ANN)
        assert chosen == ({"suits": "4"} if revision >= "0003" else {})
        daily = Daily(Games(store), "", never, clock=lambda: NOON, patience=0)
        assert await daily.streak(ANN) == (Streak(1, 1) if revision >= "0004" else Streak())
        if revision >= "0005":
            assert (await daily.deal()).par == 112


async def test_a_newer_database_is_refused_in_one_sentence_and_not_written_to(
    file: Path, tmp_path: Path
) -> None:
    await leave_behind(file, REVISIONS[-1], tmp_path / "old")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = read(file)
    with pytest.raises(UnknownRevision, match=r"9999 .* newer Patience") as refused:
        async with open_database(sqlite(file)):
            pass
    assert re.fullmatch(r"[^\n]+\.", str(refused.value))
    assert read(file) == before
    assert copies_of(file) == []
