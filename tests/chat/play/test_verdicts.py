"""Of which games a player is told unasked whether they can be won."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import pytest

import engine
from bot.chat.play.rows import in_lines
from bot.chat.play.verdicts import (
    Verdict,
    says_hard,
    says_verdict,
    verdict_buttons,
    verdict_line,
    verdict_of,
)
from bot.chat.responding.context import Context
from bot.i18n import LANGUAGES, use_locale
from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.play import GameSnapshot, GameState
from bot.service.preferences import Preferences
from bot.service.solver.advice import Chances, Odds
from engine import Outcome
from tests.support.snapshots import snapshot_at

BOARD = engine.deal("phoenix", 7).board
PLAYING = snapshot_at(BOARD)
PLAYED = engine.deal("phoenix", 7)
for _number in range(4):
    PLAYED.play(PLAYED.legal_moves()[0])
STUCK = replace(snapshot_at(BOARD, GameState.STUCK), game=PLAYED)
OVER = replace(snapshot_at(BOARD, GameState.GIVEN_UP), game=PLAYED)
WON = snapshot_at(BOARD, GameState.WON)
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
RACE, TOURNAMENT, DAY = (
    ContestDeal(1, 1, kind, "headline", Terms(), NOON, None)
    for kind in (ContestKind.TABLE, ContestKind.GAMES, ContestKind.DAY)
)


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
    context = cast("Context", SimpleNamespace(preferences=preferences))
    assert (
        says_verdict(context, snapshot) is {"": False, "losses": losses, "verdicts": verdicts}[told]
    )


def test_what_lost_a_game_is_said_unless_that_is_turned_off() -> None:
    assert Preferences().losses
    assert not Preferences().verdicts


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


@pytest.mark.parametrize(
    ("snapshot", "verdict", "line", "labels"),
    [
        (
            WON,
            Verdict(WINNABLE, fair_wins=2),
            "💪 **A hard deal:** I won 2 of 20 tries without seeing face-down cards.",
            [],
        ),
        (OVER, Verdict(NEVER), "This deal could not be won from the start.", []),
        (OVER, Verdict(WINNABLE), "It could still be won.", ["Go on", "How to win"]),
        (OVER, Verdict(NAMED), "Move 4 lost it: ", ["Back to there", "See why"]),
        (
            OVER,
            Verdict(NAMED, fair_wins=7),
            "\n-# I won 7 of 20 tries without seeing face-down cards.",
            ["Back to there", "See why"],
        ),
        (
            OVER,
            Verdict(BETWEEN),
            "After move 1 it could still be won, by move 4 it was lost: ",
            ["Back to there", "How to win"],
        ),
        (STUCK, Verdict(NAMED), "Move 4 lost it: ", ["Back to there", "See why"]),
        (STUCK, Verdict(BETWEEN), "by move 4 it was lost: ", ["Back to there"]),
        (replace(STUCK, player=-1), Verdict(NAMED), "Move 4 lost it: ", []),
        (replace(OVER, player=-1), Verdict(NAMED), "Move 4 lost it: ", ["See why"]),
    ],
)
def test_a_verdict_is_a_line_and_the_ways_back(
    snapshot: GameSnapshot, verdict: Verdict, line: str, labels: list[str]
) -> None:
    assert line in verdict_line(snapshot, verdict)
    buttons = verdict_buttons(snapshot, verdict)
    assert [getattr(one, "label", "") for one in buttons] == labels


@pytest.mark.parametrize("verdict", [Verdict(NAMED), Verdict(BETWEEN), Verdict(WINNABLE)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_back_fit_a_row_on_a_phone_in_every_language(
    verdict: Verdict, language: str
) -> None:
    with use_locale(language):
        assert len(in_lines(verdict_buttons(OVER, verdict))) == 1
