"""What ``make setup`` says before it fetches anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from requirements.install import MEGABYTES, UV, why_unsupported

MAKEFILE = Path(__file__).parents[2] / "Makefile"


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
