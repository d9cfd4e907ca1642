"""A scratch copy of the project, in which guides are followed to the letter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.solver.jit import CACHE_DIRECTORY

ROOT = Path(__file__).parents[2]
MYPY_CACHE = ".mypy_cache"
EDIT = re.compile(r"```(python|diff|po)\n(.*?)\n *```", re.DOTALL)
"""The kind and the content of an edit that a step of a guide shows."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of the project's files, with the installed environment linked into it."""

    path: Path

    def run(self, *command: str) -> str:
        """Run a command in the copy; return its output, and fail with it if the command does."""
        # A copy of the solver's source is searched with what is compiled here.
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(CACHE_DIRECTORY.parent)}
        done = subprocess.run(
            command, cwd=self.path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def make(self, arguments: str) -> str:
        """Run ``make`` with the environment as it is, whatever its age."""
        stamps = ("run-ready", "solver-ready", "dev-ready")
        fresh = [f"--old-file=.venv/.{stamp}" for stamp in stamps]
        return self.run("make", *fresh, *arguments.split())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [name for name in files.split("\0") if (ROOT / name).is_file()]
    for name in names:
        copy(name, tmp_path)
    # What is known of files as they are need not be found out again.
    for folder in {Path(name).parent for name in names}:
        for compiled in (ROOT / folder).glob("__pycache__/*.pyc"):
            copy(compiled.relative_to(ROOT), tmp_path)
    if (ROOT / MYPY_CACHE).exists():
        shutil.copytree(ROOT / MYPY_CACHE, tmp_path / MYPY_CACHE)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return Checkout(tmp_path)


def copy(name: str | Path, folder: Path) -> None:
    """Copy a file of the project to its place in a folder."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(ROOT / name, folder / name)


def commands_in(guide: Path) -> list[str]:
    """The shell commands that a guide tells its reader to run, in order."""
    blocks = re.findall(r"```sh\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


def edit(file: Path, kind: str, block: str) -> None:
    """Make the edit that a step of the guide shows."""
    match kind:
        case "python":
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"{block}\n", encoding="utf-8")
        case "diff":
            for hunk in block.split("\n@@\n"):
                lines = hunk.splitlines()
                before = [line[1:] for line in lines if not line.startswith("+")]
                after = [line[1:] for line in lines if not line.startswith("-")]
                replace(file, "\n".join(before), "\n".join(after))
        case "po":
            for entry in block.split("\n\n"):
                msgid, _ = entry.splitlines()
                replace(file, f'{msgid}\nmsgstr ""', entry)


def replace(file: Path, before: str, after: str) -> None:
    """Replace the only occurrence of a text in a file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, before
    file.write_text(text.replace(before, after), encoding="utf-8")
