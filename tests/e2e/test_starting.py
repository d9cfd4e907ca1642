"""Starting while Discord cannot be reached or refuses, and stopping at any time."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.chat.connection import command_registration
from bot.chat.connection.command_registration import FileRegistry
from bot.images import ImageRenderer
from bot.process import run_until_signal
from local_discord import LocalDiscord
from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    RateLimited,
    Refused,
    ResetAfter,
    ResetBefore,
)
from local_discord.testing import Person
from rendering import Picture, Scene, Style
from tests.e2e.bot_process import ROOT, is_one_line
from tests.e2e.bot_process import bot as bot_process
from tests.e2e.log_lines import log_lines
from tests.e2e.running_bot import RunningBot
from tests.waiting import until

_HOURS: Final = 3 * 60 * 60.0


async def plays(bot: RunningBot) -> None:
    """Play a move, to prove that the bot serves players."""
    async with Person.connect(bot.discord.page_url, "Ada") as ada:
        await ada.until_online()
        board = await ada.command("patience", "play", game="phoenix", deal="7")
        assert "1 move ·" in (await ada.press(board, label="6")).text


@pytest.mark.quick
async def test_a_bot_that_starts_during_an_outage_waits_for_its_end(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    async with stopped.discord.outage():
        starting = asyncio.create_task(stopped.start())
        await until(lambda: sum("cannot be reached" in line for line in log_lines(caplog)) == 3)
    await starting
    await plays(stopped)
    # Ever fewer attempts are logged.
    assert len([line for line in log_lines(caplog) if "cannot be reached" in line]) <= 5
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "fault",
    [
        HttpError(503),
        HttpError(503, html=True),
        RateLimited(),
        RateLimited(scope="global"),
        CloudflareBan(),
        ResetBefore(),
        ResetAfter(),
    ],
    ids=str,
)
async def test_a_fault_of_every_request_of_a_start_only_delays_it(
    stopped: RunningBot, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    for path in ("/users/@me", "/applications/@me", "/gateway/bot", "/commands"):
        stopped.discord.inject(fault, 2, path_contains=path)
    await stopped.start()
    await plays(stopped)
    assert "<" not in "".join(log_lines(caplog)), "Nobody wants to read a page of HTML."
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("code", [50035, 50001])
async def test_refused_commands_leave_those_registered_before_until_discord_takes_them(
    stopped: RunningBot, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    await stopped.start()
    await stopped.stop()
    caplog.clear()
    refused = stopped.discord.inject(Refused(code), 3, method="PUT", path_contains="/commands")
    await stopped.start()
    await plays(stopped)
    await refused.happened.wait()
    await until(lambda: any(line.startswith("Registered") for line in log_lines(caplog)))
    told = [line for line in log_lines(caplog) if "could not be registered" in line]
    assert len(told) == 2, "The first refusal and the second, not the third."
    assert all(is_one_line(line + "\n") and "will be sent again" in line for line in told)


async def test_commands_refused_for_hours_are_sent_again_then_and_hold_nothing_up_meanwhile(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sleeps but what sends them: the library would, with the request in its hands."""
    pauses = asyncio.Queue[float]()
    over = asyncio.Event()
    sleep = asyncio.sleep

    async def pause(seconds: float) -> None:
        if seconds != _HOURS:
            await sleep(seconds)
        else:
            pauses.put_nowait(seconds)
            await over.wait()

    await stopped.start()
    await stopped.stop()
    caplog.clear()
    monkeypatch.setattr(asyncio, "sleep", pause)
    refused = Refused(30034, retry_after=_HOURS)
    stopped.discord.inject(refused, method="PUT", path_contains="/commands")
    await stopped.start()
    assert await pauses.get() == _HOURS
    # It waits by itself: whatever else is asked of Discord is answered.
    await plays(stopped)
    assert not any(line.startswith("Registered") for line in log_lines(caplog))
    over.set()
    await until(lambda: any(line.startswith("Registered") for line in log_lines(caplog)))
    [told] = [line for line in log_lines(caplog) if "could not be registered" in line]
    assert "Discord takes 200 new ones a day, and more in 3:00:00." in told
    assert pauses.empty()


async def test_a_limit_that_outlasts_the_wait_for_the_commands_ends_nonetheless(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_registration, "_TIMEOUT", 0.1)
    stopped.discord.inject(RateLimited(0.5, "global"), method="PUT", path_contains="/commands")
    await stopped.start()
    await plays(stopped)
    await until(lambda: any(line.startswith("Registered") for line in log_lines(caplog)))


