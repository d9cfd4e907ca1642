"""Where compiled searches are loaded from: a folder that only the bot's user or root can write to.

What numba caches are pickles and machine code, so whoever can write a file there can run code as
the bot.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import stat
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

import engine.solver
from bot.service.solver.tasks import Flag, watch
from engine.dealing import opening
from engine.games import rules_of
from engine.solver.fingerprint import fingerprint

_log = logging.getLogger(__name__)

SEARCHES: Final = {
    "general": "freecell",
    "free_runs": "saratoga",
    "fair_play": "klondike",
    "rows": "",
    "clearing": "",
    "outranked": "aces-up",
    "following": "osmosis",
}
"""The searches, each with a game to prepare it with, if it needs one. The first one is for most
games, and takes as long to compile as all others."""
_DONE: Final = ".compiled"
"""The end of the name of the file that says that a search is compiled as a whole."""
_NICENESS: Final = 10
_BESIDE: Final = Path(engine.solver.__file__).parent / "__pycache__"


def cache_folder(beside: Path = _BESIDE) -> Path:
    """The folder to load compiled searches from, and to keep those in that are compiled.

    It is the one beside their source, or ``NUMBA_CACHE_DIR``. If others can write there, that is
    not read, and logged. In that case, and if the bot cannot write there, as in an image, it is one
    of the user's own. What was compiled when the bot was installed is copied there.
    """
    chosen = Path(os.environ.get("NUMBA_CACHE_DIR") or beside).resolve()
    if sys.platform == "win32":
        return chosen
    folder, why = chosen, why_unsafe(chosen)
    if why or not os.access(_nearest(chosen), os.W_OK):
        folder = own_folder(Path(tempfile.gettempdir()))
    if why:
        _log.warning("Compiled searches are kept in %s and not in %s: %s.", folder, chosen, why)
    for built in {chosen, beside.resolve()} - {folder}:
        if not why_unsafe(built):
            _copy(built / fingerprint(), folder / fingerprint())
    return folder


def prepare_worker(folder: Path, memory: int, flag: Flag, *, last_first: bool = False) -> None:
    """Lower the priority, limit the memory and load the searches, from a folder if compiled."""
    watch(flag)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # POSIX only

        os.nice(_NICENESS)
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    try:
        load_searches(last_first=last_first)
    except Exception:
        # Some games can be searched all the same.
        _log.exception("A solver worker could not load every search")


def load_searches(*, last_first: bool = False) -> None:
    """Load the searches; those that nobody has compiled are compiled, each by one process.

    Functions that are compiled are kept, even if this does not come to its end. ``NUMBA_CACHE_DIR``
    has to be what :func:`cache_folder` returned.

    Args:
        last_first: in the opposite order, so that two processes share the work.
    """
    from engine.solver.jit import CACHE_DIRECTORY  # noqa: PLC0415  # loads the compiler

    CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
    others = []
    for search in reversed(SEARCHES) if last_first else SEARCHES:
        try:
            _load(search, CACHE_DIRECTORY, wait=False)
        except Timeout:
            others.append(search)
    for search in others:
        _load(search, CACHE_DIRECTORY)


def _load(search: str, folder: Path, *, wait: bool = True) -> None:
    with FileLock(folder / f"{search}.lock").acquire(blocking=wait):
        # The collector looks through all that the compiler keeps, over and over: a tenth of the
        # time, for 70 MB less that are free again when the search is compiled.
        gc.disable()
        try:
            _prepare(search)
        finally:
            gc.enable()
        (folder / f"{search}{_DONE}").touch()


def _prepare(search: str) -> None:
    prepare = import_module(f"engine.solver.{search}").prepare
    game = SEARCHES[search]
    if game:
        prepare(opening(rules_of(game), 1))
    else:
        prepare()


def is_compiled(folder: Path) -> bool:
    """Whether all searches are compiled in a folder that :func:`cache_folder` returned."""
    return all((folder / fingerprint() / f"{search}{_DONE}").exists() for search in SEARCHES)


def why_unsafe(folder: Path) -> str:
    """Why somebody else might have written what is in a folder; "" if nobody can have."""
    here = [folder, *folder.rglob("*")] if folder.exists() else []
    for path in (*folder.parents, *here):
        status = path.lstat() if path.exists() else None
        if status is None or stat.S_ISLNK(status.st_mode):
            continue
        if status.st_uid not in (0, os.geteuid()):
            return f"{path} belongs to another user"
        if _is_writable_by_others(status):
            return f"other users can write to {path}"
    return ""


def own_folder(parent: Path) -> Path:
    """A folder that only this user can enter: the same one each time, unless others meddle."""
    folder = parent / f"patience-{os.geteuid()}"
    try:
        folder.mkdir(mode=stat.S_IRWXU)
    except FileExistsError:
        if folder.is_symlink() or why_unsafe(folder):
            return Path(tempfile.mkdtemp(dir=parent, prefix="patience-"))
    return folder


def _is_writable_by_others(status: os.stat_result) -> bool:
    # In a sticky folder, such as /tmp, nobody can replace what is another's.
    if stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_ISVTX:
        return False
    by_group = status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)
    return bool(status.st_mode & stat.S_IWOTH or by_group)


def _is_own_group(group_id: int) -> bool:
    """Whether a group is the user's alone, as many systems make one for each user."""
    import grp  # noqa: PLC0415  # POSIX only
    import pwd  # noqa: PLC0415

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(group_id)
    except KeyError:
        return False
    is_primary = group.gr_gid == user.pw_gid and group.gr_name == user.pw_name
    return is_primary and set(group.gr_mem) <= {user.pw_name}


def _nearest(folder: Path) -> Path:
    """The folder, or the closest one above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _copy(source: Path, target: Path) -> None:
    """Copy the compiled code that is missing."""
    # First the code, then what says that it is complete.
    files = [*source.rglob("*.nb[ic]"), *source.glob(f"*{_DONE}")]
    if not files:
        return
    target.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    with FileLock(target / "copying.lock"):
        for file in files:
            copy = target / file.relative_to(source)
            if not copy.exists():
                copy.parent.mkdir(mode=stat.S_IRWXU, exist_ok=True)
                partial = copy.with_suffix(".partial")
                shutil.copyfile(file, partial)
                partial.rename(copy)
