"""A day with a goal: stated on the board, missed, got back, met, and told in results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engine
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from engine.dealing import opening
from engine.goals import WithoutPile
from local_discord.testing import Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.play.boards import typed
from tests.e2e.running_bot import RunningBot, running_patience

DEAL = DailyDeal(NOON.date(), "freecell", 1, attempt=1, par=80, goal="without d")


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot whose deal of the day has a goal."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        await save_daily_deal(bot.database, DEAL, NOON)
        yield bot


@pytest.mark.quick
async def test_a_goal_is_missed_got_back_and_met(bot: RunningBot, ada: Person) -> None:
    today = await ada.command("patience", "daily today")
    assert "-# 🎯 Win without using cell d." in today.text.splitlines()
    board = await ada.command("patience", "daily play")
    assert "🎯 Win without using cell d." in board.text.splitlines()
    board = await typed(ada, "patience", "type move", play="1-d")
    assert "🎯 ~~Win without using cell d.~~ Undo to get it back." in board.text
    board = await ada.press(board, label="Undo")
    assert "🎯 Win without using cell d." in board.text

    restricted = WithoutPile("d").restricted(engine.rules_of("freecell"))
    assert restricted is not None
    for move in engine.solve(opening(restricted, 1)).moves:
        snapshot = await bot.services[Games].play(ada.id, move)
        if snapshot.game.can_finish():
            break
    board = await ada.press(await ada.command("patience", "board"), label="Finish")
    assert "🎯 **Goal met:** Win without using cell d." in board.text
    result = await ada.command("patience", "daily play")
    assert "🎯 **Goal met:** Win without using cell d." in result.text
    assert "🎯 goal met" in result.text.splitlines()
    today = await ada.command("patience", "daily today")
    assert "-# 🎯 **Goal met:** Win without using cell d." in today.text.splitlines()
    shared = await ada.press(result, label="Share")
    assert "🎯 goal met" in shared.text
    assert "🎯 1 goal met" in (await ada.command("patience", "daily calendar")).text
