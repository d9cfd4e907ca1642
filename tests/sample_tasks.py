"""Tasks for worker processes that fail, hang or say which process runs them."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.tasks import Cancelled
from engine import Board


def process_id(seconds: float) -> int:
    """The id of the process that runs this."""
    return os.getpid()


async def worker_of(solvers: SolverPool) -> int:
    """The process id of a solver's worker, however long one takes to start."""
    while True:
        try:
            pid = await solvers.run(process_id, seconds=10)
        except SolverBusy:
            continue
        assert pid is not None
        return pid


def wait_until_idle(worker: int) -> None:
    """Wait until a worker sleeps: before, it may still hold the lock under which it answers."""
    status = Path(f"/proc/{worker}/stat")
    while status.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.01)


def search_on(
    log: Path, _boards: Sequence[Board], seconds: float, cancelled: Cancelled | None = None
) -> str:
    """Go on until the time is up or this is cancelled; a file has how often it was begun."""
    with log.open("a") as stream:
        stream.write("begun\n")
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if cancelled is not None and cancelled():
            return "cancelled"
        time.sleep(0.01)
    return "ended"


def die(*_: object) -> bool:
    """End the process, as the system does when memory is short."""
    os.kill(os.getpid(), signal.SIGKILL)
    return True


def fail(*_: object) -> bool:
    """Raise an error."""
    raise ZeroDivisionError("nothing to divide by")


def linger(*_: object) -> bool:
    """Run until killed."""
    time.sleep(3600)
    return True


def take(length: float, seconds: float) -> tuple[float, float]:
    """Take a while; when that began and ended."""
    began = time.monotonic()
    time.sleep(length)
    return began, time.monotonic()


def prepare(*_: object) -> None:
    """Leave a trace of being called."""
    os.environ["PATIENCE_PREPARED"] = "yes"


def start_late() -> None:
    """Take longer to start than to draw a picture."""
    time.sleep(1.5)


def die_while_short_of_memory(flag: str) -> None:
    """End the process at its start, as the system does, while a file exists."""
    if Path(flag).exists():
        os._exit(137)


def hold_little() -> None:
    """Limit this process to little more memory than it has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + (64 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def is_prepared() -> bool:
    """Whether this process was prepared."""
    return os.environ.get("PATIENCE_PREPARED") == "yes"
