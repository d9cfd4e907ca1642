"""How many deals can be won: tallies, intervals, and the command that measures them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Outcome
from tools.deal_results import DealResult, Tally, solve_deal

PROJECT = Path(__file__).parents[2]


def run_rates(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tools.rates", *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def test_a_tally_counts_outcomes() -> None:
    results = [DealResult(n, outcome, 1, 0.1) for n, outcome in enumerate([*Outcome, Outcome.WON])]
    assert Tally.of(results) == Tally(won=2, lost=1, unknown=1)


def test_the_interval_is_wilsons() -> None:
    low, high = Tally(won=90, lost=10, unknown=0).interval()
    assert low == pytest.approx(82.56, abs=0.01)
    assert high == pytest.approx(94.48, abs=0.01)


def test_undecided_deals_widen_the_interval_at_both_ends() -> None:
    low, high = Tally(won=80, lost=10, unknown=10).interval()
    assert low == Tally(won=80, lost=20, unknown=0).interval()[0]
    assert high == Tally(won=90, lost=10, unknown=0).interval()[1]


@pytest.mark.parametrize("tally", [Tally(0, 0, 0), Tally(5, 0, 0), Tally(0, 5, 0)])
def test_the_interval_stays_within_0_and_100_percent(tally: Tally) -> None:
    low, high = tally.interval()
    assert 0 <= low < high <= 100


def test_a_deal_is_searched_by_game_and_number() -> None:
    result = solve_deal("phoenix", 2, max_states=100_000, max_seconds=60)
    assert result.deal_number == 2
    assert result.outcome is Outcome.WON
    assert result.states > 0


def test_an_interrupted_measurement_resumes_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "rates.jsonl"
    first = run_rates("phoenix", "--deals", "6", "--workers", "1", "--log", str(log))
    assert first.returncode == 0, first.stderr
    assert "of 6 deals can be won" in first.stdout
    lines = log.read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["deal"] for line in lines) == [1, 2, 3, 4, 5, 6]
    # As if it had been stopped in the middle of a line.
    log.write_text("\n".join([*lines[:5], lines[5][:20]]) + "\n", encoding="utf-8")
    again = run_rates("phoenix", "--deals", "6", "--workers", "1", "--log", str(log))
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]
    assert len(log.read_text(encoding="utf-8").splitlines()) == 7


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["fenix"], "did you mean phoenix?"),
        (["freecell", "--first", "999999", "--deals", "10"], "FreeCell has the deals 1 to 1000000"),
        (["phoenix", "--deals", "0"], "Phoenix has the deals 1 to"),
    ],
)
def test_invalid_arguments_are_rejected_with_a_sentence(arguments: list[str], error: str) -> None:
    done = run_rates(*arguments)
    assert done.returncode == 2
    assert error in done.stderr
    assert "Traceback" not in done.stderr
