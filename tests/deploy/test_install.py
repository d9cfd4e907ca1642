"""What ``make setup`` says before it fetches anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from requirements.install import MEGABYTES, UV, names_postgresql, why_unsupported, without_compiler


def test_a_python_that_is_too_old_is_told_which_one_is_needed() -> None:
    assert "needs Python 3.11 or newer; this is 3.9" in why_unsupported((3, 9))


def test_a_32_bit_system_is_told_so_before_anything_is_fetched() -> None:
    assert "needs a 64-bit system" in why_unsupported((3, 12), 2**31 - 1)


def test_other_systems_are_fine() -> None:
    assert why_unsupported() == ""


@pytest.mark.parametrize("file", sorted(MEGABYTES))
def test_what_is_fetched_is_pinned_by_hashes(file: str) -> None:
    lines = (UV.parent / file).read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if "==" in line and not line.startswith(" ")]
    assert pinned
    assert all(line.endswith("\\") for line in pinned)


@pytest.mark.parametrize(
    ("environment", "file", "expected"),
    [
        ({}, "", False),
        ({}, "DATABASE_URL=sqlite+aiosqlite:///data/patience.db\n", False),
        ({}, "# DATABASE_URL=postgresql://host/name\n", False),
        ({}, "A=1\nexport DATABASE_URL='postgresql+asyncpg://host/name'\n", True),
        ({"DATABASE_URL": "sqlite:///a"}, "DATABASE_URL=postgresql://host/name\n", False),
        ({"DATABASE_URL": "postgresql+asyncpg://host/name"}, "", True),
    ],
)
def test_the_driver_of_postgresql_is_installed_where_the_settings_name_it(
    tmp_path: Path, environment: dict[str, str], file: str, expected: bool
) -> None:
    (tmp_path / ".env").write_text(file, encoding="utf-8")
    assert names_postgresql(environment, tmp_path / ".env") is expected


@pytest.mark.slow
def test_without_the_driver_a_postgresql_url_is_refused_with_the_command_that_installs_it() -> None:
    code = """
import importlib.util, sys
sys.modules["asyncpg"] = sys.modules["uvloop"] = None
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "asyncpg" else find(name, *rest)
import bot.start
from bot.store.database.errors import InvalidUrl
from bot.store.database.url import parse_url
try:
    parse_url("postgresql+asyncpg://host/name")
except InvalidUrl as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "make setup-postgresql" in run.stdout


def test_where_the_compiler_has_no_wheels_everything_else_is_installed(tmp_path: Path) -> None:
    file = UV.parent / "run.txt"
    before = file.read_text(encoding="utf-8")
    after = without_compiler(file, tmp_path).read_text(encoding="utf-8")

    def names(text: str) -> set[str]:
        return {line.split("==")[0] for line in text.splitlines() if "==" in line[:40]}

    assert names(before) - names(after) == {"numba", "llvmlite"}
    assert all(line.startswith((" ", "#")) or "==" in line for line in after.splitlines())
