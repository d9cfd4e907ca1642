"""The engine as a package of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import engine
from tests.support.sources import sources

PACKAGE = Path(engine.__file__).parent


def test_the_version_is_the_newest_in_its_changelog() -> None:
    changelog = (PACKAGE / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+) \(", changelog, re.MULTILINE)
    assert released[0] == engine.__version__


def test_its_wheel_has_every_folder_with_source() -> None:
    declared = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {
        ".".join(file.parent.relative_to(PACKAGE.parent).parts) for file in sources("engine")
    }
    assert set(declared["tool"]["setuptools"]["packages"]) == folders


def test_its_wheel_has_the_licence() -> None:
    assert (PACKAGE / "LICENSE").read_bytes() == (PACKAGE.parent / "LICENSE").read_bytes()


def test_the_solver_says_what_it_needs() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
import engine, engine.solver
for search in (lambda: engine.solve(engine.deal("phoenix", 7).board), engine.solver.prepare):
    try:
        search()
    except ImportError as error:
        print(error)
"""
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout == 2 * "The solver needs numba; pip install ./engine[solver].\n"
