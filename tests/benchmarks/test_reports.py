"""``python -m benchmarks``: its reports, each with what it needs."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import REPORTS, main
from benchmarks.tap_losses import count_losses


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


def test_counting_taps_that_lose_goes_on_where_it_ended(tmp_path: Path) -> None:
    first = count_losses("klondike", positions=40, seconds=60, folder=tmp_path)
    assert first.won == 1
    assert first.asked > 0 < first.unasked
    assert first.taps > first.moves > 0
    assert count_losses("klondike", positions=40, seconds=60, folder=tmp_path) == first

    more = count_losses("klondike", positions=80, seconds=60, folder=tmp_path)
    assert more.won == 2
    assert more.seconds > first.seconds
