"""What a killed command or worker leaves behind: every verdict that came in, once."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from distributed import Client

from engine import CATALOGUE, Outcome
from engine.solver import prepare
from research.deal_results import DealResult, Limits
from research.rates.__main__ import main
from research.rates.cluster import Searched
from research.rates.results import Results

PROJECT = Path(__file__).parents[2]
PHOENIX = CATALOGUE["phoenix"]
LIMITS = Limits(10_000_000, 10)
pytestmark = pytest.mark.timeout(600)  # the first test may compile the searches


def kept(folder: Path) -> list[dict[str, object]]:
    """What a command that starts now would know, by deal."""
    return list(Results(PHOENIX, folder / "phoenix.parquet").table.to_pylist())


@contextmanager
def started(*module: str) -> Iterator[subprocess.Popen[str]]:
    """A Python program in a process group of its own, killed in the end with all its processes."""
    process = subprocess.Popen(
        [sys.executable, "-m", *module],
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for(size: int, path: Path, process: subprocess.Popen[str]) -> None:
    """Wait until a command has written that many bytes into a file."""
    while not path.exists() or path.stat().st_size < size:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def test_a_killed_command_goes_on_with_the_deals_that_have_no_verdict(tmp_path: Path) -> None:
    prepare()
    command = ("research.rates", "phoenix", "--workers", "1", "--results", str(tmp_path))
    with started(*command, "--deals", "1000000") as process:
        wait_for(30_000, tmp_path / "phoenix.arrows", process)
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = kept(tmp_path)
    assert len(before) > 200

    # Some more than what the first one searched.
    deals = max(int(str(row["deal"])) for row in before) + 300
    done = subprocess.run(
        [sys.executable, "-m", *command, "--deals", str(deals)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert f"of {deals} deals can be won" in done.stdout
    after = {row["deal"]: row for row in kept(tmp_path)}
    assert list(after) == list(range(1, deals + 1))
    # Had a deal been searched twice, it would have taken another time.
    assert [after[row["deal"]] for row in before] == before
    assert not (tmp_path / "phoenix.arrows").exists()


def searched(*deals: int) -> Searched:
    """Deals as a task hands them in."""
    return Searched([DealResult(deal, Outcome.WON, 7, 0.5, 0.4) for deal in deals], "1")


def test_verdicts_are_on_disk_as_soon_as_they_come_in(tmp_path: Path) -> None:
    results = Results(PHOENIX, tmp_path / "phoenix.parquet")
    results.add(searched(1, 2), LIMITS)
    results.save()
    results.add(searched(3), LIMITS)
    results.add(searched(5), LIMITS)

    assert [row["deal"] for row in kept(tmp_path)] == [1, 2, 3, 5]


def test_a_verdict_of_which_half_is_written_is_searched_again(tmp_path: Path) -> None:
    journal = tmp_path / "phoenix.arrows"
    results = Results(PHOENIX, tmp_path / "phoenix.parquet")
    results.add(searched(1), LIMITS)
    whole = journal.stat().st_size
    results.add(searched(2), LIMITS)
    del results
    written = journal.read_bytes()
    for size in range(len(written)):
        (tmp_path / "phoenix.parquet").unlink(missing_ok=True)
        journal.write_bytes(written[:size])
        again = Results(PHOENIX, tmp_path / "phoenix.parquet")
        missing = again.missing(np.arange(1, 4), LIMITS).tolist()
        assert missing == ([2, 3] if size >= whole else [1, 2, 3])


@pytest.fixture(scope="module")
def tcp_cluster() -> Iterator[str]:
    """The address of a scheduler with two workers, started by hand as on several machines."""
    prepare()
    with started(
        "dask", "scheduler", "--no-dashboard", "--host", "127.0.0.1", "--port", "0"
    ) as one:
        assert one.stderr is not None
        address = next(
            found[0] for line in one.stderr if (found := re.search(r"tcp://127\.0\.0\.1:\d+", line))
        )
        worker = ("dask", "worker", "--no-dashboard", "--nthreads", "1", "--memory-limit", "0")
        with started(*worker, address), started(*worker, address):
            yield address


def test_a_scheduler_and_two_workers_share_the_deals_over_tcp(
    tcp_cluster: str, tmp_path: Path
) -> None:
    with Client(tcp_cluster) as client:
        client.wait_for_workers(2)
        options = ["--scheduler", tcp_cluster, "--results", str(tmp_path)]
        done = CliRunner().invoke(main, ["phoenix", "--deals", "4000", *options])
        searching = client.run(lambda dask_worker: dask_worker.state.executed_count)

    assert done.exit_code == 0, done.output
    assert [row["deal"] for row in kept(tmp_path)] == list(range(1, 4001))
    assert len(searching) == 2
    assert min(searching.values()) > 0


def test_a_killed_worker_costs_no_deal(tcp_cluster: str, tmp_path: Path) -> None:
    command = ("research.rates", "phoenix", "--scheduler", tcp_cluster, "--deals", "6000")
    with Client(tcp_cluster) as client:
        client.wait_for_workers(2)
        [first, _] = client.run(os.getpid).values()
        with started(*command, "--results", str(tmp_path)) as process:
            wait_for(10_000, tmp_path / "phoenix.arrows", process)
            os.kill(first, signal.SIGKILL)
            assert process.wait(300) == 0
        # Its nanny has started another one.
        client.wait_for_workers(2)

    assert [row["deal"] for row in kept(tmp_path)] == list(range(1, 6001))
