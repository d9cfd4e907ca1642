"""The goal of the day's deal: one line on the board, however the game stands with it."""

from __future__ import annotations

import dataclasses

import pytest
from discord import ui

from bot.chat.play.views import board_view
from bot.i18n import use_locale
from bot.models.advice import Hint
from bot.models.play import GameState
from bot.wording.formatting import avoided_pile, missed_word
from bot.wording.hints import hint_notice
from engine import Game, Move
from engine.goals import FewMoves, Goal, WithoutPile, parse_goal
from engine.solver import Outcome
from tests.engine.positions import position
from tests.support.snapshots import PICTURE, snapshot_at

BOARD = position("freecell", "1: KH", foundations="KS QH KD KC", rest="1")


def line(
    goal: Goal | None, *moves: str, state: GameState = GameState.PLAYING, language: str = "en"
) -> str:
    """The line about the goal on the board after some moves; empty if there is none."""
    game = Game(BOARD, 1)
    for move in moves:
        game.play(move)
    snapshot = dataclasses.replace(snapshot_at(BOARD, state), game=game, goal=goal)
    with use_locale(language):
        view = board_view(snapshot, PICTURE).view
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    return next((one for text in texts for one in text.splitlines() if "🎯" in one), "")


@pytest.mark.parametrize(
    ("moves", "state", "expected"),
    [
        ((), GameState.PLAYING, "-# 0 moves · 🎯 Win without using cell d."),
        (
            ("1-d",),
            GameState.PLAYING,
            "-# 1 move · 🎯 ~~Win without using cell d.~~ Undo to get it back.",
        ),
        (("1-f2",), GameState.WON, "🎯 **Goal met:** Win without using cell d."),
        (("1-d", "d-f2"), GameState.WON, "🎯 Goal missed: Win without using cell d."),
        ((), GameState.GIVEN_UP, "🎯 Goal missed: Win without using cell d."),
    ],
)
def test_a_board_states_its_goal_and_how_the_game_stands_with_it(
    moves: tuple[str, ...], state: GameState, expected: str
) -> None:
    assert line(WithoutPile("d"), *moves, state=state) == expected


def test_a_board_without_a_goal_says_nothing_of_one() -> None:
    assert line(None) == ""


def test_a_goal_is_stated_in_the_players_language() -> None:
    assert line(FewMoves(90), language="de").endswith(" · 🎯 Gewinne in höchstens 90 Zügen.")
    assert line(parse_goal("hearts first"), language="de").endswith("🎯 Vollende Herz zuerst.")


def test_the_pile_to_do_without_is_marked_on_the_picture_until_the_game_is_over() -> None:
    snapshot = dataclasses.replace(snapshot_at(BOARD), goal=WithoutPile("d"))
    assert avoided_pile(snapshot) == "d"
    assert avoided_pile(dataclasses.replace(snapshot, state=GameState.WON)) is None
    assert avoided_pile(dataclasses.replace(snapshot, goal=FewMoves(90))) is None
    assert avoided_pile(snapshot_at(BOARD)) is None


def test_a_typed_move_that_misses_the_goal_is_told_so_once() -> None:
    game = Game(BOARD, 1)
    snapshot = dataclasses.replace(snapshot_at(BOARD), game=game, goal=WithoutPile("d"))
    assert missed_word(snapshot) == ""
    game.play("1-d")
    assert missed_word(snapshot) == "-# 🎯 ~~Win without using cell d.~~ Undo to get it back."
    game.play("d-f2")
    assert missed_word(snapshot) == ""


def test_a_hint_that_misses_the_goal_says_so() -> None:
    snapshot = dataclasses.replace(snapshot_at(BOARD), goal=WithoutPile("d"))
    misses = Hint(Outcome.WON, Move("1", "d"))
    assert " · misses the goal" in hint_notice(snapshot, misses)
    for keeps in (Hint(Outcome.WON, Move("1", "f2")), Hint(Outcome.WON, Move("1", "a"))):
        assert "goal" not in hint_notice(snapshot, keeps)
    assert "goal" not in hint_notice(snapshot_at(BOARD), misses)