@pytest.mark.quick
async def test_who_has_not_ticked_user_install_is_told_to(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    stopped.discord.state.installation_contexts.discard(1)
    await stopped.start()
    assert any("Tick User Install" in line for line in log_lines(caplog))
    stopped.discord.state.installation_contexts.add(1)
    await until(lambda: any(line.startswith("Registered") for line in log_lines(caplog)))
    stopped.discord.refusals.clear()


async def test_the_entry_point_of_an_application_with_activities_stays(
    stopped: RunningBot, caplog: pytest.LogCaptureFixture
) -> None:
    state = stopped.discord.state
    stopped.discord.enable_activities()
    [entry_point] = state.commands(None)
    await stopped.start()
    await plays(stopped)
    assert any(line.startswith("Registered") for line in log_lines(caplog))
    [kept] = [one for one in state.commands(None) if one["type"] == 4]
    of_discord = {"version", "options", "dm_permission"}
    assert {key: kept[key] for key in kept.keys() - of_discord} == {
        key: entry_point[key] for key in entry_point.keys() - of_discord
    }
    assert stopped.discord.refusals == []


async def test_a_command_that_is_no_more_is_removed_beside_an_entry_point(
    stopped: RunningBot,
) -> None:
    state = stopped.discord.state
    await stopped.start()
    state.set_commands(None, [*state.commands(None), state.commands(None)[0] | {"name": "gone"}])
    stopped.discord.enable_activities()
    await stopped.restart()
    assert "gone" not in {one["name"] for one in state.commands(None)}
    assert stopped.discord.refusals == []


@pytest.mark.quick
async def test_what_was_registered_is_remembered_in_a_folder_that_is_made(
    stopped: RunningBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stopped.registry = FileRegistry(tmp_path / "data" / "commands.sha256")
    await stopped.start()
    await stopped.restart()
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert len([line for line in log_lines(caplog) if line.startswith("Registered")]) == 1


async def test_a_file_that_cannot_be_written_does_not_stop_the_start(
    stopped: RunningBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").write_text("not a folder", encoding="ascii")
    stopped.registry = FileRegistry(tmp_path / "data" / "commands.sha256")
    await stopped.start()
    await plays(stopped)
    assert any("at the next start" in line for line in log_lines(caplog))


async def test_a_stop_responds_to_the_presses_before_it(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    draw, drawing = ImageRenderer.draw, asyncio.Event()

    async def slowly(self: ImageRenderer, scene: Scene, style: Style) -> Picture:
        drawing.set()
        await asyncio.sleep(0.5)
        return await draw(self, scene, style)

    monkeypatch.setattr(ImageRenderer, "draw", slowly)
    press = asyncio.create_task(ada.press(board, label="6"))
    await drawing.wait()
    await bot.stop()
    assert "1 move ·" in (await press).text


async def test_a_stop_during_an_outage_is_obeyed_at_once(tmp_path: Path) -> None:
    async with LocalDiscord() as discord:
        address = discord.api_url
    async with bot_process(
        tmp_path, "run", DISCORD_TOKEN="a-token", PATIENCE_DISCORD_API=address
    ) as process:
        assert process.stderr is not None
        line = ""
        while "cannot be reached" not in line:
            line = (await process.stderr.readline()).decode()
            assert line
        process.send_signal(signal.SIGTERM)
        output, errors = await process.communicate()
    assert process.returncode == 0
    assert "kept" in output.decode()
    assert "Traceback" not in errors.decode()


HANGS = """
import asyncio, sys
from bot.process import run_until_signal

async def work():
    print("at work", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        print("stopping", flush=True)
        await asyncio.to_thread(input)

asyncio.run(run_until_signal(work(), again_after=float(sys.argv[1])))
"""
"""Work whose stop lasts until it reads a line."""


@pytest.mark.quick
async def test_work_stops_although_it_cannot_be_handed_over() -> None:
    async def stop_at_once() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)

    async def fail() -> None:
        raise RuntimeError

    stopping = asyncio.create_task(run_until_signal(stop_at_once(), drain=fail))
    assert await asyncio.wait([stopping], timeout=10) == ({stopping}, set())


@pytest.mark.parametrize(("again_after", "code"), [("0", -signal.SIGTERM), ("60", 0)])
async def test_only_a_later_request_to_stop_ends_the_process_at_once(
    again_after: str, code: int
) -> None:
    pipe = asyncio.subprocess.PIPE
    words = (sys.executable, "-c", HANGS, again_after)
    process = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    for line in (b"at work\n", b"stopping\n"):
        assert await process.stdout.readline() == line
        process.send_signal(signal.SIGTERM)
    output, _errors = await process.communicate(b"\n" if code == 0 else None)
    assert process.returncode == code
    assert (b"kept" in output) == (code == 0)
