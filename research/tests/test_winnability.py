"""The page of win rates: it follows from the verdicts kept beside it."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from engine import CATALOGUE, Outcome
from engine.dealing import opening
from engine.rules import Difficulty
from research.deal_results import DealResult, Limits, Tally
from research.difficulty.model import difficulties
from research.rates.cluster import Searched
from research.rates.results import Results, fingerprint
from research.truth.published import Published, read
from research.variants import VARIANTS, named
from research.winnability import chart
from research.winnability.__main__ import PAGE
from research.winnability.difficulty_page import measured
from research.winnability.page import lost_simons, page, share
from research.winnability.table import TABLE, updated
from research.winnability.verdicts import FOLDER, Figure, figures, keep
from tests.engine.brute_force import is_winnable

PHOENIX = CATALOGUE["phoenix"]
MOST_BYTES = 3_000_000
"""What all verdicts together may add to a checkout."""


def figure(won: int, lost: int, unknown: int = 0) -> Figure:
    """A figure of so many deals."""
    deals = won + lost + unknown
    return Figure(Tally(won, lost, unknown), 1, deals, 5.0, ("5eed",), 120, 0.5, "")


def results(path: Path) -> Path:
    """Results of three deals of Phoenix."""
    found = Results(PHOENIX, path)
    outcomes = enumerate(Outcome, 1)
    searched = [DealResult(deal, outcome, 10 * deal, 36.0, 18.0) for deal, outcome in outcomes]
    found.add(Searched(searched, "5eed"), Limits(100, 5))
    found.save()
    return path


def test_the_page_is_up_to_date() -> None:
    """If this fails, run ``make -C research pages``."""
    assert PAGE.read_text(encoding="utf-8") == page(figures(), read())


def test_the_table_of_difficulties_is_up_to_date() -> None:
    """If this fails, run ``make -C research pages``."""
    source = TABLE.read_text(encoding="utf-8")

    found = figures()
    labels = difficulties(measured(found).estimates)
    assert source == updated(source, found, labels)


def test_no_share_that_players_read_contradicts_what_the_verdicts_say() -> None:
    """A game declared from another must not keep that one's share."""
    kept = figures()
    for game, rules in CATALOGUE.items():
        rate = rules.win_rate
        if rate is None or game not in kept:
            continue
        low, high = kept[game].tally.interval()
        margin = rate.margin or 0
        assert rate.percent - margin <= high, game
        assert rate.percent + margin >= low, game


def test_a_difficulty_is_written_beside_a_measured_share() -> None:
    source = TABLE.read_text(encoding="utf-8")

    labels = {game: rules.difficulty for game, rules in CATALOGUE.items()}
    found = {**figures(), "phoenix": figure(990, 10)}

    written = updated(source, found, {**labels, "phoenix": Difficulty.EASY})

    row = next(line for line in source.splitlines() if '"phoenix": ' in line)
    after = '        "phoenix": (EASY, WinRate(98.8, 0.7, MEASURED)),'
    assert written == source.replace(row, after)


def test_a_share_that_is_not_known_well_is_not_written() -> None:
    labels = dict.fromkeys(CATALOGUE, Difficulty.HARD)
    found = {**figures(), "phoenix": figure(9, 10)}

    written = updated(TABLE.read_text(encoding="utf-8"), found, labels)

    assert '"phoenix": (HARD, None)' in written


def test_a_published_share_is_kept() -> None:
    published = '"freecell": (HARD, WinRate(99.9989, '

    written = updated(
        TABLE.read_text(encoding="utf-8"),
        {"freecell": figure(4000, 4000)},
        dict.fromkeys(CATALOGUE, Difficulty.HARD),
    )

    assert published in written


def test_every_verdict_kept_is_of_a_game_as_it_is_declared() -> None:
    """If this fails, a rule has changed: remove the file, or search the game anew."""
    kept = {game: figure.rules for game, figure in figures().items()}

    assert kept == {game: fingerprint(named(game)) for game in kept}


