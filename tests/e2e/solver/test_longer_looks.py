"""Questions that a short search does not settle: answered so far at once, and better later."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from engine import deal
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.running_bot import RunningBot, running_patience

pytestmark = pytest.mark.slow

LOOKING = "Looking for half a minute longer"
_LONGEST = 5 * 60.0
"""Seconds until a search of a minute has ended on a machine that is four times slower."""


@pytest.fixture
def longer() -> float:
    """For how many seconds a question is looked at longer at first."""
    return 60.0


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, longer: float
) -> AsyncIterator[RunningBot]:
    """A bot whose short searches find nothing."""

    def hasty(solvers: SolverPool) -> Advisor:
        return Advisor(solvers, seconds=0.0, longer=(longer, 61.0))

    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        async with running_patience(images, migrated_file, solvers, advisor=hasty) as bot:
            yield bot


async def settled(person: Person, first: Message) -> Message:
    """What a message says in the end."""
    await person.wait_until(
        lambda: "🔎" not in person.messages[first.id].text, "an answer", seconds=_LONGEST
    )
    return person.messages[first.id]


async def test_odds_are_looked_at_longer_in_the_same_message(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    first = await ada.command("patience", "odds")
    assert "**Maybe.**" in first.text
    assert LOOKING in first.text
    assert "**Yes**" in (await settled(ada, first)).text
    assert (await bot.services[Games].active(ada.id)).odds == 1
    again = await ada.command("patience", "odds")
    assert "**Yes**" in again.text, "What was found is known."


async def test_a_solution_is_looked_for_longer_before_the_game_is_given_up(ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    asked = await ada.command("patience", "solution")
    first = await ada.press(asked, label="Show it and give up")
    assert LOOKING in first.text
    assert "Your game is unchanged." in first.text
    assert "How to win Phoenix, deal 813" in (await settled(ada, first)).text


async def test_a_board_of_ones_own_is_looked_at_longer(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "deal", game="phoenix")
    board = deal("phoenix", 813).board.text(reveal=True)
    first = await ada.submit_modal(form, board=board)
    await ada.until(lambda one: one.id == first.id and LOOKING in one.text, "that it is looked at")
    assert "**Can be won**" in (await settled(ada, first)).text


@pytest.mark.parametrize("longer", [0.1])
async def test_what_half_a_minute_does_not_settle_can_be_looked_at_once_more(
    ada: Person,
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="813")
    first = await ada.command("patience", "odds")
    open_still = await settled(ada, first)
    assert "**Maybe.**" in open_still.text
    assert labels(open_still) == ["Look longer"]
    shown = await ada.press(open_still, label="Look longer")
    assert shown.id == first.id
    assert "**Yes**" in (await settled(ada, shown)).text
