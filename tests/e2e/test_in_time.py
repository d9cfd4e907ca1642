"""Answers in time and once, whatever becomes of the connection."""

from __future__ import annotations

import logging

import pytest

from bot.chat.failures import ALREADY_ANSWERED
from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    Late,
    LateBefore,
    ResetAfter,
    ResetBefore,
)
from local_discord.testing import Person
from tests.e2e.boards import until_refused
from tests.e2e.running_bot import RunningBot

PASSING: tuple[Fault, ...] = (
    CloudflareBan(),
    HttpError(502, html=True),
    ResetBefore(),
    ResetAfter(),
    Late(2.0),
    LateBefore(2.0),
)
"""Faults after which the same request succeeds."""

passing = pytest.mark.parametrize("fault", PASSING, ids=lambda one: str(one).partition("(")[0])


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What was logged: short, and without a traceback."""
    logged = [one.getMessage() for one in log.records if one.levelno >= logging.WARNING]
    assert not [one for one in log.records if one.exc_info]
    assert len("\n".join(logged).splitlines()) < 5, logged
    return logged


async def all_arrived(bot: RunningBot, fault: Fault) -> None:
    """Wait until Discord has refused the same response a second time, if it got the first."""
    if isinstance(fault, ResetAfter | Late | LateBefore):
        await until_refused(bot, ALREADY_ANSWERED)


@passing
async def test_a_board_is_dealt_once_whatever_becomes_of_the_answer(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    injected = bot.discord.inject(fault, path_contains="/callback")
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert "Phoenix · deal 7" in board.text
    assert injected.happened.is_set()
    assert "1 move ·" in (await ada.press(board, label="6")).text
    assert len(await ada.open("patience")) == 1
    await all_arrived(bot, fault)
    assert len(lines(log)) <= 1


@passing
async def test_a_press_is_played_and_shown_whatever_becomes_of_the_answer(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    bot.discord.inject(fault, path_contains="/callback")
    await ada.press(board, label="6")
    shown = await ada.until(lambda one: "1 move ·" in one.text, "board")
    assert shown.id == board.id
    await all_arrived(bot, fault)
    assert len(lines(log)) <= 1
