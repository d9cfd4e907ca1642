"""The benchmark of very many servers: its ledger, its figures, and a small run of it."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from benchmarks.scale.__main__ import Size, measure
from benchmarks.scale.crowd import GAME, Press, Shown
from benchmarks.scale.ledger import contradictions
from benchmarks.scale.report import Round, Usage, rounds_table, silence, split
from bot.service.play.games import Games
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from tests.store.database.migrated import sqlite_url

pytestmark = pytest.mark.slow

PLAYER, DEAL = 7, 3


@pytest.fixture
async def database(migrated_file: Path) -> AsyncIterator[Database]:
    async with open_database(sqlite_url(migrated_file)) as opened:
        yield opened


@pytest.fixture
async def shown(database: Database) -> Shown:
    """What a player was shown who turned the stock twice."""
    games = Games(database)
    game = await games.start(PLAYER, GAME, DEAL)
    for _ in range(2):
        await games.play(PLAYER, "s")
    return Shown(PLAYER, DEAL, 1, game.game_id, version=2, presses=2)


async def test_what_was_shown_agrees_with_what_is_stored(database: Database, shown: Shown) -> None:
    assert await contradictions(database, [shown]) == []


@pytest.mark.parametrize(("version", "is_unsure"), [(3, False), (1, False), (0, True), (3, True)])
async def test_a_lost_or_doubled_move_contradicts_what_was_shown(
    database: Database, shown: Shown, version: int, is_unsure: bool
) -> None:
    changed = dataclasses.replace(shown, version=version, is_unsure=is_unsure)
    [sentence] = await contradictions(database, [changed])
    assert f"game {shown.game_id} is at 2" in sentence


async def test_a_press_without_an_answer_may_have_moved(database: Database, shown: Shown) -> None:
    changed = dataclasses.replace(shown, version=1, is_unsure=True)
    assert await contradictions(database, [changed]) == []


async def test_a_game_dealt_twice_or_another_board_is_found(
    database: Database, shown: Shown
) -> None:
    [sentence] = await contradictions(database, [dataclasses.replace(shown, deal=DEAL + 1)])
    assert "another board" in sentence
    await Games(database).start(PLAYER, "phoenix", DEAL)
    sentences = await contradictions(database, [shown])
    assert "has the games" in sentences[0]
    sentences = await contradictions(database, [dataclasses.replace(shown, asked=2)])
    assert not any("has the games" in sentence for sentence in sentences)


def test_a_board_that_cannot_be_is_wrong() -> None:
    shown = Shown(PLAYER, DEAL)
    assert shown.note(5, 0)
    shown.is_unsure = True
    assert shown.note(5, 1)
    assert not shown.note(5, 1)
    assert shown.wrong == []
    assert shown.note(5, 2)
    assert shown.note(6, 3)
    assert shown.wrong == ["game 5 at 2, not 5 at (1,)", "game 6 at 3, not 5 at (2,)"]


def test_a_round_is_a_line_for_the_killed_shards_and_one_for_the_others() -> None:
    presses = [Press(0.0, 0.25, 0), Press(1.0, None, 0), Press(2.0, 0.5, 1), Press(8.0, 0.5, 0)]
    usage = Usage(bot=0.3, workers=0.6, database=0.03, discord=0.15)
    one = Round("all", 10.0, presses, usage, 1.5)
    heading, line = rounds_table([one]).splitlines()
    assert heading.split()[:3] == ["presses", "a", "second"]
    assert line.split() == [
        "all",
        "0.3",
        "500",
        "500",
        "1",
        "100.0",
        "200.0",
        "10.0",
        "50.0",
        "1.5",
    ]
    there, elsewhere = split(one, frozenset({0}))
    assert [len(part.presses) for part in (there, elsewhere)] == [3, 1]
    assert silence(presses, frozenset({0}), 10.0) == 8.25


@pytest.mark.postgres
async def test_a_killed_process_loses_and_doubles_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    size = Size(guilds=40, shards=2, processes=2, players=4, seconds=0.5)
    assert await measure(size) == []
    report = capsys.readouterr().out
    assert "2 shards served after" in report
    assert "Discord saw 3 IDENTIFYs" in report
    assert "killed: 1 shards, all served again after" in report
    assert "4 games" in report
    assert "0 contradictions with the database" in report
