"""``python -m benchmarks``: its reports, each with what it needs."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import REPORTS, main


def test_every_report_has_its_module() -> None:
    assert all(find_spec(f"benchmarks.{module}") for module in REPORTS.values())


def test_a_report_that_lacks_a_package_says_so_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.delitem(sys.modules, "benchmarks.engine_moves", raising=False)

    done = CliRunner().invoke(main, ["engine"])

    assert done.exit_code == 0
    assert "needs the package chess" in done.stdout
