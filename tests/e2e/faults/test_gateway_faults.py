"""Whatever happens to the connection to the gateway, the next press works.

discord.py and the bot are real; the local Discord closes, corrupts and silences the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.chat.connection.gateway import DiscordRefused, TooFewShards
from bot.chat.connection.library import GatewaySocket
from local_discord.gateway import Gateway
from local_discord.testing import Person
from tests.e2e.log_lines import log_lines
from tests.e2e.running_bot import TIMING, RunningBot
from tests.waiting import until

Fault = Callable[[Gateway], Awaitable[None]]

ENDS = (4004, 4010, 4011, 4012, 4013, 4014)
"""Close codes after which a client is not to connect again."""
TOO_FEW_SHARDS = 4011


def closing(code: int) -> Fault:
    """Discord closes the connection with that code."""
    return lambda gateway: gateway.close_connections(code)


FAULTS: dict[str, Fault] = {
    **{
        f"closed with {code}": closing(code)
        for code in (1000, 1001, *range(4000, 4015))
        if code not in ENDS
    },
    "asked to reconnect": Gateway.ask_to_reconnect,
    "session invalid": lambda gateway: gateway.invalidate_sessions(resumable=False),
    "session resumable": lambda gateway: gateway.invalidate_sessions(resumable=True),
    "corrupted frame": Gateway.send_corrupted,
}
ENDS_SESSION = [
    FAULTS[name]
    for name in ("closed with 4003", "closed with 4007", "closed with 4009", "session invalid")
]
"""Faults after which a session cannot be resumed; the others are not to cost one."""


def connections(bot: RunningBot) -> int:
    """How often the bot identified or resumed."""
    return bot.discord.gateway.identifies + bot.discord.gateway.resumes


async def connected_again(bot: RunningBot, before: int) -> None:
    """Wait until the bot is back after so many connections."""
    await until(lambda: connections(bot) > before and bot.discord.state.online)


async def plays(bot: RunningBot) -> None:
    """Play a move, to prove that the bot serves players."""
    async with Person.connect(bot.discord.page_url, "Ada") as ada:
        await ada.until_online()
        board = await ada.command("patience", "play", game="phoenix", deal="7")
        assert "1 move ·" in (await ada.press(board, label="6")).text


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_the_press_after_a_fault_of_the_gateway_works(
    bot: RunningBot, ada: Person, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    before = connections(bot)
    await fault(bot.discord.gateway)
    await connected_again(bot, before)
    assert bot.discord.gateway.resumes == (fault not in ENDS_SESSION)
    assert "1 move ·" in (await ada.press(board, label="6")).text
    assert len(log_lines(caplog)) < 5
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("code", [code for code in ENDS if code != TOO_FEW_SHARDS])
async def test_a_bot_that_discord_refuses_for_good_ends_with_a_sentence(
    bot: RunningBot, code: int
) -> None:
    await bot.discord.gateway.close_connections(code)
    with pytest.raises(DiscordRefused) as refused:
        await bot.serving
    assert str(code) in str(refused.value) or "DISCORD_TOKEN" in str(refused.value)
    assert connections(bot) == 1


@pytest.mark.quick
async def test_a_bot_with_too_few_shards_says_that_another_start_asks_for_more(
    bot: RunningBot,
) -> None:
    await bot.discord.gateway.close_connections(TOO_FEW_SHARDS)
    with pytest.raises(TooFewShards, match="Starting again opens as many"):
        await bot.serving


async def test_a_connection_whose_heartbeats_stay_unanswered_is_replaced(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = stopped.discord.gateway
    gateway.heartbeat_seconds = 0.6
    await stopped.start()
    gateway.acknowledges_heartbeats = False
    await until(lambda: gateway.resumes)
    gateway.acknowledges_heartbeats = True
    await plays(stopped)
    assert "Traceback" not in caplog.text


async def test_a_connection_that_falls_silent_is_replaced(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = stopped.discord.gateway
    gateway.heartbeat_seconds = 0.5
    stopped.timing = replace(TIMING, silence=1.0)
    await stopped.start()
    gateway.silent = True
    gateway.silent = False  # for the next connection
    await until(lambda: gateway.resumes)
    await plays(stopped)
    assert "Traceback" not in caplog.text


async def test_a_start_outlasts_a_gateway_that_says_nothing(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    stopped.discord.gateway.silent = True
    stopped.timing = replace(TIMING, silence=0.3)
    starting = asyncio.create_task(stopped.start())
    await until(lambda: any("No connection" in line for line in log_lines(caplog)))
    stopped.discord.gateway.silent = False
    await starting
    await plays(stopped)


async def test_sessions_refused_again_and_again_are_started_ever_less_often(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = stopped.discord.gateway
    gateway.refuse_next(7, 4000)
    await stopped.start()
    await plays(stopped)
    assert gateway.identifies == 8
    told = [line for line in log_lines(caplog) if "No connection" in line]
    assert len(told) == 3, "The first, second and fourth, after one that needs no pause."


async def test_a_session_that_cannot_be_resumed_makes_place_for_a_new_one(bot: RunningBot) -> None:
    gateway = bot.discord.gateway
    gateway.refuse_next(3, 4000)
    await gateway.close_connections(4000)
    await until(lambda: gateway.identifies == 2 and bot.discord.state.online)
    assert gateway.resumes == 3
    await plays(bot)


async def test_the_press_after_an_outage_works(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    before = connections(bot)
    async with bot.discord.outage():
        await until(lambda: sum("No connection" in line for line in log_lines(caplog)) == 2)
    await connected_again(bot, before)
    assert "1 move ·" in (await ada.press(board, label="6")).text
    assert len(log_lines(caplog)) < 5
    assert "Traceback" not in caplog.text


@pytest.mark.quick
async def test_the_last_sessions_of_the_day_are_not_used_up(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    stopped.discord.gateway.session_start_limit.remaining = 3
    starting = asyncio.create_task(stopped.start())
    await until(lambda: any("3 more sessions" in line for line in log_lines(caplog)))
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
    assert connections(stopped) == 0


async def test_a_heartbeat_acknowledged_at_once_is_no_late_one(
    stopped: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    acknowledged = asyncio.Event()
    send = GatewaySocket.send_heartbeat

    async def send_and_wait(socket: GatewaySocket, data: object) -> None:
        before = socket.latency
        await send(socket, data)
        # The library's thread goes on only now.
        await until(lambda: socket.latency != before)
        acknowledged.set()

    monkeypatch.setattr(GatewaySocket, "send_heartbeat", send_and_wait)
    stopped.discord.gateway.heartbeat_seconds = 0.8
    await stopped.start()
    await acknowledged.wait()
    (state,) = stopped.client.connections.by_shard.values()
    assert state.latency < stopped.discord.gateway.heartbeat_seconds
