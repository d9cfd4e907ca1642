"""Where compiled searches are loaded from: a folder that only the bot's user or root can write to.

What numba caches are pickles and machine code, so whoever can write a file there can run code as
the bot.
"""

from __future__ import annotations

import logging
import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import Final

from filelock import FileLock

import engine.solver
from engine.solver import prepare
from engine.solver.fingerprint import fingerprint

_log = logging.getLogger(__name__)

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


def load_searches() -> None:
    """Load the searches, one process at a time: the first ever compiles them for the others.

    ``NUMBA_CACHE_DIR`` has to be what :func:`cache_folder` returned.
    """
    from engine.solver.jit import CACHE_DIRECTORY  # noqa: PLC0415  # loads the compiler

    CACHE_DIRECTORY.mkdir(parents=True, exist_ok=True)
    with FileLock(CACHE_DIRECTORY / "compiling.lock"):
        prepare()


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
    files = list(source.rglob("*.nb[ic]"))
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
