"""Trial games with the hidden cards shuffled, searched in this process."""

from __future__ import annotations

import pytest

from bot.service.solver.hidden_cards import sample_deals
from bot.service.solver.trials import SampledHint, Trials, begin_trials, search_trials
from engine import deal
from engine.solver import Outcome


def trials_of(game: str, deal_number: int) -> Trials:
    return begin_trials(list(sample_deals(deal(game, deal_number), 8, "seed")), ())


@pytest.mark.parametrize("game", ["klondike", "yukon"])
def test_a_search_that_is_interrupted_goes_on_to_the_same_hint(game: str) -> None:
    sliced = trials_of(game, 700_001)
    slices = 0
    while not sliced.is_settled:
        sliced = search_trials(sliced, 0.008)
        slices += 1
    assert slices > 1
    assert sliced.hint == search_trials(trials_of(game, 700_001), 60.0).hint


def test_a_board_that_takes_long_is_not_searched_on_once_others_settle_the_hint() -> None:
    trials = search_trials(trials_of("klondike-3", 11), 60.0)
    undecided = [n for n in range(8) if trials.outcomes[None, n][0] is Outcome.UNKNOWN]
    assert undecided
    assert trials.number_of_pass == 1
    assert trials.hint.wins == len(trials.first_moves) >= len(undecided)


def test_a_move_that_wins_nothing_is_no_hint() -> None:
    trials = trials_of("saratoga", 4)
    assert search_trials(trials, 60.0).hint == SampledHint(None, 0, 8, 8)
