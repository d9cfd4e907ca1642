"""``python -m research.tuning``."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest
from click.testing import CliRunner, Result

from engine import rules_of
from engine.solver.general.weights import Family, Weights, family_of, weights_of
from research.tuning.__main__ import main
from research.tuning.deals import GAMES, held_out_deals, search_deal, training_deals
from research.tuning.study import tune

pytestmark = pytest.mark.timeout(300)  # the first test may compile the searches


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_best_weights_are_compared_with_the_present_ones(tmp_path: Path) -> None:
    done = run(
        "builders", "--game", "fortunes-favor", "--deals", "2", "--held-out", "3",
        "--states", "2000", "--trials", "3", "--trials-in", str(tmp_path),
    )  # fmt: skip
    tuned, present, _, compared = done.stdout.splitlines()
    assert tuned.startswith("Weights: CARD_LEFT ")
    assert present.startswith("Present: CARD_LEFT ")
    assert compared.split()[:5] == ["fortunes-favor", "3", "3", "->", "3"]


def test_tuned_weights_are_no_worse_on_the_deals_they_are_tuned_on(tmp_path: Path) -> None:
    deals = training_deals([rules_of("freecell")], 3)
    best: list[float] = []

    def tune_on() -> Weights:
        features, journal = ["BLOCKER", "CELL_USED"], tmp_path / "log"
        return tune(deals, features, states=1000, trials=4, journal=journal, on_trial=best.append)

    def cost(weights: Weights) -> float:
        return fmean(search_deal(*deal, 1000, weights).cost for deal in deals)

    tune_on()
    tuned, present = tune_on(), weights_of(rules_of("freecell"))

    assert best == sorted(best, reverse=True), "the second run goes on from the first"
    assert cost(tuned) == pytest.approx(min(best))
    assert cost(tuned) <= cost(present)
    assert sum(one != other for one, other in zip(tuned[0], present[0], strict=True)) <= 2


def test_no_deal_is_both_tuned_on_and_compared_on() -> None:
    for games in GAMES.values():
        rules = [rules_of(game) for game in games]
        tuned, compared = training_deals(rules, 1000), held_out_deals(rules, 1000)
        numbers = {(each.id, deal) for each, deal in tuned + compared}
        assert len(numbers) == 2000 * len(games)
        assert all(deal > 400_000 for _, deal in numbers)


def test_the_games_to_tune_on_are_of_their_family() -> None:
    for family in Family:
        assert {family_of(rules_of(game)) for game in GAMES[family]} == {family}


def test_a_game_of_another_family_is_refused(tmp_path: Path) -> None:
    done = run("open", "--game", "spider", "--trials-in", str(tmp_path))
    assert done.exit_code == 2
    assert "Spider is of another family: spider." in done.output
    assert run("open", "--game", "nothing", "--trials-in", str(tmp_path)).exit_code == 2
