"""A press looks up each thing once: who presses, what they prefer, which game, which moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from bot.service.play.snapshots import Snapshots
from bot.service.preferences import PreferenceService
from bot.store.database.connection import Database
from engine import Board, Game
from local_discord.testing import Person
from tests.e2e.counted_calls import counted
from tests.e2e.play.boards import typed
from tests.e2e.running_bot import RunningBot

PREFERENCES = [(PreferenceService, "get")]
GAMES = [(Snapshots, name) for name in ("remembered", "expect", "active", "get", "stored")]
TRANSACTIONS = [(Database, name) for name in ("transaction", "reading", "run")]


def total(counts: Counter[str], functions: Sequence[tuple[type, str]]) -> int:
    """How many calls of some methods were counted."""
    return sum(counts[f"{owner.__name__}.{name}"] for owner, name in functions)


@pytest.mark.quick
async def test_a_tap_that_plays_looks_up_each_thing_once(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    board = await ada.press(board, label="6")
    board = await ada.press(board, label="Undo")
    async with counted(
        bot,
        *PREFERENCES,
        *GAMES,
        (Board, "legal_moves"),
        (Game, "copy"),
        (Database, "autocommit"),
        *TRANSACTIONS,
    ) as counts:
        board = await ada.press(board, label="6")
    assert "1 move ·" in board.text
    assert total(counts, PREFERENCES) == 1
    assert total(counts, GAMES) == 1
    assert counts["Board.legal_moves"] == 1
    assert counts["Game.copy"] <= 1
    assert counts["Database.autocommit"] == 1
    assert total(counts, TRANSACTIONS) == 0


async def test_typing_a_move_looks_up_each_thing_once(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="2")
    async with counted(
        bot,
        *PREFERENCES,
        *GAMES,
        (Board, "legal_moves"),
        (Game, "copy"),
    ) as counts:
        board = await typed(ada, "patience", "type move", play="r1-f1")
    assert "1 move ·" in board.text
    assert total(counts, PREFERENCES) == 1
    assert total(counts, GAMES) == 1
    # The text is matched against the moves of one board, and the reply offers those of the next.
    assert counts["Board.legal_moves"] <= 2
    assert counts["Game.copy"] <= 1
