"""Published win rates: each is of a game that is declared, and ours are held against them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine import CATALOGUE, Rank
from engine.dealing import opening
from research.deal_results import Tally
from research.rates.results import fingerprint
from research.truth.__main__ import main
from research.truth.published import Published, read
from research.variants import VARIANTS, named, numbers

pytestmark = pytest.mark.timeout(300)  # the first test may compile the searches


def truth(scheduler: str, tmp_path: Path, *figures: str) -> Result:
    """Hold our win rates against some figures."""
    file = tmp_path / "figures.csv"
    file.write_text("\n".join(["game,variant,percent,margin,rules", *figures]), encoding="utf-8")
    options = ["--scheduler", scheduler, "--results", str(tmp_path), "--figures", str(file)]
    return CliRunner().invoke(main, ["--deals", "50", *options])


def test_all_83_published_win_rates_are_there_and_their_games_declared() -> None:
    entries = read()

    assert len(entries) == 83
    assert len({(each.game, each.variant) for each in entries}) == 83
    assert all(0 < each.percent < 100 and 0 < each.margin < 50 for each in entries)


def test_no_two_published_games_have_the_same_rules() -> None:
    declared = [each.rules for each in read()]

    assert len({fingerprint(rules) for rules in declared}) == len(declared)


def test_a_variant_for_research_is_published_and_not_in_the_catalogue() -> None:
    published = {each.rules.id for each in read()}
    played = {fingerprint(rules) for rules in CATALOGUE.values()}

    assert VARIANTS.keys() <= published
    assert not [rules.id for rules in VARIANTS.values() if fingerprint(rules) in played]


def test_canfield_to_the_base_is_dealt_with_the_ace_as_base() -> None:
    rules = named("canfield-to-the-base")
    deals = numbers(rules, 1, 5).tolist()

    assert [opening(rules, deal).base for deal in deals] == [Rank.ACE - 1] * 5
    others = set(range(1, deals[-1])) - set(deals)
    assert Rank.ACE - 1 not in {opening(rules, deal).base for deal in others}


def test_a_figure_within_our_interval_is_confirmed(scheduler: str, tmp_path: Path) -> None:
    done = truth(scheduler, tmp_path, "Phoenix,,28.1,0.6,phoenix")

    assert done.exit_code == 0, done.output
    assert " ".join(done.stdout.split()) == (
        "Phoenix 28.10000 ± 0.600000 [ 17.86, 44.61] of 50, 0 undecided"
    )


def test_a_figure_that_ours_exclude_is_an_error(scheduler: str, tmp_path: Path) -> None:
    done = truth(
        scheduler, tmp_path, "Phoenix,any suit,75,0.6,phoenix", "Phoenix,,28.1,0.6,phoenix"
    )

    assert done.exit_code == 1
    assert done.stdout.splitlines()[0].endswith("apart")
    assert "These published figures are not ours: Phoenix, any suit." in done.stderr


def test_a_chance_difference_is_shown_but_no_error() -> None:
    published = Published("Phoenix", "", 47.0, 0.5, named("phoenix"))
    tally = Tally(won=15, lost=35, unknown=0)

    assert not published.overlaps(tally)
    assert published.overlaps(tally, 0.9999)
