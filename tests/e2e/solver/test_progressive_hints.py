"""Hints that come at once, and are made better while the player looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.play.boards import live_board
from tests.e2e.running_bot import RunningBot, running_patience

THOUGHT, HINT = "💭", "💡"


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot that says what it thinks before it searches."""

    def hasty(solvers: SolverPool) -> Advisor:
        return Advisor(solvers, seconds=1.0, first=0.0)

    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers, advisor=hasty) as bot:
            yield bot


async def until_better(person: Person, shown: Message) -> Message:
    """The board once the search for a better hint is over."""
    return await person.until(lambda one: one.id == shown.id and HINT in one.text, "better hint")


async def until_over(bot: RunningBot) -> None:
    """Wait until the bot looks for nothing better."""
    assert not await bot.client.interactions.in_flight.wait(60)


async def test_a_hint_comes_at_once_and_is_made_better_once(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="klondike", deal="1")
    before = await board.picture()
    shown = await ada.press(board, label="Hint")
    assert shown.id == board.id
    assert THOUGHT in shown.text
    assert "still looking" in shown.text
    better = await until_better(ada, shown)
    assert "still looking" not in better.text
    assert await better.picture() != before
    assert (await bot.services[Games].active(ada.id)).hints == 1


async def test_a_board_on_which_its_player_has_acted_shows_no_better_hint(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="spider", deal="1")
    snapshot = await bot.services[Games].active(ada.id)
    moves = Counter(move.source for move in snapshot.game.legal_moves())
    selected, moved = max(moves, key=moves.__getitem__), min(moves, key=moves.__getitem__)
    for pile in (selected, moved):
        board = await ada.press(board, label="Hint")
        assert THOUGHT in board.text
        tap = next(one for one in board.buttons if one.custom_id.endswith(f":tap:{pile}"))
        acted = await ada.press(board, custom_id=tap.custom_id)
        await until_over(bot)
        shown = await ada.refresh(board)
        assert shown.text == acted.text
        assert HINT not in shown.text
        board = await ada.press(shown, label="Back") if "Back" in labels(shown) else shown


async def test_a_typed_hint_is_made_better_on_the_board_and_in_private(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "play", game="klondike", deal="1")
    word = await ada.command("patience", "hint")
    assert word.ephemeral
    assert THOUGHT in word.text
    assert THOUGHT in live_board(ada, word).text
    board = live_board(ada, await until_better(ada, word))
    assert HINT in board.text
    assert (await bot.services[Games].active(ada.id)).hints == 1


async def test_a_first_thought_on_a_lost_deal_gives_way_to_that_it_is_lost(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert THOUGHT in (await ada.press(board, label="Hint")).text
    told = await ada.until(lambda one: "could not be won from the start" in one.text)
    assert told.ephemeral
    assert THOUGHT not in (await ada.refresh(board)).text
    assert (await bot.services[Games].active(ada.id)).hints == 1
