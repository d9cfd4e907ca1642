"""Of which games a player is told unasked whether they can be won."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

import engine
from bot.chat.play.verdicts import (
    Verdict,
    says_hard,
    says_verdict,
    verdict_buttons,
    verdict_line,
    verdict_of,
)
from bot.chat.responding.context import Context
from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.play import GameSnapshot, GameState
from bot.service.preferences import Preferences
from bot.service.solver.advice import Odds
from engine import Outcome
from tests.support.snapshots import snapshot_at

BOARD = engine.deal("phoenix", 7).board
PLAYING = snapshot_at(BOARD)
OVER = snapshot_at(BOARD, GameState.GIVEN_UP)
WON = snapshot_at(BOARD, GameState.WON)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
RACE, TOURNAMENT, DAY = (
    ContestDeal(1, 1, kind, "headline", Terms(), NOON, None)
    for kind in (ContestKind.TABLE, ContestKind.GAMES, ContestKind.DAY)
)


@pytest.mark.parametrize(
    ("snapshot", "is_told"),
    [
        (PLAYING, True),
        (replace(PLAYING, version=0), False),
        (replace(PLAYING, is_secret=True), False),
        (OVER, True),
        (replace(OVER, is_secret=True, contest=DAY), True),
        (replace(OVER, is_secret=True, contest=RACE), False),
        (replace(OVER, is_secret=True, contest=TOURNAMENT), False),
        (WON, False),
    ],
)
def test_nothing_is_said_of_a_secret_deal_before_its_game_is_over(
    snapshot: GameSnapshot, *, is_told: bool
) -> None:
    for chosen in (True, False):
        preferences = Preferences(verdicts=chosen)
        context = cast("Context", SimpleNamespace(preferences=preferences))
        assert says_verdict(context, snapshot) is (is_told and chosen)


@pytest.mark.parametrize(
    ("snapshot", "is_told"),
    [
        (WON, True),
        (replace(WON, is_secret=True, contest=DAY), True),
        (replace(WON, is_secret=True, contest=RACE), False),
        (replace(WON, is_secret=True, contest=TOURNAMENT), False),
        (replace(WON, practice=True), False),
        (replace(WON, player=-1), False),
        (PLAYING, False),
        (OVER, False),
    ],
)
def test_that_a_win_was_hard_is_said_to_whoever_won_unless_it_is_quiet_or_others_race(
    snapshot: GameSnapshot, *, is_told: bool
) -> None:
    for quiet in (True, False):
        preferences = Preferences(quiet=quiet)
        context = cast("Context", SimpleNamespace(preferences=preferences))
        assert says_hard(context, snapshot) is (is_told and not quiet)


@pytest.mark.parametrize(
    ("odds", "verdict"),
    [
        (Odds(Outcome.WON), Verdict(0)),
        (Odds(Outcome.UNKNOWN), None),
        (Odds(Outcome.LOST, winnable=3, lost=4), Verdict(3)),
        (Odds(Outcome.LOST, lost=4), None),
        (Odds(Outcome.LOST, lost=0), Verdict(None)),
    ],
)
def test_the_verdict_is_after_how_many_moves_a_game_could_last_be_won(
    odds: Odds, verdict: Verdict | None
) -> None:
    assert verdict_of(OVER, odds) == verdict
    assert verdict_of(PLAYING, odds) is None


@pytest.mark.parametrize(
    ("snapshot", "verdict", "line", "labels"),
    [
        (
            WON,
            Verdict(40, fair_wins=2),
            "💪 **A hard deal:** I won 2 of 20 tries without seeing face-down cards.",
            [],
        ),
        (OVER, Verdict(None), "-# This deal could not be won from the start.", []),
        (
            OVER,
            Verdict(3),
            "-# You could still win until move 3.",
            ["Back to there", "How to win"],
        ),
        (
            OVER,
            Verdict(3, fair_wins=7),
            (
                "-# You could still win until move 3. "
                "I won 7 of 20 tries without seeing face-down cards."
            ),
            ["Back to there", "How to win"],
        ),
        (PLAYING, Verdict(3), "-# You could still win until move 3.", ["Back to there"]),
    ],
)
def test_a_verdict_is_a_line_and_the_ways_back(
    snapshot: GameSnapshot, verdict: Verdict, line: str, labels: list[str]
) -> None:
    assert verdict_line(snapshot, verdict) == line
    buttons = verdict_buttons(snapshot, verdict)
    assert [getattr(one, "label", "") for one in buttons] == labels
    assert all(":3" in str(one.custom_id) for one in buttons[:1])
