"""What players who want it are told unasked, and the way back to where a game could be won."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PIL.GifImagePlugin import GifImageFile

from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.solver.pool import SolverPool
from local_discord.testing import Message, Person
from tests.e2e.play.boards import picture
from tests.e2e.running_bot import RunningBot, running_patience

SETTING = "Say when a game can no longer be won"


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot with a solver."""
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers) as bot:
            yield bot


async def given_up(ada: Person, game: str = "phoenix", deal: str = "47", tap: str = "4") -> Message:
    """A board that was given up after a move."""
    board = await ada.command("patience", "play", game=game, deal=deal)
    await ada.press(board, label=tap)
    return await ada.press(await ada.command("patience", "type giveup"), label="Give up")


async def test_after_a_loss_the_way_back_leads_to_a_game_that_does_not_count(
    bot: RunningBot, ada: Person
) -> None:
    settings = await ada.command("patience", "settings")
    await ada.press(settings, label=f"{SETTING}: off")
    await given_up(ada)
    told = await ada.until(lambda one: "could still win" in one.text, "verdict")
    assert "You could still win until move 1." in told.text
    line = await ada.press(told, label="How to win")
    assert line.ephemeral
    assert "### How to win Phoenix, deal 47" in line.text
    replay = await ada.press(line, label="Watch")
    assert isinstance(await picture(replay), GifImageFile)

    back = await ada.press(told, label="Back to there")
    assert "1 move · " in back.text
    assert "does not count" in back.text
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    assert await bot.services[Statistics].losses(ada.id) == 1


async def test_a_lost_game_says_so_in_its_line_and_counts_it_as_a_look_at_the_odds(
    bot: RunningBot, ada: Person
) -> None:
    settings = await ada.command("patience", "settings")
    await ada.press(settings, label=f"{SETTING}: off")
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    told = await ada.until(lambda one: "can no longer be won" in one.text, "verdict")
    assert told.id == board.id
    assert (await bot.services[Games].active(ada.id)).odds == 1


async def test_without_the_setting_nothing_is_said_until_it_is_offered_once(
    bot: RunningBot, ada: Person
) -> None:
    for _ in range(3):
        over = await given_up(ada)
        assert "could still win" not in over.text
    offer = await ada.until(lambda one: "Shall I tell you" in one.text, "offer")
    assert offer.ephemeral
    await ada.press(offer, label="No, thanks")
    await given_up(ada)
    await ada.command("patience", "help")
    assert sum("Shall I tell you" in one.text for one in ada.messages.values()) == 0
