"""How many deals can be won: the command that measures it on a Dask cluster, and what it keeps."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result
from distributed import Client

from engine import CATALOGUE, Outcome
from engine.rules import EmptyPileRule, Stock
from engine.solver import prepare
from engine.solver.jit import CACHE_DIRECTORY
from research.deal_results import DealResult, Limits, Tally
from research.rates import cluster
from research.rates.__main__ import main
from research.rates.cluster import Searched, search_all, search_deals
from research.rates.results import Results, fingerprint

PROJECT = Path(__file__).parents[2]
PHOENIX = CATALOGUE["phoenix"]
pytestmark = pytest.mark.timeout(300)  # the first test may compile the searches


def rates(scheduler: str, folder: Path, *arguments: str) -> Result:
    """Run the command in this process, on a cluster that is there."""
    options = ["--scheduler", scheduler, "--results", str(folder)]
    return CliRunner().invoke(main, [*arguments, *options])


def searched(*results: tuple[int, Outcome], solver: str = "1") -> Searched:
    """Results as a task hands them in."""
    return Searched([DealResult(*each, 7, 0.5, 0.4) for each in results], solver)


def rows(folder: Path, game: str = "phoenix") -> list[dict[str, object]]:
    """The results kept of a game."""
    return list(pq.read_table(folder / f"{game}.parquet").to_pylist())


def test_a_verdict_is_kept_with_its_cost_its_limits_and_the_solver(
    scheduler: str, tmp_path: Path
) -> None:
    done = rates(scheduler, tmp_path, "phoenix", "--deals", "50", "--seconds", "5")

    assert done.exit_code == 0, done.output
    assert "phoenix: 15 of 50 deals can be won: 30.00 % [17.86, 44.61]" in done.stdout
    kept = rows(tmp_path)
    assert [row["deal"] for row in kept] == list(range(1, 51))
    assert sum(row["outcome"] == "won" for row in kept) == 15
    for row in kept:
        assert {row["states"], row["seconds"], row["processor_seconds"]}.isdisjoint({0, None})
        assert (row["max_states"], row["max_seconds"]) == (100_000_000, 5)
        assert row["solver"] == CACHE_DIRECTORY.name


def test_only_what_is_missing_is_searched(scheduler: str, tmp_path: Path) -> None:
    rates(scheduler, tmp_path, "phoenix", "--deals", "20")
    before = rows(tmp_path)

    done = rates(scheduler, tmp_path, "phoenix", "--deals", "30")

    assert "of 30 deals" in done.stdout
    assert rows(tmp_path)[:20] == before
    assert len(rows(tmp_path)) == 30


def test_an_undecided_deal_is_searched_again_with_higher_limits_only(
    scheduler: str, tmp_path: Path
) -> None:
    few = rates(scheduler, tmp_path, "saxony", "--deals", "2", "--states", "100")
    given_up = rows(tmp_path, "saxony")
    same = rates(scheduler, tmp_path, "saxony", "--deals", "2", "--states", "100")
    kept = rows(tmp_path, "saxony")
    more = rates(scheduler, tmp_path, "saxony", "--deals", "2", "--states", "100000")

    assert "0.00 % [0.00, 100.00], 2 undecided" in few.stdout
    assert few.stdout == same.stdout
    assert kept == given_up
    assert "2 of 2 deals can be won" in more.stdout
    assert [row["max_states"] for row in rows(tmp_path, "saxony")] == [100_000] * 2


def test_a_worker_has_loaded_all_searches_before_its_first_deal(
    scheduler: str, tmp_path: Path
) -> None:
    # Phoenix needs one of them only.
    rates(scheduler, tmp_path, "phoenix", "--deals", "1")

    with Client(scheduler) as client:
        loaded = client.run(compiled_searches)

    assert list(loaded.values()) == [(True,) * 6]


def compiled_searches() -> tuple[bool, ...]:
    """Whether each of the six searches is compiled in this process."""
    from engine.solver.clearing import depth_first as clearing
    from engine.solver.following import depth_first as following
    from engine.solver.free_runs import depth_first as free_runs
    from engine.solver.general import best_first as general
    from engine.solver.outranked import depth_first as outranked
    from engine.solver.rows import depth_first as rows

    searches = (clearing, following, free_runs, general, outranked, rows)
    return tuple(bool(vars(search.search_slice).get("overloads")) for search in searches)


def test_a_task_hands_in_what_it_had_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TASK_SECONDS", 0.05)

    done = search_deals(PHOENIX, range(1, 1_000_000), Limits(100_000, 5))

    numbers = [result.deal_number for result in done.results]
    assert 1 <= len(numbers) < 999_999
    assert numbers == list(range(1, len(numbers) + 1))


def test_what_a_task_had_no_time_for_is_searched_by_another(
    scheduler: str,
) -> None:
    deals = np.arange(1, 8)
    with Client(scheduler) as client:
        client.run(vars(cluster).__setitem__, "TASK_SECONDS", 0.0)
        done = list(search_all(client, PHOENIX, deals, Limits(100_000, 5)))
        client.run(vars(cluster).__setitem__, "TASK_SECONDS", cluster.TASK_SECONDS)

    assert sorted(result.deal_number for each in done for result in each.results) == [*range(1, 8)]


def test_few_tasks_are_out_at_a_time_however_many_deals_there_are(scheduler: str) -> None:
    with Client(scheduler) as client:
        searching = search_all(client, PHOENIX, np.arange(1, 1_000_001), Limits(100, 5))
        next(searching)

        # One is searched and one waits, beside the one that is done.
        assert len(client.futures) <= 3


async def test_ctrl_c_keeps_the_results_so_far(tmp_path: Path) -> None:
    kept = tmp_path / "phoenix.parquet"
    # So that nothing is left to compile, which may take longer than a test waits.
    await asyncio.to_thread(prepare)
    # Whatever a shell starts in the background ignores it, as do the processes that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = ["-m", "research.rates", "phoenix", "--deals", "1000000", "--workers", "1"]
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        "--results",
        str(tmp_path),
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not kept.exists():
        assert running.returncode is None
        await asyncio.sleep(0.05)
    # A terminal sends it to every process of the command.
    os.killpg(running.pid, signal.SIGINT)
    _, errors = await running.communicate()

    assert running.returncode == 130
    assert b"Stopped. The same command goes on from here." in errors
    assert b"Traceback" not in errors
    assert len(rows(tmp_path)) > 0


def test_the_newest_result_of_a_deal_counts(tmp_path: Path) -> None:
    results = Results(PHOENIX, tmp_path / "phoenix.parquet")
    results.add(searched((1, Outcome.UNKNOWN), (2, Outcome.LOST)), Limits(10, 1))
    results.add(searched((1, Outcome.WON), solver="2"), Limits(20, 1))
    results.save()

    again = Results(PHOENIX, tmp_path / "phoenix.parquet")

    assert again.tally(np.arange(1, 3)) == Tally(won=1, lost=1, unknown=0)
    assert again.table["solver"].to_pylist() == ["2", "1"]


def test_deals_outside_of_those_wanted_do_not_count(tmp_path: Path) -> None:
    results = Results(PHOENIX, tmp_path / "phoenix.parquet")
    results.add(searched((1, Outcome.WON), (5, Outcome.WON), (6, Outcome.LOST)), Limits(10, 1))

    assert results.tally(np.arange(2, 6)) == Tally(won=1, lost=0, unknown=0)


def test_results_under_other_rules_are_not_mixed_with_todays(
    scheduler: str, tmp_path: Path
) -> None:
    path = tmp_path / "phoenix.parquet"
    other = replace(PHOENIX, tableau=replace(PHOENIX.tableau, fill=EmptyPileRule.KING))
    Results(other, path).save()

    done = rates(scheduler, tmp_path, "phoenix", "--deals", "1")

    assert done.exit_code == 1
    assert f"{path} has verdicts on phoenix under other rules; move it away." in done.stderr


def test_a_new_name_for_a_game_keeps_its_results(tmp_path: Path) -> None:
    path = tmp_path / "phoenix.parquet"
    Results(PHOENIX, path).save()

    Results(replace(PHOENIX, id="firebird", title="Firebird", summary="Another."), path)


def test_every_change_of_a_rule_is_noticed() -> None:
    unlimited = replace(CATALOGUE["saratoga"], stock=Stock(redeals=None))
    single = replace(CATALOGUE["saratoga"], stock=Stock(redeals=0))
    digests = {fingerprint(rules) for rules in CATALOGUE.values()}

    assert fingerprint(unlimited) != fingerprint(single)
    assert len(digests) == len(CATALOGUE)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["fenix"], "did you mean phoenix?"),
        (["freecell", "--first", "999999", "--deals", "10"], "FreeCell has the deals 1 to 1000000"),
        (["phoenix", "--deals", "0"], "Phoenix has the deals 1 to"),
        (["phoenix", "--first", "0"], "Phoenix has the deals 1 to"),
    ],
)
def test_invalid_arguments_are_rejected_with_a_sentence(arguments: list[str], error: str) -> None:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert error in done.stderr
