"""How long the bot waits for Discord, and how often it starts a session in a bad day."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import aiohttp
import discord
import pytest

from bot.chat.connection.session_starts import pause_before_start
from bot.chat.requests.failures import Backoff, is_passing, is_worth_logging, reason

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

DAY = 24 * 60 * 60.0


def limit(remaining: int, seconds: float) -> SessionStartLimit:
    return {
        "total": 1000,
        "remaining": remaining,
        "reset_after": int(seconds * 1000),
        "max_concurrency": 1,
    }


def test_pauses_double_up_to_the_longest() -> None:
    backoff = Backoff(first=1.0, longest=60.0)
    assert backoff.after(0) == 0
    for failures, longest in enumerate((1, 2, 4, 8, 16, 32, 60, 60), start=1):
        assert longest / 2 <= backoff.after(failures) <= longest
    assert backoff.after(10**6) <= 60


def test_ever_fewer_failures_in_a_row_are_logged() -> None:
    assert [number for number in range(100) if is_worth_logging(number)] == [1, 2, 4, 8, 16, 32, 64]


@pytest.mark.parametrize("seconds_between", [1.0, 5.0, 60.0])
def test_a_bot_that_fails_all_day_starts_no_more_sessions_than_discord_allows(
    seconds_between: float,
) -> None:
    now, remaining = 0.0, 1000
    while (now := now + pause_before_start(limit(remaining, DAY - now)) + seconds_between) < DAY:
        remaining -= 1
    assert remaining >= 0


def test_more_than_half_of_the_day_s_sessions_start_at_once() -> None:
    assert pause_before_start(limit(999, DAY)) == 0
    assert pause_before_start(limit(501, DAY)) == 0


@pytest.mark.parametrize("remaining", [500, 250, 2, 1])
def test_the_others_wait_for_their_share_of_the_rest_of_the_day(remaining: int) -> None:
    assert pause_before_start(limit(remaining, DAY)) == DAY / remaining


def test_without_any_left_the_next_one_waits_for_the_next_day() -> None:
    assert pause_before_start(limit(0, 60.0)) == 60


def test_a_reason_is_one_short_line() -> None:
    assert reason(TimeoutError()) == "TimeoutError"
    assert reason(ConnectionResetError("reset\nby peer")) == "ConnectionResetError: reset by peer"
    assert len(reason(aiohttp.ClientError("long " * 100))) < 200


@pytest.mark.parametrize(
    ("status", "passes"),
    [(400, False), (403, False), (404, False), (429, True), (500, True), (503, True)],
)
def test_only_crowds_and_troubles_of_discords_own_are_worth_another_try(
    status: int, *, passes: bool
) -> None:
    response = cast("aiohttp.ClientResponse", SimpleNamespace(status=status, reason=""))
    assert is_passing(discord.HTTPException(response, None)) is passes
    assert is_passing(discord.RateLimited(60.0))
    assert is_passing(ConnectionResetError())
    assert not is_passing(ValueError())
