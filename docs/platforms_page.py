"""Write on which systems the bot runs: ``python -m docs.platforms_page``, which asks the index.

A system is supported if every pinned package has a wheel for it, of those whose hashes the lock
names. uv is asked to install them there, without doing so.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from requirements.install import without_compiler

PAGE: Final = Path(__file__).with_name("running.md")
_LOCK: Final = Path(__file__).parents[1] / "requirements" / "run.txt"
_HEADING: Final = "| system | Python | |\n|---|---|---|\n"
_PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
_SYSTEMS: Final = {
    "Linux with glibc 2.28 or newer, x86-64": "x86_64-manylinux_2_28",
    "Linux with glibc 2.28 or newer, ARM (64-bit Raspberry Pi)": "aarch64-manylinux_2_28",
    "macOS on Apple silicon": "aarch64-apple-darwin",
    "macOS on Intel": "x86_64-apple-darwin",
    "Windows, x86-64": "x86_64-pc-windows-msvc",
    "Windows on ARM": "aarch64-pc-windows-msvc",
    "Alpine and others with musl, x86-64": "x86_64-unknown-linux-musl",
    "Alpine and others with musl, ARM": "aarch64-unknown-linux-musl",
}
"""What the systems are called, here and by uv."""
_EVERYTHING: Final = "everything"
_NO_SOLVER: Final = "without the compiled solver"
_NOTHING: Final = "not at all"
_NO_32_BITS: Final = "| any 32-bit system | | not at all; `make setup` says so first |\n"


def updated_page(page: str, rows: list[str]) -> str:
    """The page with other rows in its table of systems."""
    before, _, rest = page.partition(_HEADING)
    _, _, after = rest.partition("\n\n")
    return f"{before}{_HEADING}{''.join(rows)}{_NO_32_BITS}\n{after}"


def rows_of(system: str, works: dict[str, str]) -> list[str]:
    r"""A row for each range of versions of Python with which as much works on a system.

    >>> rows_of("Amiga", {"3.11": "not at all", "3.12": "everything", "3.13": "everything"})
    ['| Amiga | 3.12 to 3.13 | everything |\n']
    """
    rows = []
    for what, versions in groupby(works, key=works.__getitem__):
        first, *others = versions
        if what != _NOTHING:
            span = f"{first} to {others[-1]}" if others else first
            rows.append(f"| {system} | {span} | {what} |\n")
    return rows


def what_works(platform: str, python: str) -> str:
    """What of the bot can be installed on a platform, by uv's name of it."""
    with tempfile.TemporaryDirectory() as folder:
        files = [_LOCK]
        if platform.endswith("musl"):
            files.append(without_compiler(_LOCK, Path(folder)))
        for file in files:
            installed = _installed(platform, python, file, folder)
            if installed:
                return _EVERYTHING if " numba==" in installed else _NO_SOLVER
    return _NOTHING


def _installed(platform: str, python: str, file: Path, folder: str) -> str:
    """What uv would install of a lock; empty if a package has no wheel."""
    wheels = ("--require-hashes", "--only-binary", ":all:", "--requirement", str(file))
    where = ("--python-platform", platform, "--python-version", python, "--target", folder)
    uv = str(Path(sys.executable).with_name("uv"))
    command = [uv, "pip", "install", "--dry-run", *wheels, *where]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # names are ours
    if done.returncode and "no usable wheels" not in done.stderr:
        raise click.ClickException(f"uv could not tell: {done.stderr.strip()}")
    return "" if done.returncode else done.stderr


@click.command()
def main() -> None:
    """Ask for which systems there are wheels, and write the table."""
    rows = []
    for system, platform in _SYSTEMS.items():
        rows += rows_of(system, {python: what_works(platform, python) for python in _PYTHONS})
    PAGE.write_text(updated_page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
