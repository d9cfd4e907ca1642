"""Trial games with the hidden cards shuffled, searched in this process."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

from bot.service.solver import trials as module
from bot.service.solver.trials import SampledHint, Trials, begin_trials, search_trials
from engine import Move, deal
from engine.automatic import safe_moves
from engine.hidden_cards import sample_deals
from engine.solver import Outcome, solve


def trials_of(game: str, deal_number: int) -> Trials:
    return begin_trials(list(sample_deals(deal(game, deal_number), 8, "seed")), ())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["klondike", "yukon"])
def test_a_search_that_is_interrupted_goes_on_to_the_same_hint(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = search_trials(trials_of(game, 700_001), 600.0)
    ticks = itertools.count(step=20.0)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    sliced = trials_of(game, 700_001)
    slices = 0
    while not sliced.is_settled:
        sliced = search_trials(sliced, 60.0)
        slices += 1
    assert slices > 1
    assert sliced.hint == whole.hint


def test_a_board_that_takes_long_is_not_searched_on_once_others_settle_the_hint() -> None:
    trials = search_trials(trials_of("klondike-3", 11), 60.0)
    undecided = [n for n in range(8) if trials.outcomes[None, n][0] is Outcome.UNKNOWN]
    assert undecided
    assert trials.number_of_pass == 1
    assert trials.hint.wins == len(trials.first_moves) >= len(undecided)


def test_a_move_that_wins_nothing_is_no_hint() -> None:
    trials = trials_of("saratoga", 4)
    assert search_trials(trials, 60.0).hint == SampledHint(None, 0, 8, 8)


def test_a_sampled_hint_wins_as_many_boards_as_it_says() -> None:
    game = deal("saratoga", 42)
    boards = list(sample_deals(game, 6, "seed"))
    hint = search_trials(begin_trials(boards, ()), 60.0).hint
    assert hint.tried == 6
    assert hint.best is not None
    wins = sum(solve(board.apply(hint.best)).outcome is Outcome.WON for board in boards)
    assert hint.wins == wins > 0


def test_an_excluded_move_is_not_suggested() -> None:
    game = deal("saratoga", 42)
    boards = list(sample_deals(game, 4, "seed"))
    best = search_trials(begin_trials(boards, ()), 60.0).hint.best
    assert best is not None
    assert search_trials(begin_trials(boards, (best,)), 60.0).hint.best != best


def test_of_equally_good_moves_a_safe_one_is_suggested() -> None:
    game = deal("klondike", 806495303)
    ace = Move.parse("1-f3")
    assert ace in safe_moves(game.board)
    boards = list(sample_deals(game, 8, "seed"))
    assert search_trials(begin_trials(boards, ()), 60.0).hint.best == ace
