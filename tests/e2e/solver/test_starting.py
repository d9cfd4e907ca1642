"""What players ask for in the first seconds, while the solver is starting up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.service.solver.pool import SolverPool
from engine import deal
from local_discord.testing import Person
from tests.e2e.contests.race_tables import open_table, press
from tests.e2e.running_bot import RunningBot, running_patience

BOARD = deal("phoenix", 47).board.text(reveal=True)


@pytest.fixture
async def solvers() -> AsyncIterator[SolverPool]:
    """A solver that has not begun to start."""
    starting = SolverPool(1)
    yield starting
    await starting.close()


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, solvers: SolverPool
) -> AsyncIterator[RunningBot]:
    """A bot with that solver."""
    async with running_patience(images, migrated_file, solvers) as running:
        yield running


async def test_a_race_begins_once_the_solver_has_found_its_deal(
    solvers: SolverPool, ada: Person, ben: Person
) -> None:
    await open_table(ada)
    await press(ben, "Ready")
    note = await press(ada, "Start")
    assert note.text == "The solver is still starting up. The answer comes here, within a minute."
    await solvers.__aenter__()
    await ben.until(lambda one: "My board" in {button.label for button in one.buttons}, "a race")


async def test_a_board_of_ones_own_is_judged_once_the_solver_can(
    solvers: SolverPool, ada: Person
) -> None:
    form = await ada.command_for_modal("patience", "deal", game="phoenix")
    board = await ada.submit_modal(form, board=BOARD)
    assert "Looking whether this can be won" in board.text
    await solvers.__aenter__()
    await ada.until(lambda one: one.id == board.id and "Can be won" in one.text, "a verdict")
