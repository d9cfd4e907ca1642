"""What is offered below a verdict, and of which wins a player is told that they were hard."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

import engine
from bot.chat.play.rows import in_lines
from bot.chat.play.verdicts import says_hard, verdict_buttons
from bot.chat.responding.context import Context
from bot.i18n import LANGUAGES, use_locale
from bot.models.advice import Odds
from bot.models.play import GameSnapshot
from bot.service.preferences import Preferences
from bot.wording.verdicts import Verdict, verdict_line
from engine import Outcome
from tests.support.snapshots import DAY, OVER, PLAYING, RACE, STUCK, TOURNAMENT, WON


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
            "Lost after move 1, by move 4 at the latest: ",
            ["Back to there", "How to win"],
        ),
        (STUCK, Verdict(NAMED), "Move 4 lost it: ", ["Back to there", "See why"]),
        (STUCK, Verdict(BETWEEN), "by move 4 at the latest: ", ["Back to there"]),
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


@pytest.mark.parametrize(
    "verdict", [Verdict(NEVER), Verdict(WINNABLE), Verdict(NEVER, fair_wins=0)]
)
def test_a_verdict_on_cards_that_were_dealt_at_random_says_so(verdict: Verdict) -> None:
    text = engine.deal("freecell", 617).board.text().split(" ", 3)
    board = engine.parse_board("freecell", f"{text[0]} ?? ?? {text[3]}")
    snapshot = replace(OVER, game=engine.Game(board))
    note = "\n-# The unknown cards were dealt at random: this holds for the deal here alone."
    assert note in verdict_line(snapshot, verdict)
    assert note not in verdict_line(OVER, verdict)


@pytest.mark.parametrize("verdict", [Verdict(NAMED), Verdict(BETWEEN), Verdict(WINNABLE)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_back_fit_a_row_on_a_phone_in_every_language(
    verdict: Verdict, language: str
) -> None:
    with use_locale(language):
        assert len(in_lines(verdict_buttons(OVER, verdict))) == 1
