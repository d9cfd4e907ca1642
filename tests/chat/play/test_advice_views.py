"""What the private answers about a game say: odds, the way back, and why there is no solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from bot.chat.play.advice_views import no_solution, odds_view, solution_question
from bot.chat.responding.replies import Reply, texts_of
from bot.service.solver.advice import Odds
from engine import Game, Outcome
from tests.chat.play.board_presses import buttons_of
from tests.support.snapshots import snapshot_at

HIDDEN = snapshot_at(engine.deal("klondike", 7).board)
OPEN = snapshot_at(engine.deal("freecell", 1).board)
UNPROVEN = "Going by all the cards, hidden ones too. Hints go only by what you have seen"


def said(reply: Reply) -> str:
    return "\n".join(text.content for text in texts_of(reply.view))


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [
        (Outcome.WON, "**Yes**, this game can still be won."),
        (Outcome.LOST, "**No.** This deal could not be won from the start."),
        (Outcome.UNKNOWN, "**Maybe.** This game takes too long to work out."),
    ],
)
def test_odds_are_private_and_say_if_they_go_by_more_than_the_player_sees(
    outcome: Outcome, answer: str
) -> None:
    hidden, known = odds_view(HIDDEN, Odds(outcome)), odds_view(OPEN, Odds(outcome))
    assert hidden.private
    assert answer in said(hidden)
    assert UNPROVEN in said(hidden)
    assert said(known).splitlines()[1:] == [answer]


@pytest.mark.parametrize(
    ("odds", "sentence", "back"),
    [
        (Odds(Outcome.LOST, 1, 2), "Move 2 lost it: ", ["Back to move 1"]),
        (
            Odds(Outcome.LOST, 0, 2),
            "After move 0 it could still be won, by move 2 it was lost: ",
            ["Back to the start"],
        ),
        (Odds(Outcome.LOST, None, 2), "It was lost by move 2 at the latest: ", []),
    ],
)
def test_a_lost_game_says_since_when_and_offers_the_way_back(
    odds: Odds, sentence: str, back: list[str]
) -> None:
    game = Game(OPEN.game.board, 1)
    for _ in range(2):
        game.play(game.legal_moves()[0])
    snapshot = replace(OPEN, game=game)
    words = game.boards[1].describe(game.moves[1])
    assert f"{sentence}{words}" in said(odds_view(snapshot, odds))
    assert [one.label for one in buttons_of(odds_view(snapshot, odds).view)] == back
    refused = said(no_solution(snapshot, odds))
    assert refused.startswith("**There is no solution.** ")
    assert refused.endswith(" Your game is unchanged.")


def test_a_solution_is_asked_for_twice_as_it_ends_the_game() -> None:
    asked = solution_question(OPEN)
    assert asked.private
    assert "counts as given up" in said(asked)
    assert [one.label for one in buttons_of(asked.view)] == ["Show it and give up", "Keep playing"]
