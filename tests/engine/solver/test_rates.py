"""How many deals can be won: tallies, intervals, and the command that measures them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine import Outcome
from engine.solver.rates import Solved, Tally, solve_deal

PROJECT = Path(__file__).parents[3]


def rates(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as people do."""
    return subprocess.run(
        [sys.executable, "-m", "engine.solver", "rates", *words],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def test_a_tally_counts_outcomes() -> None:
    solved = [Solved(n, outcome, 1, 0.1) for n, outcome in enumerate([*Outcome, Outcome.WON])]
    assert Tally.of(solved) == Tally(won=2, lost=1, unknown=1)


def test_the_interval_is_wilsons() -> None:
    low, high = Tally(won=90, lost=10, unknown=0).interval()
    assert low == pytest.approx(82.56, abs=0.01)
    assert high == pytest.approx(94.48, abs=0.01)


def test_what_is_not_decided_widens_the_interval_both_ways() -> None:
    low, high = Tally(won=80, lost=10, unknown=10).interval()
    assert low == Tally(won=80, lost=20, unknown=0).interval()[0]
    assert high == Tally(won=90, lost=10, unknown=0).interval()[1]


@pytest.mark.parametrize("tally", [Tally(0, 0, 0), Tally(5, 0, 0), Tally(0, 5, 0)])
def test_the_interval_never_leaves_what_is_possible(tally: Tally) -> None:
    low, high = tally.interval()
    assert 0 <= low < high <= 100


def test_a_deal_is_searched_by_game_and_number() -> None:
    solved = solve_deal("phoenix", 2, 100_000, 60)
    assert solved.deal == 2
    assert solved.outcome is Outcome.WON
    assert solved.states > 0


def test_the_command_measures_goes_on_where_it_stopped_and_prints_the_share(
    tmp_path: Path,
) -> None:
    log = tmp_path / "rates.jsonl"
    first = rates("phoenix", "--deals", "6", "--workers", "1", "--log", str(log))
    assert first.returncode == 0, first.stderr
    assert "of 6 deals can be won" in first.stdout
    lines = log.read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["deal"] for line in lines) == [1, 2, 3, 4, 5, 6]
    # As if it had been stopped in the middle of a line.
    log.write_text("\n".join([*lines[:5], lines[5][:20]]) + "\n", encoding="utf-8")
    again = rates("phoenix", "--deals", "6", "--workers", "1", "--log", str(log))
    assert again.stdout.splitlines()[-1] == first.stdout.splitlines()[-1]
    assert len(log.read_text(encoding="utf-8").splitlines()) == 7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fenix"], "did you mean phoenix?"),
        (["freecell", "--first", "999999", "--deals", "10"], "FreeCell has the deals 1 to 1000000"),
        (["phoenix", "--deals", "0"], "Phoenix has the deals 1 to"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_sentence(words: list[str], said: str) -> None:
    done = rates(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