def test_no_deal_of_a_game_of_the_catalogue_is_left_out() -> None:
    for game in CATALOGUE.keys() & figures().keys():
        deals = pq.read_table(FOLDER / f"{game}.parquet")["deal"].to_pylist()
        assert sorted(deals) == [*range(1, len(deals) + 1)], game


def test_the_verdicts_kept_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def test_a_verdict_is_kept_with_its_limits_and_solver_and_costs_in_all(tmp_path: Path) -> None:
    keep(results(tmp_path / "phoenix.parquet"), tmp_path / "kept")

    rows = pq.read_table(tmp_path / "kept" / "phoenix.parquet").to_pylist()
    assert rows == [
        {
            "deal": deal,
            "outcome": outcome.value,
            "max_states": 100,
            "max_seconds": 5,
            "solver": "5eed",
        }
        for deal, outcome in enumerate(Outcome, 1)
    ]
    assert figures(tmp_path / "kept") == {
        "phoenix": Figure(
            tally=Tally(won=1, lost=1, unknown=1),
            first=1,
            last=3,
            max_seconds=5,
            solvers=("5eed",),
            states=20,
            core_hours=3 * 18 / 3600,
            rules=fingerprint(PHOENIX),
        )
    }


@pytest.mark.parametrize("deal", lost_simons())
def test_a_plain_search_shows_that_simple_simons_deal_is_lost(deal: int) -> None:
    assert is_winnable(opening(CATALOGUE["simple-simon"], deal), max_boards=60_000) is False


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (Tally(28, 72, 0), "28.0 % [19.5, 37.9]"),
        (Tally(28_000, 72_000, 0), "28.00 % [27.72, 28.28]"),
        (Tally(99_999, 1, 0), "99.9990 % [99.9944, 100.0000]"),
        (Tally(28, 70, 2), "[19.5, 40.0] %"),
    ],
)
def test_a_share_has_as_many_places_as_its_interval_is_worth(tally: Tally, text: str) -> None:
    assert share(tally) == text


def test_the_page_has_the_games_that_were_searched() -> None:
    text = page({"phoenix": figure(280, 719, 1), "trigon": figure(160, 840)}, [])

    assert "| Phoenix | 1,000 | 28.0 % [25.2, 31.0] | 1 | 120 states | 30 min |  |" in text
    assert (
        "| Trigon | 1,000 | 16.0 % [13.8, 18.4] |  | 120 states | 30 min | 15.996 ± 0.023 % |"
        in text
    )
    assert "| Saxony |" not in text


def test_a_figure_more_certain_than_the_published_one_is_marked() -> None:
    entries = [
        Published("Phoenix", "wide", 28.0, 2.0, PHOENIX),
        Published("Phoenix", "close", 28.0, 0.1, PHOENIX),
        Published("Golf", "", 45.109, 0.032, CATALOGUE["golf"]),
    ]
    lines = page({"phoenix": figure(2800, 7200)}, entries).splitlines()

    wide, close, golf = (
        next(line for line in lines if line.startswith(f"| {each.game} | {each.variant} |"))
        for each in entries
    )
    assert "**narrower**" in wide
    assert "**narrower**" not in close
    assert golf.endswith("45.109 ± 0.032 % | | | |")


def test_the_chart_has_the_games_that_are_certain_enough(tmp_path: Path) -> None:
    certain, vague = tmp_path / "certain.svg", tmp_path / "vague.svg"
    two = {"phoenix": figure(2800, 7200), "saxony": figure(9900, 100)}
    chart.write(two, certain)
    chart.write({**two, "golf": figure(4, 6), next(iter(VARIANTS)): figure(2800, 7200)}, vague)

    assert certain.read_bytes() == vague.read_bytes()
    chart.write({"phoenix": figure(2800, 7200)}, vague)
    assert certain.read_bytes() != vague.read_bytes()
