"""Of which games a player is told unasked whether they can be won, and what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.models.advice import Chances, Odds
from bot.models.play import GameSnapshot
from bot.service.preferences import Preferences
from bot.wording.verdicts import Verdict, says_verdict, verdict_of
from engine import Outcome
from tests.support.snapshots import DAY, OVER, PLAYING, RACE, STUCK, TOURNAMENT, WON


@pytest.mark.parametrize("losses", [True, False])
@pytest.mark.parametrize("verdicts", [True, False])
@pytest.mark.parametrize(
    ("snapshot", "told"),
    [
        (PLAYING, "verdicts"),
        (replace(PLAYING, version=0), ""),
        (replace(PLAYING, is_secret=True), ""),
        (STUCK, "losses"),
        (replace(STUCK, player=-1), "losses"),
        (replace(STUCK, is_secret=True, contest=DAY), ""),
        (OVER, "losses"),
        (replace(OVER, is_secret=True, contest=DAY), "losses"),
        (replace(OVER, is_secret=True, contest=RACE), ""),
        (replace(OVER, is_secret=True, contest=TOURNAMENT), ""),
        (WON, ""),
    ],
)
def test_nothing_is_said_of_a_secret_deal_before_its_game_is_over(
    snapshot: GameSnapshot, told: str, *, losses: bool, verdicts: bool
) -> None:
    preferences = Preferences(losses=losses, verdicts=verdicts)
    is_told = {"": False, "losses": losses, "verdicts": verdicts}[told]
    assert says_verdict(preferences, snapshot) is is_told


def test_what_lost_a_game_is_said_unless_that_is_turned_off() -> None:
    assert Preferences().losses
    assert not Preferences().verdicts


WINNABLE = Odds(Outcome.WON)
NAMED = Odds(Outcome.LOST, winnable=3, lost=4)
BETWEEN = Odds(Outcome.LOST, winnable=1, lost=4)
NEVER = Odds(Outcome.LOST, lost=0)
UNKNOWN_CARDS = Odds(Outcome.LOST, chances=Chances(2, 2, won=0, lost=2, is_all=True))


@pytest.mark.parametrize("odds", [WINNABLE, NAMED, BETWEEN, NEVER])
def test_of_a_game_that_is_over_is_said_what_is_known(odds: Odds) -> None:
    assert verdict_of(OVER, odds) == Verdict(odds)
    assert verdict_of(PLAYING, odds) is None


@pytest.mark.parametrize(
    ("odds", "is_settled"), [(WINNABLE, True), (NAMED, True), (NEVER, True), (BETWEEN, False)]
)
def test_where_it_is_not_known_which_move_lost_a_game_a_longer_search_follows(
    odds: Odds, *, is_settled: bool
) -> None:
    assert Verdict(odds).is_settled is is_settled


@pytest.mark.parametrize("odds", [Odds(Outcome.UNKNOWN), Odds(Outcome.LOST, lost=4), UNKNOWN_CARDS])
def test_nothing_is_said_of_what_is_not_known(odds: Odds) -> None:
    assert verdict_of(OVER, odds) is None
