"""What an action logs: the move, and the safe moves that follow it."""

from __future__ import annotations

import engine
from bot.service.play.actions import finish, play
from engine import Move
from engine.goals import parse_goal
from tests.engine.positions import position


def test_safe_moves_follow_a_move_only_with_autoplay() -> None:
    board = position("phoenix", "2: KH QH", foundations="KS JH KD KC", rest="1")
    assert list(play(engine.Game(board), None, Move("2", "f2"), autoplay=True)) == ["2-f2", "2-f2"]
    assert list(play(engine.Game(board), None, Move("2", "f2"), autoplay=False)) == ["2-f2"]


def test_autoplay_leaves_a_card_that_would_fail_the_goal() -> None:
    board = position("phoenix", "1: KS", "2: KH QH", foundations="QS JH KD QC", rest="r1")
    game, goal = engine.Game(board), parse_goal("hearts first")
    assert list(play(game, goal, Move("2", "f2"), autoplay=True)) == [
        "2-f2",
        "2-f2",
        "1-f1",
        "r1-f4",
    ]


def test_a_move_that_fails_the_goal_is_followed_by_none_so_that_it_can_be_taken_back() -> None:
    board = position("phoenix", "1: KS", "2: KH QH", foundations="QS JH KD QC", rest="r1")
    game, goal = engine.Game(board), parse_goal("hearts first")
    assert list(play(game, goal, Move("1", "f1"), autoplay=True)) == ["1-f1"]
    # What is missed already is missed.
    assert list(play(game, goal, Move("2", "f2"), autoplay=True)) == ["2-f2", "2-f2", "r1-f4"]


def test_finishing_plays_what_keeps_the_goal_possible() -> None:
    board = position("phoenix", "1: KS", "2: KH QH", foundations="QS JH KD QC", rest="r1")
    kings = [
        [move for move in finish(engine.Game(board), goal) if move != "2-f2"]
        for goal in (None, parse_goal("clubs first"))
    ]
    assert kings == [["1-f1", "r1-f4"], ["r1-f4", "1-f1"]]
