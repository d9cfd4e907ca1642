"""The supervisor of several processes; a small program stands for the bot."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

import bot.fleet.supervisor
from bot.chat.requests.failures import Backoff
from bot.fleet.supervisor import ProcessRefused, Supervisor, supervise
from bot.models.shards import ShardPlan
from bot.process import EX_CONFIG, EX_TEMPFAIL
from tests.waiting import until

PLANS: Final = (ShardPlan((0, 1), 4), ShardPlan((2, 3), 4))
BOT: Final = """
import os, pathlib, sys

shards = os.environ["PATIENCE_SHARDS"]
pathlib.Path("arguments-" + shards[0]).write_text(" ".join(sys.argv[1:]))
names = "PATIENCE_SHARDS", "PATIENCE_PROCESSES", "PATIENCE_METRICS_PORT"
with open("starts", "a") as starts:
    print(*map(os.environ.get, names), file=starts)
codes = pathlib.Path("codes-" + shards[0])
if codes.exists() and (left := codes.read_text().split()):
    codes.write_text(" ".join(left[1:]))
    sys.exit(int(left[0]))
sys.stdin.read()
pathlib.Path("ended-" + shards[0]).touch()
"""
"""Ends with the exit codes in a file, one each time; then stays until its input ends."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, in which the program is the bot."""
    package = tmp_path / "bot"
    package.mkdir()
    (package / "__main__.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def starts(folder: Path) -> list[str]:
    """What each process was started with so far."""
    file = folder / "starts"
    return file.read_text().splitlines() if file.exists() else []


def supervisor() -> Supervisor:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    backoff = Backoff(first=0.01, longest=0.02)
    return Supervisor(PLANS, metrics_port=9000, backoff=backoff, environment=plain)


@asynccontextmanager
async def supervised() -> AsyncIterator[None]:
    """A supervisor that runs until the end of the block."""
    running = supervisor()
    task = asyncio.create_task(running.run())
    yield
    running.stop()
    await task


async def test_each_process_has_its_share_and_its_port(folder: Path) -> None:
    async with supervised():
        await until(lambda: len(starts(folder)) == 2)
    assert sorted(starts(folder)) == ["0-1/4 1 9000", "2-3/4 1 9001"]


async def test_each_process_knows_how_many_there_are(folder: Path) -> None:
    async with supervised():
        await until(lambda: len(starts(folder)) == 2)
    assert (folder / "arguments-2").read_text() == "run --supervised=2"


async def test_a_process_that_dies_is_started_again_and_the_other_is_not(folder: Path) -> None:
    (folder / "codes-2").write_text("1 -9 0")
    async with supervised():
        await until(lambda: len(starts(folder)) == 5)
    assert [line[0] for line in sorted(starts(folder))] == ["0", "2", "2", "2", "2"]


async def test_a_machine_that_cannot_start_a_process_just_now_is_asked_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, fails = asyncio.create_subprocess_exec, 3

    async def start_later(
        *arguments: Any,  # noqa: ANN401  # as in the library
        **options: Any,  # noqa: ANN401  # as in the library
    ) -> asyncio.subprocess.Process:
        nonlocal fails
        if starts(folder) and fails:
            fails -= 1
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return await start(*arguments, **options)

    (folder / "codes-2").write_text("1")
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_later)
    async with supervised():
        await until(lambda: len(starts(folder)) == 3)
        assert not (folder / "ended-0").exists(), "It plays on."
    assert not fails


@pytest.mark.parametrize("code", [EX_CONFIG, EX_TEMPFAIL])
async def test_a_process_that_is_refused_ends_all(folder: Path, code: int) -> None:
    (folder / "codes-2").write_text(str(code))
    with pytest.raises(ProcessRefused) as refused:
        await supervisor().run()
    assert refused.value.code == code
    assert not (folder / "ended-0").exists(), "It was told to stop."


async def test_shards_that_are_still_taken_after_a_crash_are_waited_for(folder: Path) -> None:
    (folder / "codes-2").write_text(f"1 {EX_TEMPFAIL}")
    async with supervised():
        await until(lambda: len(starts(folder)) == 4)


@pytest.mark.parametrize("question", [1, 2])
async def test_asking_how_many_shards_there_are_by_now_can_be_interrupted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, question: int
) -> None:
    asked: list[str] = []

    async def recommended(token: str) -> ShardPlan:
        asked.append(token)
        if len(asked) == question:
            # As Discord may be away, this may take for ever.
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(3600)
        return ShardPlan((0, 1), 2)

    (folder / "codes-0").write_text(str(EX_CONFIG))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(bot.fleet.supervisor, "_recommended", recommended)
    async with asyncio.timeout(60):
        await supervise("a-token", None, 2, None)
    assert len(asked) == question
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


async def test_a_refusal_ends_all_unless_discord_recommends_more_shards_by_now(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def recommended(_token: str) -> ShardPlan:
        return ShardPlan((0, 1), 2)

    (folder / "codes-0").write_text(str(EX_CONFIG))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setattr(bot.fleet.supervisor, "_recommended", recommended)
    async with asyncio.timeout(60):
        with pytest.raises(ProcessRefused):
            await supervise("a-token", None, 1, None)
    assert len(starts(folder)) == 1
