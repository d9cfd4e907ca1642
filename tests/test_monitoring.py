"""Metrics and health over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner

from bot import metrics
from bot.command_line.health import ask, health
from bot.monitoring import Health, LoopWatch, MonitoringError, serve
from tests.waiting import until

HERE = "127.0.0.1"


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        number: int = probe.getsockname()[1]
        return number


@contextlib.contextmanager
def in_use(port: int) -> Iterator[None]:
    """Listen at a port for as long as the block runs."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind((HERE, port))
        other.listen()
        yield


async def get(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HERE}:{port}{path}") as response,
    ):
        return response.status, await response.text()


async def test_health_names_every_check_that_fails(port: int) -> None:
    checks, wrong = Health(), ""
    checks.add("database", lambda: wrong)
    checks.add("Discord", lambda: "")
    async with serve(checks, HERE, port):
        assert await get(port, "/health") == (200, '{"ok": true, "reasons": {}}')
        assert (await asyncio.to_thread(ask, HERE, port)).why == ""
        wrong = "away for 3 s"
        status, text = await get(port, "/health")
        assert (status, text) == (503, '{"ok": false, "reasons": {"database": "away for 3 s"}}')
        assert (await asyncio.to_thread(ask, HERE, port)).why == "database: away for 3 s"
        _, text = await get(port, "/metrics")
        assert 'patience_health{check="database"} 0.0' in text
        assert 'patience_health{check="Discord"} 1.0' in text


async def test_metrics_tell_the_version_and_the_memory_of_the_process(port: int) -> None:
    async with serve(Health(), HERE, port):
        _, text = await get(port, "/metrics")
    assert "patience_info{version=" in text
    assert "patience_process_resident_memory_bytes " in text


def test_every_metric_is_named_after_patience() -> None:
    names = [metric.name for metric in metrics.REGISTRY.collect()]
    assert names
    assert all(name.startswith("patience_") for name in names)


async def test_a_port_in_use_is_taken_as_soon_as_it_is_free(
    port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.monitoring._RETRY", 0.01)
    with in_use(port):
        serving = contextlib.AsyncExitStack()
        await serving.enter_async_context(serve(Health(), HERE, port))
        assert "in use" in caplog.text
    async with serving:
        await until(lambda: asyncio.all_tasks() == {asyncio.current_task()})
        assert (await get(port, "/health"))[0] == 200


async def test_an_address_of_another_machine_is_refused_in_a_sentence(port: int) -> None:
    with pytest.raises(MonitoringError, match="PATIENCE_METRICS_HOST") as refused:
        async with serve(Health(), "192.0.2.1", port):
            pass
    assert f"192.0.2.1, port {port} ({os.strerror(errno.EADDRNOTAVAIL)});" in str(refused.value)


async def test_a_process_that_does_not_listen_counts_as_unhealthy(port: int) -> None:
    assert (await asyncio.to_thread(ask, HERE, port)).why.startswith("does not respond")


@pytest.fixture
def asked(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings for ``python -m bot health`` of a bot with one process at the port."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATIENCE_METRICS_PORT", str(port))


@pytest.mark.usefixtures("asked")
async def test_the_command_tells_of_each_process(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(Health(), HERE, port):
        told = await asyncio.to_thread(CliRunner().invoke, health)
        assert (told.exit_code, told.output) == (0, f"{HERE}:{port} can play\n")
        monkeypatch.setenv("PATIENCE_PROCESSES", "2")
        monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://patience@db/patience")
        told = await asyncio.to_thread(CliRunner().invoke, health)
        assert told.exit_code == 1
        first, second = told.output.splitlines()
        assert first.endswith("can play")
        assert second.startswith(f"{HERE}:{port + 1} does not respond")


@pytest.mark.usefixtures("asked")
async def test_the_command_asks_for_no_process_that_would_have_no_shard(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_PROCESSES", "4")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://patience@db/patience")
    async with serve(Health(processes=1), HERE, port):
        told = await asyncio.to_thread(CliRunner().invoke, health)
    assert (told.exit_code, told.output) == (0, f"{HERE}:{port} can play\n")


@pytest.mark.usefixtures("asked")
def test_the_command_says_which_setting_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATIENCE_METRICS_PORT")
    told = CliRunner().invoke(health)
    assert told.exit_code == 78
    assert "PATIENCE_METRICS_PORT" in told.output
    assert list(Path.cwd().iterdir()) == [], "It reads settings and writes nothing."


async def test_what_a_stalled_event_loop_does_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with LoopWatch(tick=0.01, stalled=0.05).watching():
        stand_still(until_logged=caplog)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 1
    assert "stand_still" in lines[0]


def stand_still(until_logged: pytest.LogCaptureFixture) -> None:
    """Block the event loop until the log tells of it, and then for a few looks more."""
    end = time.monotonic() + 10
    while not until_logged.records and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.1)


async def test_a_late_event_loop_is_unhealthy_until_it_is_in_time_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.monitoring._LATE", 0.1)
    watch = LoopWatch(tick=0.01)
    async with watch.watching():
        await asyncio.sleep(0)
        time.sleep(0.3)  # noqa: ASYNC251  # what must not happen
        await until(watch.why_late)
        await until(lambda: not watch.why_late())
