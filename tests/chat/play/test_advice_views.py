"""What the private answers about a game say: odds, the way back, and why there is no solution."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from bot.chat.play.advice_views import (
    lost_view,
    no_solution,
    odds_view,
    solution_question,
    solution_view,
)
from bot.models.advice import Chances, Odds, Solution
from bot.models.play import GameState
from engine import Game, Outcome
from tests.chat.play.board_presses import buttons_of, said
from tests.support.snapshots import snapshot_at

HIDDEN = snapshot_at(engine.deal("klondike", 7).board)
OPEN = snapshot_at(engine.deal("freecell", 1).board)
UNPROVEN = "Going by all the cards, hidden ones too. Hints go only by what you have seen"


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [
        (Outcome.WON, "**Yes**, this game can still be won."),
        (Outcome.LOST, "**No.** This deal could not be won from the start."),
        (
            Outcome.UNKNOWN,
            "**Maybe.** This game takes too long to work out.\n-# I looked for 30 seconds.",
        ),
    ],
)
def test_odds_are_private_and_say_if_they_go_by_more_than_the_player_sees(
    outcome: Outcome, answer: str
) -> None:
    odds = Odds(outcome, searched=30.0)
    hidden, known = odds_view(HIDDEN, odds), odds_view(OPEN, odds)
    assert hidden.private
    assert answer in said(hidden)
    assert UNPROVEN in said(hidden)
    assert said(known).splitlines()[1:] == answer.splitlines()


@pytest.mark.parametrize(
    ("odds", "sentence", "back"),
    [
        (Odds(Outcome.LOST, 1, 2), "Move 2 lost it: ", ["Back to move 1"]),
        (Odds(Outcome.LOST, 0, 2), "It was lost by move 2 at the latest: ", ["Back to the start"]),
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


@pytest.mark.parametrize("all_cards", [True, False])
def test_whoever_asks_for_a_hint_in_a_lost_game_learns_so_in_private(*, all_cards: bool) -> None:
    reply = lost_view(HIDDEN, Odds(Outcome.LOST, lost=0), all_cards=all_cards)
    sentence = "**This game is lost.** This deal could not be won from the start."
    cards = "-# Going by all the cards, hidden ones too."
    assert reply.private
    assert said(reply).splitlines() == [sentence, *[cards] * all_cards]


def test_a_solution_is_asked_for_twice_as_it_ends_the_game() -> None:
    asked = solution_question(OPEN)
    assert asked.private
    assert "counts as given up" in said(asked)
    assert [one.label for one in buttons_of(asked.view)] == ["Show it and give up", "Keep playing"]


def solved(own: int) -> Solution:
    game = engine.deal("klondike", 1)
    for _ in range(25):
        game.play("s")
    return Solution(game, own)


@pytest.mark.parametrize(
    ("state", "own", "summary"),
    [
        (GameState.WON, 25, "You won it yourself, in 25 moves."),
        (GameState.GIVEN_UP, 0, "From the start, in 25 moves. The game is given up."),
        (
            GameState.GIVEN_UP,
            1,
            "After your first move: won in 24 more moves. The game is given up.",
        ),
    ],
)
def test_a_solution_says_which_of_its_moves_are_the_players_own(
    state: GameState, own: int, summary: str
) -> None:
    solution = solved(own)
    reply = solution_view(
        replace(HIDDEN, state=state, deal_number=1), solution, 3, None, "", is_active=False
    )
    move = solution.game.boards[2].describe(solution.game.moves[2])
    assert reply.private
    assert said(reply).splitlines() == [
        "### How to win Klondike, deal 1",
        summary,
        f"**Move 3 of 25:** {move}",
    ]
    assert [one.filename for one in reply.attachments] == ["solution.txt"]
    assert reply.attachments[0].content == solution.game.record().encode()


@pytest.mark.parametrize("state", [GameState.WON, GameState.GIVEN_UP])
def test_a_solution_says_that_it_goes_by_cards_that_were_dealt_at_random(state: GameState) -> None:
    text = engine.deal("freecell", 617).board.text().split(" ", 3)
    game = engine.Game(engine.parse_board("freecell", f"{text[0]} ?? ?? {text[3]}"))
    snapshot = replace(HIDDEN, state=state, game=game)
    reply = solution_view(snapshot, Solution(game, 0), 0, None, "", is_active=False)
    assert ("dealt at random" in said(reply)) is (state is GameState.GIVEN_UP)


@pytest.mark.parametrize(
    ("step", "disabled"),
    [
        (0, ["−10", "Previous", "Start"]),
        (3, []),
        (25, ["Next", "+10", "End"]),
    ],
)
def test_the_buttons_of_a_solution_lead_to_other_moves(step: int, disabled: list[str]) -> None:
    reply = solution_view(HIDDEN, solved(25), step, None, "", is_active=True)
    buttons = {str(one.label): one for one in buttons_of(reply.view)}
    targets = [
        str(buttons[label].custom_id).split(":")[-2]
        for label in ("−10", "Previous", "Next", "+10", "Start", "End")
    ]
    steps = [step - 10, step - 1, step + 1, step + 10, 0, 25]
    assert targets == [str(min(max(one, 0), 25)) for one in steps]
    assert [label for label, one in buttons.items() if one.disabled] == disabled
    assert list(buttons)[-2:] == ["Watch", "Same deal again"]


def test_while_a_solution_is_animated_every_move_can_be_gone_to() -> None:
    reply = solution_view(HIDDEN, solved(25), 0, None, "", is_animated=True, is_active=False)
    assert "**Start:**" not in said(reply)
    assert [one.label for one in buttons_of(reply.view) if one.disabled] == ["Watch"]
    assert buttons_of(reply.view)[-1].label == "Watch"


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        (Chances(4, 24, 18, 6, is_all=True), "won in 18 of all 24 arrangements of the 4 unknown"),
        (Chances(4, 24, 24, 0, is_all=True), "**Yes**, however the 4 unknown cards lie."),
        (Chances(4, 24, 0, 24, is_all=True), "**No**, however the 4 unknown cards lie."),
        (
            Chances(45, 24, 18, 5, is_all=False),
            "in 18 of 24 arrangements of the 45 unknown cards, ",
        ),
        (
            Chances(45, 24, 24, 0, is_all=False),
            "in 24 of 24 arrangements of the 45 unknown cards, ",
        ),
        (Chances(45, 24, 0, 24, is_all=False), "in 0 of 24 arrangements of the 45 unknown cards, "),
        (Chances(45, 24, 18, 5, is_all=False), "1 of them takes too long to work out."),
    ],
)
def test_a_guess_is_told_as_a_guess(chances: Chances, says: str) -> None:
    odds = Odds(chances.verdict, chances=chances)
    assert says in said(odds_view(HIDDEN, odds))
    refusal = said(no_solution(HIDDEN, odds))
    assert says in refusal
    assert refusal.startswith(f"How to win cannot be shown: {chances.unknown} cards are unknown.")
    for reply in (odds_view(HIDDEN, odds), no_solution(HIDDEN, odds)):
        assert "from the start" not in said(reply)
