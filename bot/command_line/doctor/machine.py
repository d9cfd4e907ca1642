"""What the machine has for the bot: disk, memory, and the versions of what is installed."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from bot import __version__
from bot.command_line.doctor.findings import Finding
from bot.images import REPLAY_WORKERS
from bot.images import default_workers as default_drawing_workers
from bot.service.solver.pool import default_workers as default_solver_workers
from bot.service.solver.pool import search_memory
from bot.settings import Settings
from bot.store.database.url import resolved

_MB: Final = 1_000_000
_BOT_MB: Final = 110
_DRAWING_MB: Final = 100
_REPLAYS_MB: Final = 40
"""What each process takes at most; docs/running.md says how it was measured."""
_ROOM: Final = 2
"""How many times the size of its database the disk must have free: a copy, and what is played."""
_LEAST_FREE: Final = 100 * _MB
_LIMITS: Final = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
"""Where Linux says how much memory a container may use."""


def check_versions(database: str = "") -> Finding:
    """Say which versions there are, the database's too if it is known."""
    versions = [
        f"Patience {__version__}",
        f"Python {platform.python_version()}",
        f"discord.py {metadata.version('discord.py')}",
        database,
    ]
    return Finding("versions", ", ".join(filter(None, versions)))


def check_disk(folder: Path, database_size: int, free: int) -> Finding:
    """Whether so many free bytes hold a copy of the database, and what is played."""
    need = max(_LEAST_FREE, _ROOM * database_size)
    if free < need:
        return Finding(
            "disk",
            advice=f"{free // _MB:,} MB are free at {folder}; free {(need - free) // _MB + 1:,} "
            "MB more, for the database and its copies.",
        )
    return Finding("disk", f"{free // _MB:,} MB free")


def check_memory(settings: Settings, memory: int) -> Finding:
    """Whether so many bytes are enough for the workers that the settings ask for."""
    own = (settings.max_memory or memory) // settings.patience_processes
    drawing = settings.patience_drawing_workers or default_drawing_workers(own)
    searches = settings.patience_solver_workers
    searches = default_solver_workers(own) if searches is None else searches
    search = search_memory(own, searches) // _MB
    rest = _BOT_MB + REPLAY_WORKERS * _REPLAYS_MB
    each = rest + drawing * _DRAWING_MB + searches * search
    need, there = settings.patience_processes * each, memory // _MB
    workers = f"{drawing} drawing and {searches} solver processes"
    if settings.patience_processes > 1:
        workers = f"{settings.patience_processes} processes, each with {workers}"
    if need <= there:
        return Finding("memory", f"{there:,} MB; {workers} take {need:,} MB at most")
    return Finding(
        "memory",
        advice=f"there are {there:,} MB, and {workers} may take {need:,} MB: lower "
        "PATIENCE_SOLVER_WORKERS (0 turns hints off), PATIENCE_DRAWING_WORKERS or "
        "PATIENCE_PROCESSES, or add memory.",
    )


def available_memory(limits: Iterable[Path] = _LIMITS) -> int | None:
    """The bytes that this machine, container or unit may use; None if that cannot be told."""
    found = []
    limits = (*limits, *_of_own_group())
    with contextlib.suppress(AttributeError, ValueError, OSError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for file in limits:
        with contextlib.suppress(OSError, ValueError):  # such as "max", without a limit
            found.append(int(file.read_text(encoding="ascii")))
    return min(found, default=None)


def memory_of_each(settings: Settings, processes: int) -> int | None:
    """The bytes that each process with its workers may use; None if that cannot be told."""
    memory = settings.max_memory or available_memory()
    return None if memory is None else memory // processes


def _of_own_group() -> Iterator[Path]:
    """Where Linux says how much memory the bot's own control group may use."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines():
            number, controllers, path = line.split(":", 2)
            if number == "0":
                yield Path(f"/sys/fs/cgroup{path}/memory.max")
            elif "memory" in controllers.split(","):
                yield Path(f"/sys/fs/cgroup/memory{path}/memory.limit_in_bytes")


def check_machine(settings: Settings, database_version: str) -> list[Finding]:
    """Everything about the machine."""
    _url, file = resolved(settings.database_url)
    folder = settings.data_folder if file is None else file.parent
    there = next(path for path in (folder, *folder.absolute().parents) if path.is_dir())
    size = file.stat().st_size if file is not None and file.is_file() else 0
    memory = available_memory()
    return [
        check_disk(folder, size, shutil.disk_usage(there).free),
        Finding("memory", "unknown") if memory is None else check_memory(settings, memory),
        check_versions(database_version),
    ]
